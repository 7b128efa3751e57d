"""Greedy playouts of Knapp Daneben!: the action with the largest immediate gain; ties are broken at random.

Sets of circles are bit masks. For a free circle, a mask stores the boxes beside it that each sum would tick. Their
number along its row or column is in the two bits of the mask that start at twice the index of the sum.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bench.playouts.knapp_daneben.random import BOX_LINES, BOXES, CELLS, COLOURS
from knobel.engines.shared.bit_sets import clear_lowest_bit, lowest_bit
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import random_below
from knobel.games.grid import SIZE

NUMBERS = len(SUMS)
OUTSIDE = CELLS
"""In place of the missing neighbour of a circle at the edge."""
MOST_NEW = 2
"""Maximum number of boxes that one sum can tick along a line."""
MOST_ACTIONS = SIZE * (COLOURS - 1) + CELLS - SIZE


class Gains(NamedTuple):
    """The data for the gain of a sum in a circle.

    - `rules`, and the `prizes_of` them.
    - `lines` (25, 2): the two lines of each circle.
    - `ticks`: the number of ticks in each line.
    - `along` (26, 2): the masks for each of a circle's lines.
    """

    rules: Any
    prizes: Array
    lines: Array
    ticks: Array
    along: Array


class Ties(NamedTuple):
    """Memory for the actions with the largest gain: circles, and the other dice."""

    places: Array
    dice: Array


@compiled
def neighbours(rules: Any, lines: Array, beside: Array) -> None:
    """Write the two lines of each circle, `lines` (25, 2), and its two neighbours along each, `beside` (25, 2, 2)."""
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


@compiled
def prizes_of(rules: Any) -> Array:
    """(5, 3) The gain of a number of new ticks, by the number of ticks in the line."""
    prizes = np.zeros((BOXES + 1, MOST_NEW + 1), np.int64)
    for ticks in range(BOXES + 1):
        for new in range(min(MOST_NEW, BOXES - ticks) + 1):
            prizes[ticks, new] = rules.tick_points[ticks + new] - rules.tick_points[ticks]
    return prizes


@compiled
def ticked_masks(rules: Any) -> Array:
    """(11) For each sum beside a box, a mask of the sums on the other side that tick it.

    Each sum has two bits, 01 or 00.
    """
    masks = np.zeros(NUMBERS, np.uint64)
    for beside in range(NUMBERS):
        for total in range(NUMBERS):
            masks[beside] |= np.uint64(rules.ticked[beside, total]) << np.uint64(2 * total)
    return masks


@inlined
def new_ticks(along: Array, place: Int, axis: Int, total: Int) -> Int:
    """Return the number of boxes along a line that a sum in a free circle ticks. `along` (26, 2) are the masks."""
    return along[place, axis] >> (total + total) & np.uint64(3)


@inlined
def consider(gains: Gains, ties: Ties, place: Int, other: Int, total: Int, best: Int, count: Int) -> tuple[Int, Int]:
    """Add an action to the list of the best if it is one; return the gain and the number of the best actions."""
    ticks, lines = gains.ticks, gains.lines
    gain = gains.rules.number_points[total]
    gain += gains.prizes[ticks[lines[place, 0]], new_ticks(gains.along, place, 0, total)]
    gain += gains.prizes[ticks[lines[place, 1]], new_ticks(gains.along, place, 1, total)]
    if gain > best:
        best, count = gain, np.uint64(0)
    ties.places[count], ties.dice[count] = place, other
    return best, count + np.uint64(gain == best)


@compiled
def greedy_playouts(rng: Array, rules: Any, own: Int, scores: Array, rolls: Array, cells: Array, others: Array) -> None:
    """Play `len(scores)` games; the arguments are those of `bench.playouts.knapp_daneben.random.random_playouts`."""
    rng, rules, scores = borrow(rng), borrow(rules), borrow(scores)
    rolls, cells, others = borrow(rolls), borrow(cells), borrow(others)
    mine, one, zero = np.uint64(own), np.uint64(1), np.uint64(0)
    # Unsigned indices avoid the check for negative ones.
    colour, faces = rules.colour.astype(np.uint64), rules.rolls.astype(np.uint64)
    lines, beside = np.empty((CELLS, 2), np.uint64), np.empty((CELLS, 2, 2), np.uint64)
    neighbours(rules, lines, beside)
    ticked = ticked_masks(rules)
    along, ticks = np.empty((CELLS + 1, 2), np.uint64), np.empty(BOX_LINES, np.uint64)
    gains = Gains(rules, prizes_of(rules), lines, ticks, along)
    ties = Ties(np.empty(MOST_ACTIONS, np.uint64), np.empty(MOST_ACTIONS, np.uint64))
    own_circles = zero
    for cell in range(CELLS):
        own_circles |= np.uint64(colour[cell] == mine) << np.uint64(cell)
    for game in range(len(scores)):
        own_free, other_free = own_circles, own_circles ^ np.uint64((1 << CELLS) - 1)
        along[:] = 0
        ticks[:] = 0
        score = 0
        for turn in range(CELLS):
            roll = np.uint64(random_below(rng, len(faces)))
            best, count = -1, zero
            left = own_free
            while left:
                place, left = lowest_bit(left), clear_lowest_bit(left)
                for other in range(np.uint64(COLOURS)):
                    if other != mine:
                        total = faces[roll, mine] + faces[roll, other]
                        best, count = consider(gains, ties, place, other, total, best, count)
            left = other_free
            while left:
                place, left = lowest_bit(left), clear_lowest_bit(left)
                other = colour[place]
                total = faces[roll, mine] + faces[roll, other]
                best, count = consider(gains, ties, place, other, total, best, count)
            chosen = np.uint64(random_below(rng, count))
            place, other = ties.places[chosen], ties.dice[chosen]
            own_free &= ~(one << place)
            other_free &= ~(one << place)
            total = faces[roll, mine] + faces[roll, other]
            for axis in range(2):
                ticks[lines[place, axis]] += new_ticks(along, place, axis, total)
                for side in range(2):
                    along[beside[place, axis, side], axis] += ticked[total]
            score += best
            rolls[turn], cells[turn], others[turn] = roll, place, other
        scores[game] = score
