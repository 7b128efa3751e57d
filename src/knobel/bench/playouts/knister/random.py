"""Knister compiled: random playouts from the empty grid.

`grid` and `rules` are the named tuples of arrays that `engines.shared.grid` and `engines.knister.arrays` make. A position is the
multiset on each of the twelve lines (`lines`) and a list of the free cells (`free`), of which the first `n` count;
entering in a free cell moves the last one of the list into its place.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.rng import bits

CELLS = 25


@compiled
def random_playouts(rng: Array, grid: Any, rules: Any, scores: Array, cells: Array, sums: Array) -> None:
    """Play `len(scores)` games in which each sum is entered in a random free cell.

    `scores` (games) receives the points; `cells` and `sums` (25) the last game's cells and sum indices in order.
    """
    following, rolls, at, at_count, points = grid.next, grid.rolls, grid.at, grid.at_count, rules.points
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    # Unsigned indices spare the check for negative ones.
    free = np.empty(CELLS, np.uint64)
    lines = np.empty(12, np.uint64)
    for game in range(len(scores)):
        for cell in range(CELLS):
            free[cell] = cell
        lines[:] = 0
        for turn in range(CELLS):
            n = CELLS - turn
            word = bits(rng)
            total = np.uint64(rolls[((word & low) * np.uint64(36)) >> half])
            i = ((word >> half) * np.uint64(n)) >> half
            cell = free[i]
            free[i] = free[n - 1]
            for k in range(at_count[cell]):
                line = np.uint64(at[cell, np.uint64(k)])
                lines[line] = following[lines[line], total]
            cells[turn], sums[turn] = cell, total
        score = 0
        for k in range(12):
            score += points[np.uint64(k), lines[np.uint64(k)]]
        scores[game] = score
