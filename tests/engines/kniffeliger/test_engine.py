"""Values of positions by the engine: under every option, before rolls, and exact where no other event can happen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from knobel import engines, make
from knobel.core import Chance, Move, Over, Roll
from knobel.engines.engine import NOT_CONSIDERED, Aim, best_evaluation, final_evaluation
from knobel.engines.kniffeliger.engine import KniffeligerEngine
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State
from tests.engines.kniffeliger.reference import points, worth

GAME = Kniffeliger()
ENGINE = engines.engine(GAME)


def positions(game: Kniffeliger, seats: int, rng: Random) -> Iterator[State]:
    """Return the positions of a game in which action dice are played whenever possible."""
    state = game.start(seats)
    while not isinstance(turn := game.turn(state), Over):
        yield state
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
        else:
            legal = game.legal(state, state.seat)
            plays = [action for action in legal if "." in action or action == "shift"]
            state = game.apply(state, Move(state.seat, rng.choice(plays or legal)))
    yield state


def test_the_value_before_a_roll_is_the_mean_of_the_best_actions() -> None:
    game, rng, seen = Kniffeliger(cross_out="any"), Random(1), Counter[tuple[Any, ...]]()
    engine = engines.engine(game)
    assert isinstance(engine, KniffeligerEngine)
    for state in positions(game, 2, rng):
        turn, seat = game.turn(state), state.seat
        kind = state.stage, min(state.rolls, 1), bool(state.sheets[seat].frozen), state.round > 8
        seen[kind] += isinstance(turn, Chance)
        if not isinstance(turn, Chance) or seen[kind] > 2:
            continue
        here = engine.expect(state, seat)
        points = win = 0.0
        for roll, p in game.outcomes(state).items():
            after = game.apply(state, roll)
            if state.stage is Stage.ACTION_DIE:
                points += float(p) * engine.expect(after, seat).points
                win += float(p) * (engine.expect(after, seat).win or 0.0)
            else:
                points += float(p) * best_evaluation(engine.evaluate(after, seat)).points
                win += float(p) * max(engine.win.action_values(after, seat, game.legal(after, seat)).values())
        told = win if state.stage is Stage.ACTION_DIE else engine.reported_win(win, win_exact=here.win_exact)
        assert here.points == pytest.approx(points, abs=1e-6)
        assert here.win == pytest.approx(told, abs=1e-6)
        assert here.merit == here.points
    rolling = Stage.ROLLING
    assert set(+seen) >= {(rolling, 0, False, False), (rolling, 0, True, False), (rolling, 1, False, True)}
    assert seen[Stage.ACTION_DIE, 0, False, True]


def test_chances_sum_up_to_about_one() -> None:
    rng = Random(6)
    sums = [
        sum(ENGINE.expect(state, seat).win or 0.0 for seat in range(3))
        for state in positions(GAME, 3, rng)
        if state.stage is Stage.ROLLING and not state.rolls
    ]
    assert np.mean(sums) == pytest.approx(1, abs=0.25)


def test_at_the_start_a_seat_expects_the_solution() -> None:
    start = GAME.start(4)
    assert [ENGINE.expect(start, seat).points for seat in range(4)] == pytest.approx([244.949178] * 4, abs=1e-6)
    assert not ENGINE.expect(start, 0).exact
    assert ENGINE.expect(start, 0, effort="quick").win is None


def final_score(of: Sheet, turns: int) -> float:
    """Return the expected final score of a sheet with this number of turns left."""
    assert isinstance(ENGINE, KniffeligerEngine)
    return ENGINE.own.values.final_score(of, turns)[0]


def sheet(open_rows: tuple[str, ...], points_each: int = 10, frozen: frozenset[str] = frozenset()) -> Sheet:
    return Sheet(tuple(None if row in open_rows else points_each for row in ROWS), frozen)


def last_turn(row: str, others: int, hands: tuple[tuple[int, ...], ...] = (NO_DICE,) * 2, **dice: Any) -> State:
    """Return the last turn of the last of two seats, with one row open, against that score."""
    theirs = Sheet((others,) + (0,) * (len(ROWS) - 1))
    return State((theirs, sheet((row,))), hands, (NO_DICE,) * 2, ROUNDS, 1, **dice)


@pytest.mark.parametrize(("row", "others"), [("ch", 152), ("fh", 155), ("kn", 130), ("pi", 131), ("3s", 139)])
def test_the_last_turn_is_exact(row: str, others: int) -> None:
    rolling = last_turn(row, others, stage=Stage.ROLLING, saved=(3, 3), rolls=1)
    here = ENGINE.expect(rolling, 1)
    assert here.exact
    assert here.win_exact
    assert here.points == pytest.approx(worth(GAME, rolling, points)[1], abs=1e-9)
    assert here.win == pytest.approx(worth(GAME, rolling)[1], abs=1e-6)
    rolled = GAME.apply(rolling, Roll((1, 3, 5)))
    for action, e in ENGINE.evaluate(rolled, 1, aim="win").items():
        after = GAME.apply(rolled, Move(1, action))
        assert e.exact
        assert e.win_exact
        assert e.points == pytest.approx(worth(GAME, after, points)[1], abs=1e-9)
        assert e.win == pytest.approx(worth(GAME, after)[1], abs=1e-6)
    # The action die earned in the last round has no effect.
    due = GAME.apply(last_turn(row, others, stage=Stage.ROLLED, dice=(1, 2, 3, 4, 5), rolls=3), Move(1, row))
    assert due.stage is Stage.ACTION_DIE
    assert ENGINE.expect(due, 1) == final_evaluation(GAME.scores(due), 1)


def test_nothing_is_exact_that_an_action_die_can_change() -> None:
    rolling = last_turn("ch", 150, stage=Stage.ROLLING)
    assert ENGINE.expect(rolling, 1).exact
    assert ENGINE.expect(rolling, 0).exact
    assert not ENGINE.expect(rolling, 0).win_exact
    for seat, die, seats_inexact in ((0, 3, (0, 1)), (1, 4, (0, 1)), (1, 1, (0,)), (0, 2, ())):
        hands = tuple(tuple(int((seat, die) == (i, j)) for j in range(5)) for i in range(2))
        state = last_turn("ch", 150, hands, stage=Stage.ROLLING)
        assert [i for i in range(2) if not ENGINE.expect(state, i).exact] == list(seats_inexact)


def test_points_are_those_of_the_sheet_finally_held() -> None:
    """The second of two seats ends with the better sheet as long as it keeps a shift or a swap."""
    mine, theirs = sheet(("ch", "kn"), 5), sheet(("kn",), 15)
    hands = (NO_DICE, (0, 0, 0, 1, 1))
    state = State((theirs, mine), hands, (NO_DICE,) * 2, ROUNDS - 1, 1, Stage.SHIFTING)
    actions = ENGINE.evaluate(state, 1)
    assert actions["swap.0"].points == pytest.approx(actions["end"].points, abs=15)
    assert actions["swap.0"].merit == NOT_CONSIDERED
    alone = replace(state, hands=(NO_DICE, (0, 0, 0, 0, 1)))
    actions = ENGINE.evaluate(alone, 1)
    assert actions["swap.0"].points < actions["end"].points
    assert actions["end"].points > final_score(mine, 1) + 50
    thief = State((mine, theirs), ((1, 0, 0, 0, 0), NO_DICE), (NO_DICE,) * 2, ROUNDS - 1, 0, Stage.BEFORE)
    stolen = ENGINE.evaluate(thief, 0)["steal.1.ch"].points
    assert stolen == pytest.approx(final_score(mine.filled("ch", 15), 1))


def test_a_freeze_before_a_steal_costs_no_points() -> None:
    sheets = sheet(("4s", "fh")), sheet(("4s",), 30)
    state = State(sheets, ((1, 1, 0, 0, 0), NO_DICE), (NO_DICE,) * 2, ROUNDS - 1, 0, Stage.BEFORE)
    actions = ENGINE.evaluate(state, 0)
    assert actions["freeze.1.4s"].points == actions["steal.1.fh"].points > actions["roll"].points


def test_a_seat_that_can_fill_no_row_does_not_roll() -> None:
    full = Sheet((10,) * (len(ROWS) - 1) + (None,), crossed=frozenset({ROWS[-1]}))
    state = State((full, Sheet()), ((0, 1, 0, 0, 0), NO_DICE), (NO_DICE,) * 2, ROUNDS - 4, 0, Stage.BEFORE)
    assert set(ENGINE.evaluate(state, 0)) == set(GAME.legal(state, 0)) > {"end"}


def test_frozen_rows_thaw_with_the_end_of_the_turn() -> None:
    frozen = sheet(("ch", "kn"), frozen=frozenset({"kn"}))
    hands = ((0, 2, 0, 0, 0), NO_DICE)
    state = State((frozen, sheet(("ch",))), hands, (NO_DICE,) * 2, ROUNDS - 1, 0, Stage.ROLLED, (1, 1, 2, 2, 4), (), 3)
    thawed = final_score(sheet(("kn",)).filled("ch", 10), 1)
    entered = GAME.apply(state, Move(0, "ch"))
    actions = ENGINE.evaluate(entered, 0)
    assert actions["end"].points == actions["freeze.1.ch"].points == pytest.approx(thawed, abs=1e-9)


@pytest.mark.parametrize("row", ["4s", "pi"])
def test_of_two_open_rows_and_one_turn_the_frozen_one_is_lost(row: str) -> None:
    other = {"4s": "pi", "pi": "4s"}[row]
    both = sheet(("4s", "pi"), 0, frozenset({row}))
    assert final_score(both, 1) == pytest.approx(final_score(sheet((other,), 0), 1), abs=1e-9)


def test_action_dice_are_ignored_without_the_option() -> None:
    without = KniffeligerEngine(GAME, action_dice=False)
    state = State((sheet(("ch",)), sheet(())), ((1, 1, 1, 1, 1),) * 2, (NO_DICE,) * 2, ROUNDS, 0, Stage.BEFORE)
    for aim in get_args(Aim):
        considered = [a for a, e in without.evaluate(state, 0, aim=aim).items() if e.merit > NOT_CONSIDERED]
        assert considered == ["roll"]
        assert ENGINE.evaluate(state, 0, aim=aim)["steal.1.ch"].merit > NOT_CONSIDERED


@pytest.mark.slow
def test_action_dice_win_games() -> None:
    rng = Random(3)
    players = [KniffeligerEngine(GAME, action_dice=playing) for playing in (False, True)]
    wins = 0.0
    for number in range(20):
        me = number % 2
        state = GAME.start(2)
        while not isinstance(turn := GAME.turn(state), Over):
            if isinstance(turn, Chance):
                state = GAME.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
            else:
                actions = players[state.seat == me].evaluate(state, state.seat)
                state = GAME.apply(state, Move(state.seat, max(actions, key=lambda action: actions[action].merit)))
        wins += final_evaluation(turn.scores, me).win or 0.0
    assert wins / 20 > 0.8


def test_options_make_other_engines() -> None:
    stamps = {
        engines.engine(make("kniffeliger", cross_out=where, five_is_full_house=five)).stamp
        for where in ("open", "filled", "any")
        for five in (False, True)
    }
    assert len(stamps) == 6
    state = last_turn("fh", 0, stage=Stage.ROLLED, dice=(4, 4, 4, 4, 4), rolls=3)
    five_is_one = engines.engine(make("kniffeliger", five_is_full_house=True))
    assert five_is_one.evaluate(state, 1)["fh"].points == 130 + 25
    assert ENGINE.evaluate(state, 1)["fh"].points == 130


def last_rows(*, frozen: bool, hand: tuple[int, ...] = NO_DICE) -> State:
    """Return round 14 before the first roll of seat 0; each sheet has only its chance open."""
    points_ = tuple(None if row == "ch" else 0 for row in ROWS)
    mine, theirs = Sheet(points_), Sheet(points_, frozenset({"ch"} if frozen else ()))
    return State((mine, theirs), (hand, NO_DICE), (NO_DICE,) * 2, round=ROUNDS)


def test_a_frozen_row_is_still_filled_if_rounds_go_on_until_all_sheets_are_full() -> None:
    full, usual = make("kniffeliger", rounds="until_full"), make("kniffeliger")
    state = last_rows(frozen=True)
    assert (usual.rounds_to_come(state), full.rounds_to_come(state)) == (0, 1)
    lost, filled = (engines.engine(game).expect(state, 1, aim="points") for game in (usual, full))
    chance = engines.engine(usual).expect(last_rows(frozen=False), 1, aim="points")
    assert lost.points == 0
    assert filled.points == pytest.approx(chance.points)


def test_nothing_is_exact_while_a_freeze_can_prolong_the_game() -> None:
    full, freeze = make("kniffeliger", rounds="until_full"), (0, 1, 0, 0, 0)
    without, state = last_rows(frozen=False), last_rows(frozen=False, hand=freeze)
    assert engines.engine(full).expect(without, 0, aim="points").exact
    assert not engines.engine(full).expect(state, 0, aim="points").exact
