"""Values of actions and positions by the engine: as accurate as stored, and equal to the rules where exact."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from knobel import make
from knobel.core import Chance, Game, Move, Over, Roll
from knobel.engines import Aim, Effort, engine
from knobel.engines.engine import best_evaluation
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State
from tests.slow import slow_except

ROUNDING = 0.01
"""Tolerance for points that are exact except for the rounding of the tables."""
COLUMN_VALUE = 258.90001
"""The value of a column as `test_solve` computes it."""


def thrown(turn: Chance, rng: Random) -> Roll:
    return Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice)))


def play(game: Game[Any], players: list[tuple[Effort, Aim] | None], rng: Random) -> tuple[int, ...]:
    """Play one game by the values of actions; None plays at random."""
    state = game.start(len(players))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, thrown(turn, rng))
            continue
        seat = turn.seats[0]
        how = players[seat]
        legal = game.legal(state, seat)
        if how is None:
            action = rng.choice(legal)
        else:
            worth = engine(game).evaluate(game.view(state, seat), seat, *how)
            assert tuple(worth) == legal
            action = max(worth, key=lambda action: worth[action].merit)
        state = game.apply(state, Move(seat, action))
    return turn.scores


@pytest.mark.parametrize(
    ("columns", "five_is_full_house"),
    [
        pytest.param(1, True, marks=pytest.mark.slow),
        (2, False),
        pytest.param(3, True, marks=pytest.mark.slow),
        pytest.param("sequential", False, marks=pytest.mark.slow),
        ("sequential", True),
    ],
)
def test_every_option_is_played_well(columns: int | str, five_is_full_house: bool) -> None:
    game = make("knoeffel", columns=columns, five_is_full_house=five_is_full_house)
    strong, at_random, master = play(game, [("strong", "points"), None, ("master", "win")], Random(1))
    assert min(strong, master) > at_random


def test_sequential_columns_score_their_value() -> None:
    game, rng = make("knoeffel", columns="sequential"), Random(2)
    scores = np.array([play(game, [("strong", "points")], rng)[0] for _ in range(10)])
    value = 2 * COLUMN_VALUE
    assert abs(scores.mean() - value) < 3 * scores.std() / len(scores) ** 0.5
    start = engine(game).expect(game.start(1), 0)
    assert start.points == pytest.approx(value, abs=ROUNDING)
    assert start.exact


def column(*open_fields: str, used: int) -> Column:
    """Return a column in which only these fields are open; the upper ones have three of their face, the others 0."""
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    return Column(tuple(None if field in open_fields else n for field, n in zip(FIELDS, points, strict=True)), used)


FULL = Column((0,) * len(FIELDS), 1)
ENDGAMES = {
    "one column": (Knoeffel(columns=1), (column("4k", used=2),)),
    "two columns, one full": (Knoeffel(), (column("ch", used=1), FULL)),
    "two columns, a field in each": (Knoeffel(), (column("kn", used=2), column("6s", used=3))),
    "the second of sequential columns": (Knoeffel(columns="sequential"), (FULL, column("ls", used=2))),
}


@pytest.mark.parametrize(
    "name", slow_except("two columns, one full", "the second of sequential columns", games=ENDGAMES)
)
def test_exact_values_agree_with_the_rules(name: str, by_the_rules: Callable[[Game[Any], Any], float]) -> None:
    """Before every roll of a turn, the free roll included, and for every action after it."""
    game, columns = ENDGAMES[name]
    thinking, rng, state = engine(game), Random(4), State((columns,))
    for _ in range(4):
        before = thinking.expect(state, 0, "strong")
        assert before.exact
        assert before.points == pytest.approx(by_the_rules(game, state), abs=ROUNDING)
        turn = game.turn(state)
        assert isinstance(turn, Chance)
        state = game.apply(state, thrown(turn, rng))
        worth = thinking.evaluate(state, 0, "strong")
        asked = rng.sample(list(worth), min(len(worth), 5))
        for action in asked:
            assert worth[action].exact
            after = game.apply(state, Move(0, action))
            assert worth[action].points == pytest.approx(by_the_rules(game, after), abs=ROUNDING)
        again = [action for action in worth if "." not in action]
        if not again:
            break
        state = game.apply(state, Move(0, max(again, key=lambda action: worth[action].points)))


def test_only_exact_values_are_called_exact() -> None:
    game, dice = Knoeffel(), (1, 2, 2, 5, 6)
    for first, second, efforts in (
        (("ch",), ("kn",), {"quick", "strong", "master"}),
        (("ch",), ("kn", "ls"), {"master"}),
        (("ch", "4s"), ("kn", "ls"), set[str]()),
        ((), ("kn", "ls", "ss", "fh"), {"quick", "strong", "master"}),
    ):
        state = State(((column(*first, used=0), column(*second, used=0)),), dice=dice, rolls=2)
        for effort in ("quick", "strong", "master"):
            exact = effort in efforts
            assert {evaluation.exact for evaluation in engine(game).evaluate(state, 0, effort).values()} == {exact}
            assert engine(game).expect(state, 0, effort).exact == exact


@pytest.mark.parametrize("effort", ["strong", "master"])
@pytest.mark.parametrize(("columns", "seats"), [(2, 1), (2, 3), (3, 2), ("sequential", 2)])
def test_before_a_roll_is_the_mean_over_the_rolls(columns: int | str, seats: int, effort: Effort) -> None:
    game = make("knoeffel", columns=columns)
    thinking, rng, state, asked = engine(game), Random(6), game.start(seats), set()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            # The first, the second, the third and the free roll, once each.
            if state.rolls not in asked and rng.random() < 0.1:
                asked.add(state.rolls)
                before = thinking.expect(state, turn.seat, effort)
                rolled = [(float(p), game.apply(state, roll)) for roll, p in game.outcomes(state).items()]
                points = [
                    p * best_evaluation(thinking.evaluate(after, turn.seat, effort)).points for p, after in rolled
                ]
                assert before.points == pytest.approx(sum(points), abs=1e-6)
                assert before.merit == before.points
                if seats > 1:
                    best_to_win = [
                        best_evaluation(thinking.evaluate(after, turn.seat, effort, "win")) for _, after in rolled
                    ]
                    win = sum(p * (each.win or 0) for (p, _), each in zip(rolled, best_to_win, strict=True))
                    assert before.win == pytest.approx(win, abs=1e-5)
            state = game.apply(state, thrown(turn, rng))
            continue
        legal = game.legal(state, turn.seats[0])
        free = [action for action in legal if action[0] == "f" and action[:2] != "fh"]
        state = game.apply(state, Move(turn.seats[0], rng.choice(free or legal)))
    assert asked == {0, 1, 2, 3}


def test_values_do_not_change_during_turns_of_others() -> None:
    game, rng = Knoeffel(), Random(8)
    state = game.start(2)
    before = engine(game).expect(state, 1)
    while state.seat == 0:
        assert engine(game).expect(state, 1) == before
        turn = game.turn(state)
        state = game.apply(
            state, thrown(turn, rng) if isinstance(turn, Chance) else Move(0, rng.choice(game.legal(state, 0)))
        )
    # Now the seat's own turn begins: the same sheet, against another one.
    after = engine(game).expect(state, 1)
    assert after.points == before.points
    assert after.win != before.win


@pytest.mark.parametrize("columns", [1, 3, "sequential"])
def test_a_field_in_each_column_adds_its_points_to_shared_free_rolls(columns: int | str) -> None:
    """Each free roll costs 5 points in any field, so that the play is the same as with one field for all columns."""
    rng, fields = Random(1), make("knoeffel", columns=columns, free_rolls="player_fields")
    one = make("knoeffel", columns=columns, free_rolls="player")
    state = twin = fields.start(2)
    more = 15 * (len(state.sheets[0]) - 1)
    while not isinstance(turn := fields.turn(state), Over):
        if isinstance(turn, Chance):
            event: Roll | Move = thrown(turn, rng)
        else:
            legal = fields.legal(state, state.seat)
            free = [action for action in legal if action[0] == "f" and "." not in action]
            event = Move(state.seat, rng.choice(free or legal))
            if rng.random() < 0.1:
                worth = engine(fields).evaluate(state, state.seat, "strong", "win")
                expected = engine(one).evaluate(twin, twin.seat, "strong", "win")
                assert list(worth) == list(expected)
                for action, value in worth.items():
                    assert value.points == pytest.approx(expected[action].points + more)
                    assert value.win == pytest.approx(expected[action].win)
                    assert value.exact == expected[action].exact
        state, twin = fields.apply(state, event), one.apply(twin, event)
    assert fields.scores(state) == tuple(score + more for score in one.scores(twin))
