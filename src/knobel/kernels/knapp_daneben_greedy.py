"""Knapp Daneben! played greedily: the action that gains most at once; equals are decided at random."""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Int, compiled, inlined
from knobel.kernels.knapp_daneben import BOX_LINES, BOXES, CELLS, COLOURS
from knobel.kernels.random import below

NUMBERS = 11
FREE = 11
"""What stands in a free circle, and in `OUTSIDE`, the neighbour that a circle at the edge lacks."""
OUTSIDE = CELLS
MOST_ACTIONS = 5 * 4 + 20


@inlined
def neighbours(rules: Any, lines: Array, beside: Array) -> None:
    """Write the two lines of each circle, `lines` (25, 2), and along each its two neighbours, `beside` (25, 2, 2)."""
    found = np.zeros((CELLS, 2), np.int64)
    beside[:] = OUTSIDE
    for line in range(BOX_LINES):
        axis = np.int64(line >= BOX_LINES // 2)
        for box in range(BOXES):
            for side in range(2):
                cell, other = rules.boxes[line, box, side], rules.boxes[line, box, 1 - side]
                lines[cell, axis] = line
                beside[cell, axis, found[cell, axis]] = other
                found[cell, axis] += 1


@inlined
def new_ticks(ticked: Array, beside: Array, sums: Array, cell: Int, axis: Int, total: Int) -> Int:
    """How many boxes along a line are ticked by a sum in a free circle."""
    return ticked[sums[beside[cell, axis, 0]], total] + ticked[sums[beside[cell, axis, 1]], total]


@compiled
def greedy_playouts(rng: Array, rules: Any, own: Int, scores: Array, rolls: Array, cells: Array, others: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `kernels.knapp_daneben.random_playouts`."""
    mine, one, zero = np.uint64(own), np.uint64(1), np.uint64(0)
    # Unsigned indices spare the check for negative ones.
    colour, faces = rules.colour.astype(np.uint64), rules.rolls.astype(np.uint64)
    lines, beside = np.empty((CELLS, 2), np.uint64), np.empty((CELLS, 2, 2), np.uint64)
    neighbours(rules, lines, beside)
    ticked = np.zeros((NUMBERS + 1, NUMBERS), np.int64)
    ticked[:NUMBERS] = rules.ticked
    sums, free = np.empty(CELLS + 1, np.uint64), np.empty(CELLS, np.uint64)
    ticks = np.empty(BOX_LINES, np.int64)
    places, dice = np.empty(MOST_ACTIONS, np.uint64), np.empty(MOST_ACTIONS, np.uint64)
    for game in range(len(scores)):
        for cell in range(CELLS):
            free[cell] = cell
        sums[:] = FREE
        ticks[:] = 0
        score = 0
        for turn in range(CELLS):
            roll = np.uint64(below(rng, len(faces)))
            n = np.uint64(CELLS - turn)
            best, count = -1, zero
            for i in range(n):
                place = free[i]
                row, column = lines[place, 0], lines[place, 1]
                before = rules.tick_points[ticks[row]] + rules.tick_points[ticks[column]]
                first = zero if colour[place] == mine else colour[place]
                last = np.uint64(COLOURS) if colour[place] == mine else first + one
                for other in range(first, last):
                    if other == mine:
                        continue
                    total = faces[roll, mine] + faces[roll, other]
                    along = ticks[row] + new_ticks(ticked, beside, sums, place, 0, total)
                    across = ticks[column] + new_ticks(ticked, beside, sums, place, 1, total)
                    gain = rules.number_points[total] - before
                    gain += rules.tick_points[along] + rules.tick_points[across]
                    if gain > best:
                        best, count = gain, zero
                    if gain == best:
                        places[count], dice[count] = i, other
                        count += one
            chosen = np.uint64(below(rng, count))
            i, other = places[chosen], dice[chosen]
            place = free[i]
            free[i] = free[n - one]
            total = faces[roll, mine] + faces[roll, other]
            for axis in range(2):
                ticks[lines[place, axis]] += new_ticks(ticked, beside, sums, place, axis, total)
            sums[place] = total
            score += best
            rolls[turn], cells[turn], others[turn] = roll, place, other
        scores[game] = score
