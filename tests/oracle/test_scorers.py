"""Scores of all lines and all sets of five dice, by the rules and by the second implementation."""

from itertools import combinations_with_replacement

import pytest

from knobel.games import kniffeliger, knister, knoeffel
from knobel.games.knaster import circles_earned
from tests.oracle.in_turn import points
from tests.oracle.together import Knaster, Knister

LINES = list(combinations_with_replacement(range(2, 13), 5))
ROLLS = list(combinations_with_replacement(range(1, 7), 5))


def test_every_line_of_knister() -> None:
    assert len(LINES) == 3003
    for line in LINES:
        assert knister.POINTS[knister.combination(line)] == Knister.line_points(list(line)), line


def test_every_line_of_knaster() -> None:
    for line in LINES:
        assert circles_earned(line) == Knaster.earned(list(line)), line


@pytest.mark.parametrize("five_is_full_house", [False, True])
def test_every_roll_in_every_field(five_is_full_house: bool) -> None:
    assert len(ROLLS) == 252
    for dice in ROLLS:
        for field in knoeffel.FIELDS:
            expected = points(field, list(dice), five_equal=20, five_is_full_house=five_is_full_house)
            assert knoeffel.field_points(field, dice, knoeffel.Scoring(five_is_full_house)) == expected, (field, dice)
        for row in kniffeliger.ROWS:
            expected = points(row, list(dice), five_equal=50, five_is_full_house=five_is_full_house)
            assert kniffeliger.row_points(row, dice, five_is_full_house=five_is_full_house) == expected, (row, dice)
