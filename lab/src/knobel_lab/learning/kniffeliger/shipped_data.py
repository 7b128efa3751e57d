"""The data that ships for Kniffeliger: the values of all sheets played alone, and their standard deviations."""

from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.kniffeliger.lookup import OPTION_NAMES, stamp, tables
from knobel.engines.kniffeliger.solve import write_after
from knobel.engines.shared.backward_induction import induction_order
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.data_files import save
from knobel.engines.shared.second_moment import (
    Moments,
    best_keeps,
    copy_rolls,
    value_keeps,
    value_keeps_saving,
    value_rolls,
)
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.turn_simd import Entries
from knobel.games.kniffeliger import ROWS


@compiled
def fill_moments(tables: Any, order: Array, values: Array, squares: Array) -> None:
    """Fill `values` as `fill_values` does, and `squares` (2^rows) with the second moments of the same scores."""
    rows, keeps = tables.points.shape[1], tables.dice.remove_start.shape[0] - 1
    after = Moments(np.empty((rows, 1, LANES)), np.empty((rows, 1, LANES)))
    keep_values = Moments(np.empty((keeps, LANES)), np.empty((keeps, LANES)))
    best = Moments(np.empty((keeps, LANES)), np.empty((keeps, LANES)))
    entries, dice = Entries(tables.points, tables.rank, np.arange(rows)), tables.dice
    values[-1] = squares[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            write_after(values, order[start + lane], after.mean, lane)
            write_after(squares, order[start + lane], after.square, lane)
        value_rolls(entries, after, keep_values)
        value_keeps(dice, keep_values)
        value_keeps_saving(dice, keep_values, best)
        copy_rolls(keep_values, best)
        best_keeps(dice, best, keep_values)
        value_keeps(dice, keep_values)
        for lane in range(LANES):
            values[order[start + lane]] = keep_values.mean[0, lane]
            squares[order[start + lane]] = keep_values.square[0, lane]


def moments(*, five_is_full_house: bool = False) -> tuple[Array, Array]:
    """Return the value of every sheet, and the standard deviation of the points that optimal play still scores."""
    values, squares = np.zeros(1 << len(ROWS)), np.zeros(1 << len(ROWS))
    fill_moments(tables(five_is_full_house=five_is_full_house), induction_order(len(ROWS), 1), values, squares)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


def export(path: Path) -> None:
    """Write the solution in the format that ships, which `engines.kniffeliger.lookup.load_solution` reads."""
    arrays = {}
    for option, name in OPTION_NAMES.items():
        values, deviations = moments(five_is_full_house=option)
        arrays[f"values_{name}"] = values
        arrays[f"spreads_{name}"] = deviations.astype("float32")
    save(path, stamp(), arrays, compress=True)
