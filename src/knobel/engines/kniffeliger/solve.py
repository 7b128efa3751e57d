"""Kniffeliger solved for a sheet that is played alone, without action dice: the exact optimal expected score.

The value of a sheet is what optimal play can still expect to score on it. It depends on the filled rows alone, so there
are 2^14 values, found by backward induction with one turn looked ahead exactly for each, saved dice staying saved.
"""

from functools import cache
from pathlib import Path

import numpy as np

from knobel.engines.kniffeliger import spread
from knobel.engines.kniffeliger import values as kniffeliger_values
from knobel.engines.kniffeliger.arrays import RANK
from knobel.engines.kniffeliger.arrays import points as row_points
from knobel.engines.kniffeliger.induction import solve
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.backward_induction import backwards
from knobel.engines.shared.five_dice import five_dice
from knobel.games.kniffeliger import ROWS


def solve_sheets(points: Array) -> Array:
    """The value of every sheet for these points of rolls in rows (252, 14), as `sheet_values` gives them."""
    values = np.zeros(1 << len(ROWS))
    solve(points, RANK, five_dice(), backwards(len(ROWS), 1), values)
    return values


@cache
def sheet_values(*, five_is_full_house: bool = False) -> Array:
    """The value of every sheet, float64 (2^14), by the filled rows as a bit mask, row 0 the lowest bit; solved once."""
    values = solve_sheets(row_points(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values


def spreads(points: Array) -> tuple[Array, Array]:
    """The value of every sheet, and the standard deviation of what optimal play scores from there."""
    values, squares = np.zeros(1 << len(ROWS)), np.zeros(1 << len(ROWS))
    spread.solve_sheets(points, RANK, five_dice(), backwards(len(ROWS), 1), values, squares)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


def export(path: Path) -> None:
    """Write the solution as the data that ships: see `knobel.engines.kniffeliger.values`."""
    kniffeliger_values.write(path, {option: spreads(row_points(five_is_full_house=option)) for option in (False, True)})


def solution() -> Array:
    """The value of every sheet, solved anew; the empty one first."""
    return solve_sheets(row_points())
