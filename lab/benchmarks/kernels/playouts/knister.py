"""Random playouts of Knister from the empty grid.

`grid` are the arrays of `engines.shared.grid`, `points` those of `engines.knister.lookup`. A sheet consists of the
multiset in each of the twelve lines (`lines`) and a list of the free cells (`free`), of which the first `n` are valid.
Entering in a free cell moves the last one of the list to its place.
"""

from typing import Any

import numpy as np

from benchmarks.kernels.playouts import Playouts
from knobel.engines.knister.lookup import points
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.grid import grid
from knobel.engines.shared.rng import random_bits
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT = len(CELLS), len(LINES)


@compiled
def random_playouts(rng: Array, grid: Any, points: Array, scores: Array, cells: Array, sums: Array) -> None:
    """Play `len(scores)` games in which each sum is entered in a random free cell.

    `scores` (games) receives the points; `cells` and `sums` (25) receive the last game's cells and sum indices in
    order.
    """
    following, rolls, at, at_count = grid.next, grid.rolls, grid.at, grid.at_count
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    # Unsigned indices avoid the check for negative ones.
    free = np.empty(CELL_COUNT, np.uint64)
    lines = np.empty(LINE_COUNT, np.uint64)
    for game in range(len(scores)):
        for cell in range(CELL_COUNT):
            free[cell] = cell
        lines[:] = 0
        for turn in range(CELL_COUNT):
            n = CELL_COUNT - turn
            word = random_bits(rng)
            total = np.uint64(rolls[((word & low) * np.uint64(36)) >> half])
            i = ((word >> half) * np.uint64(n)) >> half
            cell = free[i]
            free[i] = free[n - 1]
            for k in range(at_count[cell]):
                line = np.uint64(at[cell, np.uint64(k)])
                lines[line] = following[lines[line], total]
            cells[turn], sums[turn] = cell, total
        score = 0
        for k in range(LINE_COUNT):
            score += points[np.uint64(k), lines[np.uint64(k)]]
        scores[game] = score


def make_playouts() -> Playouts:
    """Return playouts with one seat."""
    cells, sums = np.empty(CELL_COUNT, np.int64), np.empty(CELL_COUNT, np.int64)
    return Playouts(
        lambda rng, scores: random_playouts(rng, grid(), points(), scores, cells, sums),
        lambda games: np.empty(games, np.int32),
        (*grid(), points()),
    )
