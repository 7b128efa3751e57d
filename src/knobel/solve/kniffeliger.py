"""Kniffeliger solved for a sheet that is played alone, without action dice: the exact optimal expected score.

The value of a sheet is what optimal play can still expect to score on it. It depends on the filled rows alone, so there
are 2^14 values, found by backward induction with one turn looked ahead exactly for each, saved dice staying saved.
"""

from functools import cache

import numpy as np

from knobel.arrays import Array
from knobel.arrays.combinations import five_dice
from knobel.arrays.kniffeliger import points
from knobel.kernels.kniffeliger import solve
from knobel.solve.induction import backwards


def solve_alone(scores: Array) -> Array:
    """The value of every sheet, float64 (2^rows), if each roll scores so much in each row (252, rows)."""
    rows = scores.shape[1]
    values = np.zeros(1 << rows)
    solve(scores, np.zeros(scores.shape, np.uint8), five_dice(), backwards(rows, 1), values)
    return values


@cache
def sheet_values(*, five_is_full_house: bool = False) -> Array:
    """The value of every sheet of Kniffeliger, solved once."""
    values = solve_alone(points(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values
