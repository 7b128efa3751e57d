"""Exact optimal expected score of Kniffeliger for a sheet played alone, without action dice.

The value of a sheet is the expected number of points that optimal play still scores on it. It depends only on the
filled rows, so there are 2^14 values, indexed by the bit mask of filled rows, with row 0 as the lowest bit. Crossed
rows count as filled. The values are computed by backward induction: each looks ahead one turn exactly, and saved dice
stay saved.
"""

from functools import cache
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.kniffeliger.lookup import tables
from knobel.engines.shared.backward_induction import induction_order
from knobel.engines.shared.compiled import Array, compiled, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.simd import LANES, empty_vectors
from knobel.engines.shared.turn_simd import Entries, solve_turn_saving
from knobel.games.kniffeliger import ROWS


@nested
def write_after(values: Array, filled: int, after: Array, lane: int) -> None:
    """Write to a lane of `after` (rows, 1, LANES) the value of the sheet after an entry in each row."""
    for i in range(len(after)):
        after[i, 0, lane] = FORBIDDEN if filled >> i & 1 else values[filled | 1 << i]


@compiled
def fill_values(tables: Any, order: Array, values: Array) -> None:
    """Fill `values` (2^rows) with the points that optimal play alone still expects for every sheet.

    :param tables: `engines.kniffeliger.lookup.Tables`.
    :param order: all sheets except the full one, each after the sheets that its entries lead to. The sheets of a
        group of LANES, counted from the start, do not depend on each other.
    """
    rows, keeps = tables.points.shape[1], tables.dice.remove_start.shape[0] - 1
    after = empty_vectors((rows, 1, LANES), values.dtype)
    keep2, keep3 = empty_vectors((keeps, LANES), values.dtype), empty_vectors((keeps, LANES), values.dtype)
    best = empty_vectors((keeps, LANES), values.dtype)
    entries = Entries(tables.points, tables.rank, np.arange(rows))
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            write_after(values, order[start + lane], after, lane)
        solve_turn_saving(entries, tables.dice, after, keep2, keep3, best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]


def solution(game: Game[Any]) -> Array:
    """Solve a sheet under the options of a game and return the value of every sheet, the empty sheet first."""
    return solve_sheet(five_is_full_house=game.options["five_is_full_house"])


def solve_sheet(*, five_is_full_house: bool = False) -> Array:
    """Return the value of every sheet, float64 (2^14)."""
    values = np.zeros(1 << len(ROWS))
    fill_values(tables(five_is_full_house=five_is_full_house), induction_order(len(ROWS), 1), values)
    return values


@cache
def sheet_values(*, five_is_full_house: bool = False) -> Array:
    """Return the value of every sheet, solved once."""
    values = solve_sheet(five_is_full_house=five_is_full_house)
    values.flags.writeable = False
    return values
