"""Search in Knapp Daneben!, compared with slow versions of its definition."""

from itertools import product

import numpy as np
import pytest

from knobel.engines.knapp_daneben.endgame import value_before_roll, value_entries
from knobel.engines.knapp_daneben.lookup import Tables
from knobel.engines.knapp_daneben.search import MAX_DISTANCE, Entries, Search, expected_points
from knobel.engines.knapp_daneben.values import Scratch, sheet_value
from knobel.engines.shared.arrays import Array, read_only
from knobel.games.tuples import put
from tests.engines.knapp_daneben.reference import (
    COLOUR,
    GAME,
    NUMBERS,
    best_by_number,
    best_of_rolls,
    kernel_sheet,
    some_sheet,
)

pytestmark = pytest.mark.slow  # compiles for fifteen seconds
OWN, SHEET = 2, some_sheet(7, 9)
Worth = dict[tuple[int, int], float]


def gain(cell: int, number: int) -> int:
    return GAME.total(put(SHEET, cell, number)) - GAME.total(SHEET)


def mean(best: Worth) -> float:
    return float(best_of_rolls(OWN, best).mean())


@pytest.fixture(scope="module")
def by_value(random_values: Tables) -> Worth:
    """Return the values of entries: those of the sheets after them."""
    return {
        (cell, number): gain(cell, number) + sheet_value(random_values, after(random_values, cell, number))
        for cell, number in product(range(25), NUMBERS)
        if not SHEET[cell]
    }


@pytest.fixture(scope="module")
def by_one_roll(random_values: Tables, by_value: Worth) -> Worth:
    """Return the values of entries: the mean over all rolls of the best entry after them."""
    scratch, search = Scratch.of_search(), Search.of()
    return {
        (cell, number): gain(cell, number)
        + expected_points(random_values, search, scratch, after(random_values, cell, number), 1)
        for cell, number in by_value
    }


def after(tables: Tables, cell: int, number: int) -> Array:
    return kernel_sheet(tables, put(SHEET, cell, number), OWN)


def test_one_roll_ahead_is_the_mean_over_all_rolls(random_values: Tables, by_value: Worth) -> None:
    found = expected_points(random_values, Search.of(), Scratch.of_search(), kernel_sheet(random_values, SHEET, OWN), 1)
    assert found == pytest.approx(mean(best_by_number(by_value)), abs=1e-4)


def test_looking_two_rolls_ahead(random_values: Tables, by_value: Worth, by_one_roll: Worth) -> None:
    """Of the rolls near the mean the best circles are searched; the values of the others rise by the same amount on
    average."""
    search = Search.of(circles=2, margin=1.0)
    first = best_by_number(by_value)
    least = mean(first) - search.margin
    second: Worth = {}
    for key in first:
        circles = sorted((entry for entry in by_value if (COLOUR[entry[0]], entry[1]) == key), key=by_value.__getitem__)
        close = [by_one_roll[entry] for entry in circles[-search.circles :] if by_value[entry] >= least]
        if close:
            second[key] = max(close)
    assert 0 < len(second) < len(first)
    rise = float(np.mean([second[key] - first[key] for key in second]))
    best = {key: second.get(key, value + rise) for key, value in first.items()}
    found = expected_points(random_values, search, Scratch.of_search(), kernel_sheet(random_values, SHEET, OWN), 2)
    assert found == pytest.approx(mean(best), abs=1e-4)


def test_before_a_roll_the_circles_near_the_best_are_looked_into(
    random_values: Tables, by_value: Worth, by_one_roll: Worth
) -> None:
    best = best_by_number(by_value)
    near = {e: by_one_roll[e] for e in by_value if by_value[e] >= best[COLOUR[e[0]], e[1]] - MAX_DISTANCE}
    assert len(near) < len(by_value)
    sheet = kernel_sheet(random_values, SHEET, OWN)
    found = value_before_roll(random_values, Search.of(5), Scratch.of_search(), sheet)
    assert found == pytest.approx(mean(best_by_number(near)), abs=1e-4)


def test_the_best_entries_are_looked_into(random_values: Tables, by_value: Worth, by_one_roll: Worth) -> None:
    """The values of the other entries rise by the same amount on average."""
    faces, entries, width = read_only([1, 4, 2, 0, 5], np.int64), Entries.empty(), 3
    sheet = kernel_sheet(random_values, SHEET, OWN)
    value_entries(random_values, Search.of(width), Scratch.of_search(), sheet, faces, entries)
    dice = (faces + 1).tolist()
    legal = {
        (cell, dice[OWN] + dice[other])
        for cell, other in product(range(25), range(5))
        if not SHEET[cell] and other != OWN and COLOUR[cell] in (OWN, other)
    }
    chosen = sorted(legal, key=by_value.__getitem__)[-width:]
    rise = float(np.mean([by_one_roll[entry] - by_value[entry] for entry in chosen]))
    for cell, number in product(range(25), NUMBERS):
        entry, place = (cell, number), (cell, number - 2)
        if entry in chosen:
            assert entries.searched[place] == entries.points[place] == pytest.approx(by_one_roll[entry], abs=1e-4)
        else:
            assert entries.searched[place] == -np.inf
            worth = by_value[entry] + rise if entry in legal else -np.inf
            assert entries.points[place] == pytest.approx(worth, abs=1e-4)
