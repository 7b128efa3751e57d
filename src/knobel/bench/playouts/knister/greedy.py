"""Greedy playouts of Knister: each sum goes to the cell with the highest immediate score; ties are broken at random."""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.rng import random_bits
from knobel.games.grid import CELLS, LINES, LINES_AT

CELL_COUNT, LINE_COUNT = len(CELLS), len(LINES)
MOST_LINES = max(map(len, LINES_AT))


@compiled
def greedy_playouts(rng: Array, grid: Any, points: Array, scores: Array, cells: Array, sums: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.knister.random.random_playouts`."""
    following = grid.next
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    # Unsigned indices avoid the check for negative ones. Every cell has four lines; the added ones have no gain.
    rolls = grid.rolls.astype(np.uint64)
    at = np.full((CELL_COUNT, MOST_LINES), LINE_COUNT, np.uint64)
    for cell in range(CELL_COUNT):
        for k in range(grid.at_count[cell]):
            at[cell, k] = grid.at[cell, k]
    free, ties = np.empty(CELL_COUNT, np.uint64), np.empty(CELL_COUNT, np.uint64)
    lines, gains = np.empty(LINE_COUNT + 1, np.int64), np.zeros(LINE_COUNT + 1, np.int64)
    for game in range(len(scores)):
        for cell in range(CELL_COUNT):
            free[cell] = cell
        lines[:] = 0
        score = 0
        for turn in range(CELL_COUNT):
            n = np.uint64(CELL_COUNT - turn)
            # One random number serves the roll and the choice.
            word = random_bits(rng)
            total = rolls[((word & low) * np.uint64(36)) >> half]
            some = 0
            for line in range(LINE_COUNT):
                after = following[lines[line], total]
                gains[line] = points[line, after] if after >= 0 else 0
                some |= gains[line]
            best, count = 0, n
            if some:
                count = np.uint64(0)
                for i in range(n):
                    place = free[i]
                    gain = gains[at[place, 0]] + gains[at[place, 1]] + gains[at[place, 2]] + gains[at[place, 3]]
                    if gain > best:
                        best, count = gain, np.uint64(0)
                    ties[count] = i
                    count += np.uint64(gain == best)
            chosen = ((word >> half) * count) >> half
            i = ties[chosen] if some else chosen
            place = free[i]
            free[i] = free[n - np.uint64(1)]
            for k in range(grid.at_count[place]):
                line = at[place, k]
                lines[line] = following[lines[line], total]
            score += best
            cells[turn], sums[turn] = place, total
        scores[game] = score
