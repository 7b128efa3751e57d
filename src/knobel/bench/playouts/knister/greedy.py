"""Knister played greedily: each sum goes where it scores most at once; equals are decided at random."""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.rng import bits

CELLS = 25
LINES = 12
MOST_LINES = 4


@compiled
def greedy_playouts(rng: Array, grid: Any, rules: Any, scores: Array, cells: Array, sums: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.knister.random.random_playouts`."""
    following, points = grid.next, rules.points
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    # Unsigned indices spare the check for negative ones. Every cell gets four lines, the last ones without gain.
    rolls = grid.rolls.astype(np.uint64)
    at = np.full((CELLS, MOST_LINES), LINES, np.uint64)
    for cell in range(CELLS):
        for k in range(grid.at_count[cell]):
            at[cell, k] = grid.at[cell, k]
    free, ties = np.empty(CELLS, np.uint64), np.empty(CELLS, np.uint64)
    lines, gains = np.empty(LINES + 1, np.int64), np.zeros(LINES + 1, np.int64)
    for game in range(len(scores)):
        for cell in range(CELLS):
            free[cell] = cell
        lines[:] = 0
        score = 0
        for turn in range(CELLS):
            n = np.uint64(CELLS - turn)
            # One random number serves the roll and the choice.
            word = bits(rng)
            total = rolls[((word & low) * np.uint64(36)) >> half]
            some = 0
            for line in range(LINES):
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
