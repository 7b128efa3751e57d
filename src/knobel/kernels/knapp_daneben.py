"""Knapp Daneben! compiled: random playouts alone, from the empty sheet.

`rules` is the named tuple of arrays that `arrays.knapp_daneben` makes.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Int, compiled
from knobel.kernels.random import below

CELLS = 25
COLOURS = 5
BOX_LINES = 10
BOXES = 4


@compiled
def sheet_points(rules: Any, sums: Array) -> Int:
    """The points of a full sheet, given as sum indices by cell."""
    score = 0
    for line in range(BOX_LINES):
        ticks = 0
        for box in range(BOXES):
            ticks += rules.ticked[sums[rules.boxes[line, box, 0]], sums[rules.boxes[line, box, 1]]]
        score += rules.tick_points[ticks]
    for cell in range(CELLS):
        score += rules.number_points[sums[cell]]
    return score


@compiled
def random_playouts(rng: Array, rules: Any, own: Int, scores: Array, rolls: Array, cells: Array, others: Array) -> None:
    """Play `len(scores)` games with the colour `own`, each legal action equally likely.

    `scores` (games) receives the points; `rolls`, `cells` and `others` (25) the last game's rolls, circles and colours
    of the other die in order.
    """
    colour = rules.colour
    sums = np.empty(CELLS, np.int64)
    # Free circles: of one's own colour in front, the others behind.
    own_free = np.empty(CELLS, np.int64)
    other_free = np.empty(CELLS, np.int64)
    for game in range(len(scores)):
        n_own, n_other = 0, 0
        for cell in range(CELLS):
            if colour[cell] == own:
                own_free[n_own] = cell
                n_own += 1
            else:
                other_free[n_other] = cell
                n_other += 1
        for turn in range(CELLS):
            roll = below(rng, len(rules.rolls))
            # One's own circles take any of the four other dice.
            i = below(rng, (COLOURS - 1) * n_own + n_other)
            if i < (COLOURS - 1) * n_own:
                i, other = i // (COLOURS - 1), i % (COLOURS - 1)
                other += other >= own
                cell = own_free[i]
                n_own -= 1
                own_free[i] = own_free[n_own]
            else:
                i -= (COLOURS - 1) * n_own
                cell = other_free[i]
                other = colour[cell]
                n_other -= 1
                other_free[i] = other_free[n_other]
            sums[cell] = rules.rolls[roll, own] + rules.rolls[roll, other]
            rolls[turn], cells[turn], others[turn] = roll, cell, other
        scores[game] = sheet_points(rules, sums)
