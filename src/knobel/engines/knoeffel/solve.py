"""Exact values of all states of one column of Knöffel, and values of two free columns of a simpler game.

The value of a state is the expected number of points that optimal play still scores in the column. It is computed by
backward induction over the filled fields, the class of the upper total and the free rolls used
(`knobel.engines.knoeffel.lookup.Rules`). Each state takes an exact look-ahead of one turn, about 15,000 additions and
comparisons. The cost of a free roll is the decrease in the value of the column with one more free roll used.

With `columns="sequential"` optimal play of the whole game is optimal play of each column separately. The state of the
game is the state of the open column and the number of untouched columns; dice, fields and free rolls do not pass
between columns; and scores add up. The value of the game is therefore the number of columns times the value of an empty
column.

Two free columns have too many states to solve. Their value is composed of the values of the two columns and the gain
from choosing the column of each entry. That gain is computed exactly for a simpler game without bonus and free rolls,
in which a sheet is the number of times each of 13 fields is filled. It is the value of the sheet minus the values of
its columns, each beside a full column.

Values are in double precision. Single precision is a quarter faster but has an error of 0.0006 points.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.knoeffel.fitting import fit, fit_more, fit_overestimates
from knobel.engines.knoeffel.induction import solve, solve_two_columns
from knobel.engines.knoeffel.lookup import (
    DEVIATION_STEP,
    OPTION_NAMES,
    TOGETHER_STEP,
    VALUE_STEP,
    Rules,
    Tables,
    quantize,
    shipped_rules,
    stamp,
    variant_rules,
)
from knobel.engines.knoeffel.moments import values_and_deviations
from knobel.engines.knoeffel.values import SheetValues
from knobel.engines.knoeffel.variants import variant_of
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.backward_induction import induction_order
from knobel.engines.shared.data_files import save
from knobel.engines.shared.five_dice import five_dice
from knobel.games.knoeffel import Knoeffel

UPPER_POINT_FACTOR = 1.5
"""Factor for points in upper fields in `two_column_values`, in place of the bonus."""


def solve_column(rules: Rules) -> Array:
    """Return the value of every state of a column, float64, of shape `rules.shape`."""
    values = np.zeros(rules.shape)
    solve(rules, five_dice(), values)
    return values


@cache
def column_values(*, five_is_full_house: bool = False) -> Array:
    """Return the value of every state of a column of Knöffel, solved once."""
    values = solve_column(shipped_rules(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values


@cache
def two_column_values(*, five_is_full_house: bool = False) -> Array:
    """Return the values of the simpler game with two columns, float64 (3^13), solved once; see `Tables.two_columns`."""
    rules = shipped_rules(five_is_full_house=five_is_full_house)
    points = rules.points.astype(np.float64)
    points[:, : rules.upper] *= UPPER_POINT_FACTOR
    count = points.shape[1]
    values = np.zeros(3**count)
    solve_two_columns(points, np.zeros_like(rules.rank), five_dice(), induction_order(count, 2), values)
    values.flags.writeable = False
    return values


def solved_tables(*, five_is_full_house: bool = False) -> Tables:
    """Return the solved tables in double precision, without standard deviations and learned weights."""
    option = {"five_is_full_house": five_is_full_house}
    values = column_values(**option)
    return Tables(shipped_rules(**option), values, np.zeros_like(values), two_column_values(**option))


def export(path: Path) -> None:
    """Write the solution and learned weights in the format that ships, which `knobel.engines.knoeffel.lookup` reads."""
    columns = {option: values_and_deviations(shipped_rules(five_is_full_house=option)) for option in OPTION_NAMES}
    values = SheetValues(Tables(shipped_rules(), *columns[False], two_column_values()))
    weights = fit(values)
    values = values.with_weights(weights)
    write(path, columns, two_column_values(), weights, fit_more(values), fit_overestimates(values))


def write(
    path: Path,
    columns: Mapping[bool, tuple[Array, Array]],
    together: Array,
    weights: Array,
    more_weights: Array,
    overestimates: Array,
) -> None:
    """Write the data.

    :param columns: by the option `five_is_full_house`, the values and standard deviations of all states of a column.
    :param together: (3^13) the values of the simpler game with two columns, without the option.
    :param weights: (27, features) as in `knobel.engines.knoeffel.column_pairs`; `overestimates` has the same shape.
    :param more_weights: of `knobel.engines.knoeffel.many_columns.SHAPE`.
    """
    arrays = {
        "together": quantize(together.reshape(3**6, 3**7), TOGETHER_STEP, np.uint16),
        "weights": weights,
        "more_weights": more_weights.astype(np.float32),
        "overestimates": overestimates.astype(np.float32),
    }
    for option, (values, deviations) in columns.items():
        arrays[f"values_{OPTION_NAMES[option]}"] = quantize(values, VALUE_STEP, np.uint16)
        arrays[f"spreads_{OPTION_NAMES[option]}"] = quantize(deviations, DEVIATION_STEP, np.uint8)
    save(path, stamp(), arrays, compress=True)


def solution(game: Game[Any]) -> Array:
    """Solve a column under the options of a game and return the value of every state, the empty column first."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return solve_column(variant_rules(variant_of(game)))
