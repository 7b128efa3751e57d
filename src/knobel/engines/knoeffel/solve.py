"""Knöffel solved: the value of every state of one column, exactly; and what two free columns are worth together.

The value of a state is what optimal play can still expect to score in the column. It is found by backward induction
over the filled fields, the class of the upper total and the free rolls used (`knobel.engines.knoeffel.tables.Rules`);
each state takes one turn looked ahead exactly, which is some 15,000 additions and comparisons. A free roll costs what
the column is worth less with one free roll more used.

With `columns="sequential"` optimal play of the whole game is optimal play of each column by itself: the state of the
game is the state of the open column and how many are still untouched, no dice, fields or free rolls pass from one
column to another, and scores add up. So the game is worth the number of columns times the value of an empty one.

Two columns free to choose have too many states to solve. What they are worth is composed: the values of the two
columns, and what it is worth that an entry can go into either. That gain is known exactly for a simpler game without
bonus and free rolls, in which a sheet is how often each of 13 fields is filled: it is the value of the sheet less those
of its columns, each beside a column that is full.

Values are in double precision: single precision is a quarter faster, but strays by 0.0006 points.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from knobel.engines.knoeffel import spread
from knobel.engines.knoeffel.fitting import learn
from knobel.engines.knoeffel.induction import solve, solve_together
from knobel.engines.knoeffel.tables import (
    NAMES,
    SPREAD_STEP,
    TOGETHER_STEP,
    VALUE_STEP,
    Rules,
    Tables,
    pack,
    shipped_rules,
    stamp,
)
from knobel.engines.knoeffel.values import Worth
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.backward_induction import backwards
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.stamps import save

BONUS_IN_SIGHT = 1.5
"""How much a point in an upper field counts in `together_values`, which know of no bonus."""


def solve_column(rules: Rules) -> Array:
    """The value of every state of a column, float64, of shape `rules.shape`."""
    values = np.zeros(rules.shape)
    solve(rules, five_dice(), values)
    return values


@cache
def column_values(*, five_is_full_house: bool = False) -> Array:
    """The value of every state of a column of Knöffel, solved once."""
    values = solve_column(shipped_rules(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values


@cache
def together_values(*, five_is_full_house: bool = False) -> Array:
    """The values of the simpler game with two columns, float64 (3^13), solved once: see `Tables.together`."""
    rules = shipped_rules(five_is_full_house=five_is_full_house)
    points = rules.points.astype(np.float64)
    points[:, : rules.upper] *= BONUS_IN_SIGHT
    count = points.shape[1]
    values = np.zeros(3**count)
    solve_together(points, np.zeros_like(rules.rank), five_dice(), backwards(count, 2), values)
    values.flags.writeable = False
    return values


def solved(*, five_is_full_house: bool = False) -> Tables:
    """What is known of columns, in double precision and without spreads and learned weights."""
    option = {"five_is_full_house": five_is_full_house}
    values = column_values(**option)
    return Tables(shipped_rules(**option), values, np.zeros_like(values), together_values(**option))


def spreads(rules: Rules) -> tuple[Array, Array]:
    """The value of every state of a column, and the standard deviation of what optimal play scores from there."""
    values, squares = np.zeros(rules.shape), np.zeros(rules.shape)
    spread.solve(rules, five_dice(), values, squares)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


def export(path: Path) -> None:
    """Write the solution as the data that ships, with learned weights: `knobel.engines.knoeffel.tables` reads it."""
    columns = {option: spreads(shipped_rules(five_is_full_house=option)) for option in NAMES}
    weights = learn(Worth(Tables(shipped_rules(), *columns[False], together_values())))
    write(path, columns, together_values(), weights)


def write(path: Path, columns: Mapping[bool, tuple[Array, Array]], together: Array, weights: Array) -> None:
    """Write the data.

    :param columns: by the option `five_is_full_house` the values and the standard deviations of all states of a column.
    :param together: (3^13) the values of the simpler game with two columns, without the option.
    :param weights: (27, features) as in `knobel.engines.knoeffel.pairs`.
    """
    arrays = {"together": pack(together.reshape(3**6, 3**7), TOGETHER_STEP, np.uint16), "weights": weights}
    for option, (values, deviations) in columns.items():
        arrays[f"values_{NAMES[option]}"] = pack(values, VALUE_STEP, np.uint16)
        arrays[f"spreads_{NAMES[option]}"] = pack(deviations, SPREAD_STEP, np.uint8)
    save(path, stamp(), arrays, compress=True)


def solution() -> Array:
    """The value of every state of a column, solved anew; the empty one first."""
    return solve_column(shipped_rules())
