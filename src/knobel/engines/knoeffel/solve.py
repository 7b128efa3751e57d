"""Knöffel solved: the value of every state of one column, exactly; and what two free columns are worth together.

The value of a state is what optimal play can still expect to score in the column. It is found by backward induction
over the filled fields, the class of the upper total and the free rolls used (`knobel.engines.knoeffel.arrays.Column`); each
state takes one turn looked ahead exactly, which is some 15,000 additions and comparisons. A free roll costs what the
column is worth less with one free roll more used.

With `columns="sequential"` optimal play of the whole game is optimal play of each column by itself: the state of the
game is the state of the open column and how many are still untouched, no dice, fields or free rolls pass from one
column to another, and scores add up. So the game is worth the number of columns times the value of an empty one.

Two columns free to choose have too many states to solve. What they are worth is composed: the values of the two
columns, and what it is worth that an entry can go into either. That gain is known exactly for a simpler game without
bonus and free rolls, in which a sheet is how often each of 13 fields is filled: it is the value of the sheet less those
of its columns, each beside a column that is full.

Values are in double precision: single precision is a quarter faster, but strays by 0.0006 points.
"""

from functools import cache
from pathlib import Path

import numpy as np

from knobel.engines.knoeffel import spread
from knobel.engines.knoeffel import values as knoeffel_values
from knobel.engines.knoeffel.arrays import Column, knoeffel
from knobel.engines.knoeffel.fitting import learn
from knobel.engines.knoeffel.induction import solve, solve_together
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.backward_induction import backwards
from knobel.engines.shared.five_dice import five_dice

BONUS_IN_SIGHT = 1.5
"""How much a point in an upper field counts in `together_values`, which know of no bonus."""


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


@cache
def together_values(*, five_is_full_house: bool = False) -> Array:
    """The values of the simpler game with two columns, float64 (3^13), solved once: see `engines.knoeffel.compiled_play`."""
    column = knoeffel(five_is_full_house=five_is_full_house)
    points = column.points.astype(np.float64)
    points[:, : column.upper] *= BONUS_IN_SIGHT
    count = points.shape[1]
    values = np.zeros(3**count)
    solve_together(points, np.zeros_like(column.rank), five_dice(), backwards(count, 2), values)
    values.flags.writeable = False
    return values


def spreads(column: Column) -> tuple[Array, Array]:
    """The value of every state of a column, and the standard deviation of what optimal play scores from there."""
    values, squares = np.zeros(column.shape), np.zeros(column.shape)
    spread.solve(column, five_dice(), values, squares)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


def export(path: Path) -> None:
    """Write the solution as the data that ships: see `knobel.engines.knoeffel.values`."""
    tables = {option: spreads(knoeffel(five_is_full_house=option)) for option in (False, True)}
    weights = learn(knoeffel_values.Worth(knoeffel(), *tables[False], together_values()))
    knoeffel_values.write(path, tables, together_values(), weights)


def solution() -> Array:
    """The value of every state of a column, solved anew; the empty one first."""
    return solve_column(knoeffel())
