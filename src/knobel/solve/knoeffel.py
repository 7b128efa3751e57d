"""Knöffel solved: the value of every state of one column, exactly.

The value of a state is what optimal play can still expect to score in the column. It is found by backward induction
over the filled fields, the class of the upper total and the free rolls used (`knobel.arrays.knoeffel.Column`); each
state takes one turn looked ahead exactly, which is some 11,000 additions and comparisons. A free roll costs what the
column is worth less with one free roll more used.

With `columns="sequential"` optimal play of the whole game is optimal play of each column by itself: the state of the
game is the state of the open column and how many are still untouched, no dice, fields or free rolls pass from one
column to another, and scores add up. So the game is worth the number of columns times the value of an empty one.

Values are in double precision: single precision is a quarter faster, but strays by 0.0006 points.
"""

from functools import cache

import numpy as np

from knobel.arrays import Array
from knobel.arrays.combinations import five_dice
from knobel.arrays.knoeffel import Column, knoeffel
from knobel.kernels.knoeffel import solve


def solve_column(column: Column) -> Array:
    """The value of every state of a column, float64, of shape `column.shape`."""
    values = np.zeros(column.shape)
    solve(column, five_dice(), values)
    return values


@cache
def column_values(*, five_is_full_house: bool = False) -> Array:
    """The value of every state of a column of Knöffel, solved once."""
    values = solve_column(knoeffel(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values
