"""Properties of every game that the rules allow."""

import json
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings

import knobel
from knobel import notation
from knobel.core import Chance, Decide, Die, Move, Roll, Undo, replay
from tests.games.cases import Setup
from tests.oracle import naive
from tests.properties.strategies import complete_move, in_turn, lengths, open_round, play, seeds, together
from tests.slow import WHOLE

few = settings(max_examples=25 if WHOLE else 10, deadline=None, derandomize=True)
more = settings(max_examples=60 if WHOLE else 25, deadline=None, derandomize=True)

KNIFFELIGER_WORDS = {"steal", "freeze", "cross", "shift", "swap"}


@few
@given(together, seeds, lengths)
def test_undo_restores_equal_states(setup: Setup, seed: int, length: int) -> None:
    name, options, seats = setup
    game = knobel.make(name, **options)
    events = play(game, seats, seed, length, undo=0.3)
    text = notation.dumps(notation.Record(game, ("?",) * seats, events))
    header, *rest = map(json.loads, text.splitlines())
    state = replay(game, seats, events)
    assert list(game.scores(state)) == naive.replay(header, rest).scores()
    # A seat's actions of a round before its last undo have no effect.
    kept: list[Any] = []
    opened = 0
    for event in events:
        if isinstance(event, Roll):
            opened = len(kept)
        if isinstance(event, Undo):
            kept = [e for i, e in enumerate(kept) if i < opened or not (isinstance(e, Move) and e.seat == event.seat)]
        else:
            kept.append(event)
    assert replay(game, seats, kept) == state


@more
@given(together, seeds, lengths)
def test_views_never_leak_the_open_round(setup: Setup, seed: int, length: int) -> None:
    """Two positions that differ only in the others' entries of the open round look the same to waiting seats."""
    name, options, seats = setup
    game = knobel.make(name, **options)
    opened = open_round(game, seats, seed, length % 40)
    rng = random.Random(seed)
    moved = rng.sample(range(seats), rng.randint(1, seats - 1))
    one = other = opened
    for seat in moved:
        for move in complete_move(game, one, seat, rng):
            one = game.apply(one, move)
        for move in complete_move(game, other, seat, rng):
            other = game.apply(other, move)
    for viewer in (None, *(seat for seat in range(seats) if seat not in moved)):
        left, right = game.view(one, viewer), game.view(other, viewer)
        assert left == right
        assert left.before == right.before
        assert repr(left) == repr(right)
        assert game.info(left) == game.info(right)
        assert game.turn(left) == game.turn(right)
        assert [game.sheet(left, seat) for seat in range(seats)] == [game.sheet(right, seat) for seat in range(seats)]
        if viewer is not None:
            assert game.legal(left, viewer) == game.legal(right, viewer)
            for action in game.legal(left, viewer)[:5]:
                assert game.preview(left, viewer, action) == game.preview(right, viewer, action)
    for viewer in moved:
        assert game.view(one, viewer) == one


@more
@given(together, seeds, lengths)
def test_simultaneous_moves_commute(setup: Setup, seed: int, length: int) -> None:
    name, options, seats = setup
    game = knobel.make(name, **options)
    opened = open_round(game, seats, seed, length % 40)
    rng = random.Random(seed)
    moves = {seat: complete_move(game, opened, seat, rng) for seat in range(seats)}
    after = set()
    for _ in range(4):
        left = {seat: list(actions) for seat, actions in moves.items()}
        state = opened
        while waiting := [seat for seat, actions in left.items() if actions]:
            state = game.apply(state, left[rng.choice(waiting)].pop(0))
        after.add(state)
    assert len(after) == 1
    assert not isinstance(game.turn(after.pop()), Decide)


@few
@given(in_turn, seeds)
def test_dice_are_conserved_and_saved_dice_stay_saved(setup: Setup, seed: int) -> None:
    name, options, seats = setup
    game = knobel.make(name, **options)
    state = game.start(seats)
    for event in play(game, seats, seed):
        turn = game.turn(state)
        after = game.apply(state, event)
        table, kept = Counter(game.info(after)["dice"]), game.info(after)
        if isinstance(event, Roll):
            assert isinstance(turn, Chance)
            if turn.die is Die.PIPS:
                held = Counter(game.info(state)["kept" if name == "knoeffel" else "saved"])
                assert table == held + Counter(event.dice)
                assert table.total() == 5
                assert kept["rolls"] == game.info(state)["rolls"] + 1
                assert kept["rolls"] <= (4 if name == "knoeffel" else 3)
        elif (
            isinstance(event, Move) and event.action[0] in "kf" and (event.action[1:].isdigit() or event.action in "kf")
        ):
            chosen = Counter(map(int, event.action[1:]))
            assert chosen <= Counter(game.info(state)["dice"])
            assert chosen.total() < 5
            if name == "kniffeliger":
                assert Counter(game.info(state)["saved"]) <= chosen
        state = after


@few
@given(seeds)
def test_kniffeliger_conserves_points_and_dice(seed: int) -> None:
    """Action dice are earned, spent one by one, and never move; sheets are exchanged and never lost."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4, 5))
    game = knobel.make("kniffeliger", cross_out=rng.choice(("open", "filled", "any")))
    state = game.start(seats)
    owned = [Counter[str]() for _ in range(seats)]
    kinds = ("steal", "freeze", "cross", "shift", "swap")

    def paper(position: Any, seat: int) -> str:
        sheet = game.sheet(position, seat)
        # Without the freezes: they may end within the same step, where the next turns pass automatically.
        return json.dumps([sheet[key] for key in ("rows", "crossed", "total")])

    for event in play(game, seats, seed):
        turn = game.turn(state)
        after = game.apply(state, event)
        papers = [paper(state, seat) for seat in range(seats)]
        now = [paper(after, seat) for seat in range(seats)]
        mover = game.info(state)["seat"]
        if isinstance(event, Roll) and isinstance(turn, Chance) and turn.die is Die.ACTION:
            face = event.dice[0]
            owned[mover].update(kinds if face == 6 else [kinds[face - 1]])
        word, *where = event.action.split(".") if isinstance(event, Move) else [""]
        if word in KNIFFELIGER_WORDS:
            owned[mover][word] -= 1
        if word == "shift":
            assert now == papers[-1:] + papers[:-1]
        elif word == "swap":
            assert now[mover] == papers[int(where[0])]
            assert now[int(where[0])] == papers[mover]
            assert sorted(now) == sorted(papers)
        elif word == "steal":
            assert sum(game.scores(after)) == sum(game.scores(state))
        elif word == "freeze":
            assert game.scores(after) == game.scores(state)
        if game.info(after)["stage"] == "shifting" and game.info(state)["stage"] != "shifting":
            # The last seat has ended its main turn: its freezes have ended, and every seat had its turn.
            assert game.sheet(after, seats - 1)["frozen"] == []
        if mover != game.info(after)["seat"] and game.info(state)["stage"] not in ("shifting", "action_die"):
            assert game.sheet(after, mover)["frozen"] == []
        for seat in range(seats):
            sheet = game.sheet(after, seat)
            held = Counter(sheet["action_dice"]) + Counter(sheet["action_dice_next_round"])
            assert held == +owned[seat]
            assert all(count >= 0 for count in owned[seat].values())
            assert all(sheet["rows"][row] is None for row in (*sheet["frozen"], *sheet["crossed"]))
            assert not set(sheet["frozen"]) & set(sheet["crossed"])
        state = after
