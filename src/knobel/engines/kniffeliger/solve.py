"""Kniffeliger solved for a sheet that is played alone, without action dice: the exact optimal expected score.

The value of a sheet is what optimal play can still expect to score on it. It depends on the filled rows alone, so there
are 2^14 values, by the filled rows as a bit mask, row 0 the lowest bit; crossed rows count as filled. They are found by
backward induction with one turn looked ahead exactly for each, saved dice staying saved.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.kniffeliger.tables import NAMES, stamp, tables
from knobel.engines.shared.backward_induction import backwards
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.lanes import LANES, empty
from knobel.engines.shared.second_moment import Moments, choose, choose_holding, copy_rolls, enter, throw
from knobel.engines.shared.stamps import save
from knobel.engines.shared.turn_lanes import Entries, look_ahead_saving
from knobel.games.kniffeliger import ROWS


@compiled
def write_after(values: Array, filled: int, after: Array, lane: int) -> None:
    """Write into a lane of `after` (rows, 1, LANES) what the sheet is worth after an entry in each row."""
    for i in range(len(after)):
        after[i, 0, lane] = FORBIDDEN if filled >> i & 1 else values[filled | 1 << i]


@compiled
def fill_values(tables: Any, order: Array, values: Array) -> None:
    """Fill `values` (2^rows) with the points still to be expected of every sheet under optimal play alone.

    :param tables: `engines.kniffeliger.tables.Tables`.
    :param order: all sheets but the full one, such that every one comes later than those that its entries lead to, and
        any that stand together in a group of LANES, counted from the start, do not need each other.
    """
    rows, keeps = tables.points.shape[1], tables.dice.remove_start.shape[0] - 1
    after = empty((rows, 1, LANES), values.dtype)
    keep2, keep3 = empty((keeps, LANES), values.dtype), empty((keeps, LANES), values.dtype)
    best = empty((keeps, LANES), values.dtype)
    entries = Entries(tables.points, tables.rank, np.arange(rows))
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            write_after(values, order[start + lane], after, lane)
        look_ahead_saving(entries, tables.dice, after, keep2, keep3, best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]


@compiled
def fill_moments(tables: Any, order: Array, values: Array, squares: Array) -> None:
    """Fill `values` as `fill_values` does, and `squares` (2^rows) with the second moments of the same scores."""
    rows, keeps = tables.points.shape[1], tables.dice.remove_start.shape[0] - 1
    after = Moments(np.empty((rows, 1, LANES)), np.empty((rows, 1, LANES)))
    worth = Moments(np.empty((keeps, LANES)), np.empty((keeps, LANES)))
    best = Moments(np.empty((keeps, LANES)), np.empty((keeps, LANES)))
    entries, dice = Entries(tables.points, tables.rank, np.arange(rows)), tables.dice
    values[-1] = squares[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            write_after(values, order[start + lane], after.mean, lane)
            write_after(squares, order[start + lane], after.square, lane)
        enter(entries, after, worth)
        throw(dice, worth)
        choose_holding(dice, worth, best)
        copy_rolls(worth, best)
        choose(dice, best, worth)
        throw(dice, worth)
        for lane in range(LANES):
            values[order[start + lane]] = worth.mean[0, lane]
            squares[order[start + lane]] = worth.square[0, lane]


def solution(*, five_is_full_house: bool = False) -> Array:
    """The value of every sheet, float64 (2^14), solved anew; the empty one first."""
    values = np.zeros(1 << len(ROWS))
    fill_values(tables(five_is_full_house=five_is_full_house), backwards(len(ROWS), 1), values)
    return values


@cache
def sheet_values(*, five_is_full_house: bool = False) -> Array:
    """The value of every sheet, solved once."""
    values = solution(five_is_full_house=five_is_full_house)
    values.flags.writeable = False
    return values


def moments(*, five_is_full_house: bool = False) -> tuple[Array, Array]:
    """The value of every sheet, and the standard deviation of what optimal play scores from there."""
    values, squares = np.zeros(1 << len(ROWS)), np.zeros(1 << len(ROWS))
    fill_moments(tables(five_is_full_house=five_is_full_house), backwards(len(ROWS), 1), values, squares)
    return values, np.sqrt(np.maximum(squares - np.square(values), 0))


def export(path: Path) -> None:
    """Write the solution as the data that ships, which `engines.kniffeliger.tables.solved` reads."""
    arrays = {}
    for option, name in NAMES.items():
        values, spreads = moments(five_is_full_house=option)
        arrays[f"values_{name}"] = values
        arrays[f"spreads_{name}"] = spreads.astype("float32")
    save(path, stamp(), arrays, compress=True)
