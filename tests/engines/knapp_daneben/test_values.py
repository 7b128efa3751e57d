"""The values of Knapp Daneben! sheets, compared with slow versions of their definitions."""

import random
from itertools import product

import numpy as np
import pytest

from knobel.engines.knapp_daneben.lookup import Tables, line_codes
from knobel.engines.knapp_daneben.values import (
    Scratch,
    enter,
    evaluate,
    expected_best_entry,
    score,
    sheet_value,
    undo_entry,
)
from knobel.games import grid, tuples
from knobel.games.knapp_daneben import line_points
from tests.engines.knapp_daneben.reference import COLOUR, GAME, best_of_rolls, kernel_sheet, some_sheet


def some_line(rng: random.Random) -> list[int]:
    """Return the content of a line's circles, as digits of its code."""
    return [rng.randint(0, 12) for _ in range(5)]


def code(line: list[int]) -> int:
    return sum(digit * 13**k for k, digit in enumerate(line))


def turned(line: list[int]) -> list[int]:
    """Return the sheet with all dice turned over."""
    return [10 - digit if digit < 11 else digit for digit in line]


def test_line_codes_agree_with_the_rules() -> None:
    rng, lines = random.Random(4), line_codes()
    for _ in range(500):
        line = some_line(rng)
        sheet = tuple(digit + 2 if digit < 11 else 0 for digit in line) + (0,) * 20
        assert lines.points[code(line)] == line_points(sheet, "row1")
        assert (lines.slot[code(line)] > 0) == (0 in sheet[:5])
        for other in (line[::-1], turned(line), turned(line)[::-1]):
            assert lines.slot[code(other)] == lines.slot[code(line)]


def test_lines_look_alike_from_both_ends_and_with_all_dice_turned_over(random_values: Tables) -> None:
    rng, lines, slot = random.Random(5), line_codes(), random_values.cell_slot
    for _ in range(500):
        line, k = some_line(rng), rng.randrange(5)
        line[k] = 11
        here, over = lines.axis[k, code(line)], lines.axis[k, code(turned(line))]
        assert here == lines.axis[4 - k, code(line[::-1])]
        assert lines.axis_mirror[here] == over
        other = rng.randrange(len(slot))
        assert slot[here, other] == slot[other, here] == slot[over, lines.axis_mirror[other]]


@pytest.mark.parametrize("own", [0, 3])
def test_sheets_are_written_and_taken_back(random_values: Tables, own: int) -> None:
    rng, numbers = random.Random(own), grid.EMPTY
    sheet = kernel_sheet(random_values, numbers, own)
    for cell in rng.sample(range(25), 25):
        before, total = sheet.copy(), rng.randrange(11)
        after = tuples.put(numbers, cell, total + 2)
        gain = enter(random_values, sheet, cell, total)
        assert gain == GAME.total(after) - GAME.total(numbers)
        assert score(random_values, sheet) == GAME.total(after)
        assert sheet == kernel_sheet(random_values, after, own)
        undo_entry(random_values, sheet, cell)
        assert sheet == before
        enter(random_values, sheet, cell, total)
        numbers = after


@pytest.mark.parametrize("free", [25, 19, 10, 3, 1])
@pytest.mark.parametrize("own", [0, 3])
def test_entry_values_equal_afterstate_values(random_values: Tables, own: int, free: int) -> None:
    numbers, scratch = some_sheet(free, free), Scratch.empty()
    sheet = kernel_sheet(random_values, numbers, own)
    before = sheet.copy()
    evaluate(random_values, sheet, scratch.all, scratch)
    assert sheet == before
    for circle, total in product(range(5), range(11)):
        found = {}
        for cell in range(25):
            if not numbers[cell] and COLOUR[cell] == circle:
                after = tuples.put(numbers, cell, total + 2)
                value = sheet_value(random_values, kernel_sheet(random_values, after, own))
                found[cell] = GAME.total(after) - GAME.total(numbers) + value
                assert scratch.values[cell, total] == pytest.approx(found[cell], abs=1e-3)
        if found:
            assert scratch.best[circle, total] == pytest.approx(max(found.values()), abs=1e-3)
            assert found[int(scratch.where[circle, total])] == pytest.approx(max(found.values()), abs=1e-3)
        else:
            assert scratch.best[circle, total] == -np.inf


@pytest.mark.parametrize(("own", "nothing"), [(0, 1), (3, 3), (4, None)])
def test_mean_of_best_is_the_mean_over_all_rolls(own: int, nothing: int | None) -> None:
    """Also without a free circle of the player's own colour, or of another one."""
    best = np.random.default_rng(2).normal(size=(5, 11))
    if nothing is not None:
        best[nothing] = -np.inf
    by_number = {(colour, total + 2): worth for (colour, total), worth in np.ndenumerate(best)}
    assert expected_best_entry(own, best) == pytest.approx(best_of_rolls(own, by_number).mean(), abs=1e-9)
