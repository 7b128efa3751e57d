"""Compiled games of Knöffel: legal move by move, scored as by the rules, and with the predicted scores."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from knobel.core import Event, Game, Move, Over, Roll
from knobel.dice import without
from knobel.engines.knoeffel.solve import column_values
from knobel.engines.shared.five_dice import KEEPS, ROLLS, five_dice
from knobel.engines.shared.rng import generator
from knobel.engines.shared.simd import LANES
from knobel.games.combinations import keep_text
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State
from knobel_lab.learning.knoeffel.selfplay import play
from knobel_lab.learning.knoeffel.shipped_data import solved_tables
from knobel_lab.learning.knoeffel.values import shipped_values
from tests.engines.knoeffel.test_turn_plans import numbers_of
from tests.lab.learning.knoeffel.turn_kernel import value_before_turn

pytestmark = pytest.mark.slow


def games(columns: int, count: int, traced: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores, and the traces of the first games."""
    scores = np.empty(count)
    trace = np.empty((traced, columns * len(FIELDS), 9), np.int16)
    play(generator(seed), solved_tables(), five_dice(), columns, scores, trace)
    return scores, trace


def events(trace: np.ndarray) -> list[Event]:
    """Return a traced game as events."""
    game: list[Event] = []
    for turn in trace.tolist():
        kept: tuple[int, ...] = ()
        for i in range(3):
            roll, keep = turn[2 * i : 2 * i + 2]
            if roll >= 0:
                game.append(Roll(without(ROLLS[roll], kept)))
                kept = KEEPS[keep]
                game.append(Move(0, keep_text("kkf"[i], kept)))
        roll, column, field = turn[6:]
        game.append(Roll(without(ROLLS[roll], kept)))
        game.append(Move(0, f"{FIELDS[field]}.{column + 1}"))
    return game


@pytest.mark.parametrize("columns", [1, 2])
def test_move_by_move(columns: int) -> None:
    scores, trace = games(columns, 32, 32, 3)
    rules = Knoeffel(columns=columns)
    for score, one in zip(scores, trace, strict=True):
        state = rules.start(1)
        for event in events(one):
            state = rules.apply(state, event)
        assert rules.turn(state) == Over((int(score),))


def test_two_open_fields_by_the_rules(by_the_rules: Callable[[Game[Any], Any], float]) -> None:
    """With one field open in each column, the values at the end of a turn are exact, and so is the turn."""
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    first = Column(tuple(None if field == "kn" else n for field, n in zip(FIELDS, points, strict=True)), 2)
    second = Column(tuple(None if field == "6s" else n for field, n in zip(FIELDS, points, strict=True)), 3)
    tables = solved_tables()
    sheet = np.array([numbers_of(column) for column in (first, second)])
    value = value_before_turn(tables, five_dice(), sheet, np.empty((3, len(KEEPS), LANES)))
    scored = sum(n or 0 for column in (first, second) for n in column.points)
    assert scored + value == pytest.approx(by_the_rules(Knoeffel(), State(((first, second),))), abs=1e-9)


def test_one_column_scores_its_value_and_as_far_around_it_as_is_known() -> None:
    scores, _ = games(1, 20_000, 0, 4)
    assert abs(scores.mean() - column_values()[0, 0]) < 3 * scores.std() / len(scores) ** 0.5
    _, variance = shipped_values(five_is_full_house=False).columns(np.zeros((1, 3), np.int64))
    assert scores.std() == pytest.approx(variance[0] ** 0.5, rel=0.02)


def test_two_free_columns_beat_two_single_columns() -> None:
    scores, _ = games(2, 2_000, 0, 5)
    assert scores.mean() - 10 * scores.std() / len(scores) ** 0.5 > 2 * column_values()[0, 0]
