"""The data that ships for Knöffel: solved columns, two free columns of a simpler game, and learned corrections.

Two free columns have too many states to solve. Their value is composed of the values of the two columns and the gain
from choosing the column of each entry. That gain is computed exactly for a simpler game without bonus and free rolls,
in which a sheet is the number of times each of 13 fields is filled. It is the value of the sheet minus the values of
its columns, each beside a full column.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.knoeffel.lookup import (
    DEVIATION_STEP,
    OPTION_NAMES,
    TOGETHER_STEP,
    VALUE_STEP,
    Rules,
    shipped_rules,
    stamp,
)
from knobel.engines.knoeffel.moments import solve
from knobel.engines.knoeffel.solve import column_values
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.backward_induction import induction_order
from knobel.engines.shared.compiled import compiled
from knobel.engines.shared.data_files import save
from knobel.engines.shared.five_dice import FORBIDDEN, five_dice
from knobel.engines.shared.simd import LANES, empty_vectors
from knobel.engines.shared.turn_simd import Entries, Keeps, solve_turn
from knobel_lab.learning.knoeffel.column_tables import Tables, quantize
from knobel_lab.learning.knoeffel.fitting import fit, fit_more, fit_overestimates
from knobel_lab.learning.knoeffel.values import SheetValues

UPPER_POINT_FACTOR = 1.5
"""Factor for points in upper fields in `two_column_values`, in place of the bonus."""


@compiled
def solve_two_columns(points: Array, rank: Array, dice: Any, order: Array, values: Array) -> None:
    """Fill `values` (3^fields) with the expected points of two free columns without bonus and free rolls.

    A state is the number of times each field is filled, as base-3 digits; the first field is the lowest digit.

    :param rank: (252, fields) zeros, because the state after an entry does not depend on its score.
    :param order: all states except the full one, each after the states that its entries lead to. The states of a
        group of LANES, counted from the start, do not depend on each other.
    """
    count = points.shape[1]
    keeps = dice.remove_start.shape[0] - 1
    keep_values, best = empty_vectors((keeps, LANES), values.dtype), empty_vectors((keeps, LANES), values.dtype)
    after = empty_vectors((1, count, 1, LANES), values.dtype)
    entries = Entries(points, rank, np.arange(count))
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            state = order[start + lane]
            weight = 1
            for field in range(count):
                after[0, field, 0, lane] = FORBIDDEN if state // weight % 3 == 2 else values[state + weight]
                weight *= 3
        solve_turn(entries, dice, after, Keeps(keep_values, keep_values, keep_values), best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]


def values_and_deviations(rules: Rules) -> tuple[Array, Array]:
    """Return the value and the standard deviation of the points to come under optimal play, for every state."""
    values, squares = np.zeros(rules.shape), np.zeros(rules.shape)
    for upper in reversed(range(len(rules.class_start) - 1)):
        solve(rules, five_dice(), values, squares, upper)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


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
