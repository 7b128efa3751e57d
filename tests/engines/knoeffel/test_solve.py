"""The solved column of Knöffel, compared with published values of related games and with the rules."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from knobel.core import Game
from knobel.dice import Dice
from knobel.engines import engine
from knobel.engines.knoeffel.lookup import column_rules, shipped_rules
from knobel.engines.knoeffel.solve import column_values, solution, solve_column
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State, upper_sum
from tests.engines.knoeffel.test_engine import COLUMN_VALUE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("joker", "value"), [("none", 245.8708), ("free", 254.5896), ("forced", 254.5877)])
def test_the_published_optima_of_yahtzee(joker: str, value: float) -> None:
    """Verhoeff (1999) and Woodward (2003): solitaire without bonus and joker, with free choice and forced jokers."""
    game = Knoeffel(columns=1, free_rolls="none", knoeffel_points=50, joker=joker)
    assert solution(game)[0, 0] == pytest.approx(value, abs=5e-5)
    assert engine(game).expect(game.start(1), 0).points == pytest.approx(value, abs=1e-4)


def test_the_value_of_a_column() -> None:
    assert column_values()[0, 0] == pytest.approx(COLUMN_VALUE, abs=1e-5)


def test_without_free_rolls_a_column_is_worth_what_it_is_with_all_used() -> None:
    without = solution(Knoeffel(columns=1, free_rolls="none"))
    assert without[0, 0] == pytest.approx(column_values()[shipped_rules().where(0, 0, 3)], abs=1e-9)


def test_scandinavian_yatzy() -> None:
    def points(field: str, dice: Dice) -> int:
        counts = Counter(dice)

        def alike(n: int) -> int:
            return n * max((face for face in counts if counts[face] >= n), default=0)

        pairs = [face for face in counts if counts[face] >= 2]
        lower = {
            "pair": alike(2),
            "two pairs": 2 * sum(pairs) if len(pairs) == 2 else 0,
            "three": alike(3),
            "four": alike(4),
            "small": 15 * (dice == (1, 2, 3, 4, 5)),
            "large": 20 * (dice == (2, 3, 4, 5, 6)),
            "house": sum(dice) if sorted(counts.values()) == [2, 3] else 0,
            "chance": sum(dice),
            "yatzy": alike(5) and 50,
        }
        return lower[field] if field in lower else int(field) * counts[int(field)]

    fields = (*"123456", "pair", "two pairs", "three", "four", "small", "large", "house", "chance", "yatzy")
    yatzy = column_rules(fields, points, upper=6, bonus_from=63, bonus_points=50, free_points=(0,))
    assert solve_column(yatzy)[0, 0] == pytest.approx(248.43999, abs=5e-6)


def column_without(*open_fields: str, used: int, ones: int = 3) -> Column:
    """Return a column in which only these fields are open; the upper ones have three of their face, the others 0."""
    points = (ones, 6, 9, 12, 15, 18) + (0,) * 7
    return Column(tuple(None if field in open_fields else n for field, n in zip(FIELDS, points, strict=True)), used)


@pytest.mark.parametrize(
    "column",
    [
        column_without("ch", used=0),
        column_without("4k", used=2),
        column_without("kn", used=3),
        column_without("4s", used=0, ones=4),
        column_without("6s", used=1, ones=2),
        column_without("6s", "ls", used=2),
    ],
    ids=lambda column: "-".join(f for f, p in zip(FIELDS, column.points, strict=True) if p is None),
)
def test_endgames_by_the_rules(column: Column, by_the_rules: Callable[[Game[Any], Any], float]) -> None:
    filled = sum(1 << i for i, points in enumerate(column.points) if points is not None)
    value = column_values()[shipped_rules().where(filled, upper_sum(column), column.free_rolls_used)]
    scored = sum(points or 0 for points in column.points)
    assert scored + value == pytest.approx(by_the_rules(Knoeffel(columns=1), State(((column,),))), abs=1e-9)


def test_values_for_sequential_columns_are_those_of_one() -> None:
    """A second, empty column changes no decision: the state of a sequential game is its open column."""
    open_ = column_without("ch", used=3)
    full = Column((0,) * len(FIELDS), 0)
    sequential, single = Knoeffel(columns="sequential"), Knoeffel(columns=1)
    dice = (2, 3, 4, 5, 5)
    for rolls in (1, 2, 3):
        in_second = sequential.legal(State(((full, open_),), dice=dice, rolls=rolls), 0)
        alone = single.legal(State(((open_,),), dice=dice, rolls=rolls), 0)
        assert [action.replace(".2", ".1") for action in in_second] == list(alone)
