"""Random playouts of Knapp Daneben! alone, from the empty sheet.

`rules` is the named tuple of arrays from `engines.knapp_daneben.lookup`.
"""

from typing import Any

import numpy as np

from benchmarks.kernels.playouts import Playouts
from knobel.engines.knapp_daneben.lookup import rules
from knobel.engines.shared.compiled import Array, Int, compiled
from knobel.engines.shared.rng import random_below
from knobel.games.grid import EMPTY, SIZE
from knobel.games.knapp_daneben import BOX_LINES as NAMES
from knobel.games.knapp_daneben import COLOURS as LETTERS

CELLS = len(EMPTY)
COLOURS = len(LETTERS)
BOX_LINES = len(NAMES)
BOXES = SIZE - 1


@compiled
def sheet_points(rules: Any, sums: Array) -> Int:
    """Return the points of a full sheet, given as sum indices (unsigned) by cell."""
    score = 0
    for line in range(BOX_LINES):
        ticks = 0
        for box in range(BOXES):
            one, two = rules.boxes[line, box, 0], rules.boxes[line, box, 1]
            ticks += rules.ticked[sums[np.uint64(one)], sums[np.uint64(two)]]
        score += rules.tick_points[np.uint64(ticks)]
    for cell in range(CELLS):
        score += rules.number_points[sums[cell]]
    return score


@compiled
def random_playouts(rng: Array, rules: Any, own: Int, scores: Array, rolls: Array, cells: Array, others: Array) -> None:
    """Play `len(scores)` games with the colour `own`; each legal action is equally likely.

    `scores` (games) receives the points. `rolls`, `cells` and `others` (25) receive the rolls, circles and colours of
    the other die of the last game, in order.
    """
    # Unsigned indices avoid the check for negative ones. Mixing signed and unsigned would give floating-point numbers.
    mine = np.uint64(own)
    zero, one, dice = np.uint64(0), np.uint64(1), np.uint64(COLOURS - 1)
    colour, faces = rules.colour.astype(np.uint64), rules.rolls
    sums = np.empty(CELLS, np.uint64)
    own_free = np.empty(CELLS, np.uint64)
    other_free = np.empty(CELLS, np.uint64)
    for game in range(len(scores)):
        n_own, n_other = zero, zero
        for cell in range(CELLS):
            if colour[cell] == mine:
                own_free[n_own] = cell
                n_own += one
            else:
                other_free[n_other] = cell
                n_other += one
        for turn in range(CELLS):
            roll = np.uint64(random_below(rng, len(faces)))
            # Circles of the own colour accept any of the four other dice.
            i = np.uint64(random_below(rng, dice * n_own + n_other))
            if i < dice * n_own:
                i, other = i // dice, i % dice
                if other >= mine:
                    other += one
                place = own_free[i]
                n_own -= one
                own_free[i] = own_free[n_own]
            else:
                i -= dice * n_own
                place = other_free[i]
                other = colour[place]
                n_other -= one
                other_free[i] = other_free[n_other]
            sums[place] = faces[roll, mine] + faces[roll, other]
            rolls[turn], cells[turn], others[turn] = roll, place, other
        scores[game] = sheet_points(rules, sums)


def make_playouts() -> Playouts:
    """Return playouts with one seat and the first colour."""
    rolls, cells, others = (np.empty(CELLS, np.int64) for _ in range(3))
    return Playouts(
        lambda rng, scores: random_playouts(rng, rules(), 0, scores, rolls, cells, others),
        lambda games: np.empty(games, np.int32),
        tuple(rules()),
        (0,),
    )
