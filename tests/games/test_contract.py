"""One suite for every game, with all options and numbers of seats."""

import dataclasses
import json
import math
import pickle
import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, assert_type

import msgspec
import pytest

import knobel
from knobel import notation
from knobel.core import (
    BadSetup,
    Chance,
    Decide,
    Die,
    Event,
    Game,
    Illegal,
    KnobelError,
    Move,
    Over,
    Reason,
    Roll,
    Undo,
    UnknownSeat,
)
from knobel.games import knaster, kniffeliger, knoeffel
from knobel.games.grid import Grid
from knobel.games.kniffeliger import Kniffeliger
from knobel.games.knister import Knister
from knobel.games.simultaneous import Rounds
from knobel.server.compute.job import position_type
from tests.games.cases import SETUPS, walk
from tests.slow import setups_slow_except_quick

SEED = 11

every_setup = pytest.mark.parametrize(("name", "options", "seats"), setups_slow_except_quick(SETUPS))
every_game = pytest.mark.parametrize("name", list(knobel.GAMES))


NO_NUMBERS: tuple[Any, ...] = (0.0, 1.5, "0", "", True, False, None, [0], (0,), {}, Fraction(1))
"""Values that are not valid as numbers of seats, as seats or as faces, though some of them equal valid ones."""
NO_TEXTS: tuple[Any, ...] = (None, 0, 1.5, True, b"c3", ["c3"], ("c3",), {"c3"}, {})


def some(walked: list[tuple[Any, Event, Any]], count: int) -> list[tuple[Any, Event, Any]]:
    """Return a few steps of a game, the last ones included."""
    return random.Random(SEED).sample(walked, min(count, len(walked))) + walked[-3:]


def mutants(actions: set[str], rng: random.Random) -> set[str]:
    """Texts similar to actions, and unrelated texts."""
    found = {
        "",
        " ",
        "a",
        "k",
        "f",
        "x1",
        "a0",
        "f1",
        "e6",
        "pass ",
        "ROLL",
        "row1:",
        ":",
        ".",
        "row6:a1",
        "swap.",
        "undo",
    }
    found |= {"kkkkk", "k123456", "k0", "swap.-1", "swap.99", "swap.01", "steal.01.fh", "steal.9.fh", "fh.0", "fh.9"}
    found |= {"a1é", "①", "k١", "a" * 10_000, "null", "a1\n", "c3z", "kn.1", "7s", "diag:a1,a1", "anti:e1,e1,e1"}
    for action in sorted(actions):
        i = rng.randrange(len(action))
        found |= {action.upper() + "!", action[:i] + action[i + 1 :], action + action[-1], action[::-1], f" {action}"}
        found.add(action[:i] + rng.choice("abcdek123456.,:o") + action[i + 1 :])
    return found | actions


def plain(data: Any) -> bool:
    """True if the value survives JSON unchanged."""
    return bool(json.loads(json.dumps(data, allow_nan=False)) == data)


def longest(name: str, options: dict[str, Any], seats: int) -> float:
    """Return an upper bound of the number of events of a game of Knobel."""
    columns = options.get("columns", 2)
    return {
        "knister": 25 * (1 + seats),
        # 25 entries and 25 circles a seat and one roll more; at most 12 lines to work off
        "knaster": 51 + seats * (51 + 12),
        "knapp_daneben": 25 * (1 + seats),
        "knoeffel": 8 * 13 * seats * (2 if columns == "sequential" else columns),
        # Rolls, keeps, entry, action die and end; and each of five dice once for each of 13 that are earned
        "kniffeliger": 14 * seats * 12 + 14 * seats * 5,
    }.get(name, math.inf)


@every_setup
def test_a_game_is_coherent_from_start_to_end(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    walked = list(walk(game, seats, SEED))
    assert len(walked) <= longest(name, options, seats)
    for state, event, after in walked:
        turn = game.turn(state)
        assert not isinstance(turn, Over)
        assert game.seats(state) == seats
        deciding = turn.seats if isinstance(turn, Decide) else ()
        assert list(deciding) == sorted(set(deciding))
        for seat in range(seats):
            actions = game.legal(state, seat)
            assert len(set(actions)) == len(actions)
            assert bool(actions) == (seat in deciding)
        assert hash(after) == hash(game.apply(state, event))
        assert after == game.apply(state, event)
        assert after != state
        if isinstance(turn, Chance):
            assert turn.dice > 0
            assert 0 <= turn.seat < seats
    last = walked[-1][2]
    end = game.turn(last)
    assert isinstance(end, Over)
    assert end.scores == game.scores(last)
    assert len(end.scores) == seats
    assert game.outcomes(last) == {}
    assert not any(game.legal(last, seat) for seat in range(seats))
    for event in (Roll((1, 1)), Move(0, "a1"), Undo(0)):
        with pytest.raises(Illegal):
            game.apply(last, event)


@pytest.mark.parametrize("count", [8, pytest.param(25, marks=pytest.mark.slow)])
@every_setup
def test_every_legal_action_is_accepted_and_all_else_refused(
    name: str, options: dict[str, Any], seats: int, count: int
) -> None:
    game = knobel.make(name, **options)
    rng = random.Random(SEED)
    walked = list(walk(game, seats, SEED))
    seen = {event.action for _, event, _ in walked if isinstance(event, Move)}
    deciding = [step for step in walked if isinstance(game.turn(step[0]), Decide)]
    for state, _, _ in some(deciding, count):
        turn = game.turn(state)
        assert isinstance(turn, Decide)
        copy = pickle.dumps(state)
        for seat in turn.seats[:2]:
            legal = game.legal(state, seat)
            for action in rng.sample(legal, min(len(legal), 30)):
                game.apply(state, Move(seat, action))
            near = set(rng.sample(sorted(seen), min(len(seen), 60))) | set(legal[:20])
            for text in mutants(near, rng) - set(legal):
                with pytest.raises(Illegal) as caught:
                    game.apply(state, Move(seat, text))
                assert isinstance(caught.value.reason, Reason)
                assert len(str(caught.value)) > 5
                with pytest.raises(Illegal):
                    game.preview(state, seat, text)
        for seat in {-1, seats, *range(seats)} - set(turn.seats):
            assert game.legal(state, seat) == ()
            with pytest.raises(Illegal, match="may not move") as caught:
                game.apply(state, Move(seat, "a1"))
            assert caught.value.reason is Reason.NOT_YOUR_TURN
        with pytest.raises(Illegal) as caught:
            game.apply(state, Roll((1, 2)))
        assert caught.value.reason is Reason.DECIDE_FIRST
        assert pickle.loads(copy) == state, "a refusal or a move has changed the position"


@every_setup
def test_rolls_are_checked_and_outcomes_exact(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    rolling = [step for step in walk(game, seats, SEED) if isinstance(game.turn(step[0]), Chance)]
    checked = set()
    for state, event, _ in rolling:
        turn = game.turn(state)
        assert isinstance(turn, Chance)
        assert isinstance(event, Roll)
        if (turn.dice, turn.die) in checked:
            continue
        checked.add((turn.dice, turn.die))
        outcomes = game.outcomes(state)
        assert sum(outcomes.values()) == 1
        # Throw every die in every way: rolls that the rules do not distinguish must be one outcome with their total
        # probability.
        fair: dict[Any, Fraction] = {}
        for faces in product(range(1, 7), repeat=turn.dice):
            after = game.apply(state, Roll(faces))
            fair[after] = fair.get(after, Fraction(0)) + Fraction(1, 6**turn.dice)
        assert {game.apply(state, roll): chance for roll, chance in outcomes.items()} == fair
        for faces in ((), (1,) * (turn.dice + 1), (0,) * turn.dice, (7,) * turn.dice, (True,) * turn.dice):
            with pytest.raises(Illegal) as caught:
                game.apply(state, Roll(faces))
            assert caught.value.reason in (Reason.DICE_COUNT, Reason.DICE_FACE)
        with pytest.raises(Illegal) as caught:
            game.apply(state, Move(turn.seat, "a1"))
        assert caught.value.reason is Reason.ROLL_FIRST
        assert (turn.die is Die.ACTION) <= (turn.dice == 1)


@every_setup
def test_wrong_numbers_of_seats_and_seats_are_refused(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for number in NO_NUMBERS:
        with pytest.raises(BadSetup, match="number of seats"):
            game.start(number)
    for state, _, _ in some(list(walk(game, seats, SEED)), 10):
        for seat in (*NO_NUMBERS, -1, seats):
            assert game.legal(state, seat) == ()
            assert not game.may_undo(state, seat)
            with pytest.raises(Illegal):
                game.apply(state, Undo(seat))
            for method in (game.score, game.sheet, game.view):
                if seat is not None or method != game.view:
                    with pytest.raises(UnknownSeat, match="there is no seat"):
                        method(state, seat)


@every_setup
def test_rolls_of_wrong_types_are_refused(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, event, _ in some(list(walk(game, seats, SEED)), 20):
        if not isinstance(event, Roll):
            continue
        dice = event.dice
        wrong: tuple[Any, ...] = (list(dice), "1" * len(dice), set(dice), dict.fromkeys(dice), iter(dice), None, 3)
        for given in (*wrong, *((face, *dice[1:]) for face in NO_NUMBERS)):
            with pytest.raises(Illegal) as caught:
                game.apply(state, Roll(given))
            assert caught.value.reason is Reason.DICE_FACE


@every_setup
def test_moves_of_wrong_types_are_refused(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, event, _ in some(list(walk(game, seats, SEED)), 20):
        if not isinstance(event, Move):
            continue
        wrong = [(Move(event.seat, text), Reason.UNKNOWN_ACTION) for text in NO_TEXTS]
        wrong += [(Move(seat, event.action), Reason.NOT_YOUR_TURN) for seat in (*NO_NUMBERS, -1, seats)]
        for move, reason in wrong:
            with pytest.raises(Illegal) as caught:
                game.apply(state, move)
            assert caught.value.reason is reason
            with pytest.raises(Illegal) as caught:
                game.preview(state, move.seat, move.action)
            assert caught.value.reason is reason


@every_game
def test_games_are_values(name: str) -> None:
    for options in (options for game, options, _ in SETUPS if game == name):
        game, same = knobel.make(name, **options), knobel.make(name, **options)
        assert game == same == pickle.loads(pickle.dumps(game))
        assert len({game, same}) == 1
        assert eval(repr(game)) == game
        assert (game == knobel.make(name)) == (game.options == knobel.make(name).options)
        assert all(game != knobel.make(other) for other in knobel.GAMES if other != name)
        assert game != name
    assert repr(knobel.make(name)) == f"knobel.make({name!r})"


def test_type_checkers_know_the_states() -> None:
    """mypy checks these types; the names of games are literals."""
    assert_type(knobel.make("knister"), Knister)
    assert_type(knobel.make("knister").start(2), Rounds[Grid])
    assert_type(knobel.make("knaster").start(2).sheets[0], knaster.Sheet)
    assert_type(knobel.make("knapp_daneben").start(2), Rounds[Grid])
    assert_type(knobel.make("knoeffel", columns=1).start(2), knoeffel.State)
    state = assert_type(knobel.make("kniffeliger"), Kniffeliger).start(2)
    assert_type(state.sheets[0], kniffeliger.Sheet)
    assert_type(knobel.replay(knobel.make("kniffeliger"), 2, []), kniffeliger.State)
    assert_type(knobel.make(min(knobel.GAMES)), Game[Any])


@every_setup
def test_previews_agree_with_apply(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    deciding = [step for step in walk(game, seats, SEED) if isinstance(game.turn(step[0]), Decide)]
    for state, _, _ in some(deciding, 40):
        turn = game.turn(state)
        assert isinstance(turn, Decide)
        seat = turn.seats[0]
        previews = game.previews(state, seat)
        assert tuple(previews) == game.legal(state, seat)
        for action, preview in list(previews.items())[:40]:
            assert preview == game.preview(state, seat, action)
            after = game.apply(state, Move(seat, action))
            assert preview.gain == game.score(after, seat) - game.score(state, seat)
            due = game.sheet(after, seat).get("pending", {})
            if due and ":" not in action:
                assert preview.circles == sum(due.values())
            else:
                assert preview.circles == 0
            assert preview.declines <= (len(previews) > 1)
            before, now = (json.dumps(game.sheet(s, seat)) for s in (state, after))
            if preview.writes is not None:
                assert before != now
                assert str(preview.writes) in now


@every_setup
def test_sheets_follow_from_their_keys(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    known: dict[Any, tuple[Any, int]] = {}
    for state, _, _ in walk(game, seats, SEED):
        for seat in range(seats):
            for position in (state, game.view(state, None)):
                shown = game.sheet(position, seat), game.score(position, seat)
                assert known.setdefault((seat, game.sheet_key(position, seat)), shown) == shown


@every_setup
def test_sheets_and_table_are_plain_data(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    walked = list(walk(game, seats, SEED))
    shapes = set()
    for state, _, after in [walked[0], *some(walked, 30)]:
        for position in (state, after):
            assert plain(game.info(position))
            for seat in range(seats):
                sheet = game.sheet(position, seat)
                assert isinstance(sheet, Mapping)
                assert plain(sheet)
                assert sheet["total"] == game.score(position, seat)
                shapes.add(frozenset(sheet))
    assert len(shapes) == 1, "a sheet has the same keys from start to end"


@every_setup
def test_states_are_values(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, event, after in some(list(walk(game, seats, SEED)), 20):
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert pickle.loads(pickle.dumps(game)).apply(twin, event) == after
        names = (
            [field.name for field in dataclasses.fields(state)] if dataclasses.is_dataclass(state) else state._fields
        )
        for attribute in names:
            with pytest.raises(AttributeError):
                setattr(state, attribute, ())


@every_setup
def test_positions_can_be_sent_to_workers(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    decoder = msgspec.json.Decoder(position_type(type(game)))
    for state, _, _ in walk(game, seats, SEED):
        back = decoder.decode(msgspec.json.encode(state))
        assert (back, hash(back), game.turn(back)) == (state, hash(state), game.turn(state))
        # Fields that do not distinguish positions are restored too.
        assert game.view(back, 0) == game.view(state, 0)


@every_setup
def test_a_record_gives_the_game_back(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    walked = list(walk(game, seats, SEED))
    record = notation.Record(game, tuple(f"Möwe {n}" for n in range(seats)), [event for _, event, _ in walked])
    text = notation.dumps(record)
    read, state = notation.load(text.splitlines())
    assert state == walked[-1][2]
    assert (read.game.name, read.game.options, read.seats) == (name, game.options, record.seats)
    assert read.events == record.events
    assert notation.dumps(read) == text


@every_setup
def test_views_hide_the_open_round_and_nothing_else(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, _, _ in walk(game, seats, SEED):
        turn = game.turn(state)
        for viewer in (None, *range(seats)):
            view = game.view(state, viewer)
            assert game.turn(view) == turn or isinstance(turn, Over)
            waits = isinstance(turn, Decide) and game.simultaneous and (viewer is None or viewer in turn.seats)
            if not waits:
                assert view == state
            if viewer is not None:
                assert game.sheet(view, viewer) == game.sheet(state, viewer)
                assert game.legal(view, viewer) == game.legal(state, viewer)
            for other in range(seats):
                if waits and other != viewer:
                    assert game.sheet(view, other) == game.describe(state.before[other], other)  # type: ignore[attr-defined]


def is_legal(game: Game[Any], state: Any, event: Event) -> bool:
    """True if the rules allow the event."""
    try:
        game.apply(state, event)
    except Illegal:
        return False
    return True


@every_setup
def test_undo_takes_back_the_open_round_only(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, event, after in walk(game, seats, SEED):
        for seat in range(seats):
            assert game.may_undo(after, seat) == is_legal(game, after, Undo(seat))
        if not isinstance(event, Move):
            with pytest.raises(Illegal):
                game.apply(after, Undo(0))
            continue
        if not game.simultaneous:
            with pytest.raises(Illegal) as caught:
                game.apply(after, Undo(event.seat))
            assert caught.value.reason is Reason.NOTHING_TO_UNDO
        elif isinstance(game.turn(after), Over):
            with pytest.raises(Illegal):
                game.apply(after, Undo(event.seat))
        else:
            undone = game.apply(after, Undo(event.seat))
            assert event.seat in game.turn(undone).seats  # type: ignore[union-attr]
            assert game.sheet(undone, event.seat) == game.describe(state.before[event.seat], event.seat)  # type: ignore[attr-defined]
            with pytest.raises(Illegal):
                game.apply(undone, Undo(event.seat))


@every_game
def test_titles_and_seats(name: str) -> None:
    game = knobel.make(name)
    assert game.name == name
    assert set(game.titles) == {"de", "en", "it"}
    assert all(game.titles.values())
    for seats in (0, -1, game.min_seats - 1):
        with pytest.raises(BadSetup, match=f"{name} is for"):
            game.start(seats)
    game.start(game.min_seats)
    if game.max_seats is None:
        assert game.seats(game.start(300)) == 300
    else:
        game.start(game.max_seats)
        with pytest.raises(BadSetup, match=f"not {game.max_seats + 1}"):
            game.start(game.max_seats + 1)


@every_game
def test_options(name: str) -> None:
    cls = knobel.GAMES[name]
    defaults = knobel.make(name)
    assert plain(defaults.options)
    assert defaults.options == {option.name: option.default for option in cls.option_list}
    for option in cls.option_list:
        for choice in option.choices:
            for value in (choice, str(choice), str(choice).upper()):
                assert knobel.make(name, **{option.name: value}).options[option.name] == choice
        wrong_values: tuple[Any, ...] = ("nonsense", "", None, -3, 2.0, [], {})
        for wrong in wrong_values:
            with pytest.raises(BadSetup, match=f"option {option.name}"):
                knobel.make(name, **{option.name: wrong})
    for unknown in ("nonsense", "name", "self", "seats"):
        with pytest.raises(BadSetup, match=f"has no option '{unknown}'"):
            knobel.make(name, **{unknown: 1})


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(BadSetup, match="there is no game 'chess'; the games: knister, "):
        knobel.make("chess")
    no_names: tuple[Any, ...] = (None, 1, ["knister"], {"knister": 1}, b"knister", ("knister",))
    for name in no_names:
        with pytest.raises(BadSetup, match="there is no game"):
            knobel.make(name)


def test_errors_have_one_base() -> None:
    for error in (BadSetup, Illegal, UnknownSeat, notation.BadRecord):
        assert issubclass(error, KnobelError)


def test_equal_totals_share_the_place() -> None:
    assert knobel.core.places((50, 70, 50, 10)) == (2, 1, 2, 4)
    assert knobel.core.places((7, 7, 3)) == (1, 1, 3)


def test_illegal_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(Illegal(Reason.CELL_TAKEN, "c3 is taken")))
    assert (error.reason, str(error)) == (Reason.CELL_TAKEN, "c3 is taken")
    assert isinstance(error, Illegal)


@every_game
def test_sampled_rolls_follow_the_outcomes(name: str) -> None:
    game, rng = knobel.make(name), random.Random(SEED)
    for state, _, _ in some(list(walk(game, max(2, game.min_seats), SEED)), 40):
        if isinstance(game.turn(state), Chance):
            roll = game.sample(state, rng)
            assert roll in game.outcomes(state)
            game.apply(state, roll)
        else:
            with pytest.raises(Illegal) as refusal:
                game.sample(state, rng)
            assert refusal.value.reason in (Reason.DECIDE_FIRST, Reason.OVER)


@every_game
def test_invalid_events_are_refused(name: str) -> None:
    game = knobel.make(name)
    for nothing in (None, "c3", (3, 4), object()):
        with pytest.raises(TypeError, match="no event"):
            game.apply(game.start(2), nothing)  # type: ignore[arg-type]
