"""Knaster played greedily: the action that brings most at once, points gained and circles earned together; equals are
decided at random. Sheets and actions are those of `kernels.knaster`.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Int, compiled, inlined
from knobel.kernels.knaster import CELLS, CIRCLE, LINES, PASS, SIZE, SUMS, WORK_OFF, line_masks, score_sheet
from knobel.kernels.masks import lowest, ones, without_lowest
from knobel.kernels.random import below, bits

MOST_WAYS = 4 * 10


@inlined
def gain_of(rules: Any, masks: Array, circled: Int, more: Int) -> Int:
    """The points that circling some more cells gains."""
    gain = np.int64(ones(more))
    after = circled | more
    for line in range(LINES):
        full = (after & masks[line] == masks[line]) & (more & masks[line] != np.uint64(0))
        gain += rules.line_points[line] * full
    return gain


@inlined
def work_off(
    rng: Array,
    grid: Any,
    rules: Any,
    masks: Array,
    lines: Array,
    circled: Int,
    cell: Int,
    ways: Array,
    actions: Array,
    n: Int,
) -> tuple[Int, Int]:
    """Work off the lines that an entry in a cell completed, best gain first.

    `ways` (40, 2) is room for actions. Writes the actions from place n on; returns the cells circled then and the place
    after the last action.
    """
    pending = np.int64(0)
    for p in range(grid.at_count[cell]):
        pending |= (rules.earned[lines[grid.at[cell, p]]] > 0) << p
    while pending:
        best, count = np.int64(0), 0
        for p in range(grid.at_count[cell]):
            line = grid.at[cell, p]
            uncircled = masks[line] & ~circled
            due = min(np.int64(ones(uncircled)), rules.earned[lines[line]])
            if not pending >> p & 1 or due == 0:
                continue
            # Every subset of the uncircled cells, from all of them down.
            chosen = np.uint64(uncircled)
            while chosen:
                if np.int64(ones(chosen)) == due:
                    gain = gain_of(rules, masks, circled, chosen)
                    if gain > best:
                        best, count = gain, 0
                    if gain == best:
                        ways[count, 0], ways[count, 1] = p, chosen
                        count += 1
                chosen = (chosen - np.uint64(1)) & uncircled
        if count == 0:
            break
        way = below(rng, count)
        done, mask = np.int64(ways[way, 0]), ways[way, 1]
        circled |= mask
        actions[n] = (grid.at[cell, done] + 1) * WORK_OFF + np.int64(mask)
        n += 1
        pending &= ~(1 << done)
    return circled, n


@inlined
def best_actions(
    at: Array,
    at_count: Array,
    rules: Any,
    masks: Array,
    circles: Array,
    free: Array,
    n_free: Int,
    circled: Int,
    matching: Int,
    ties: Array,
) -> tuple[Int, Int]:
    """List in `ties` the best actions, places in `free` and `CIRCLE` + cells; returns what they bring and how many.

    `circles` are those that an entry on each line would earn, `matching` the cells that may be circled.
    """
    zero, one = np.uint64(0), np.uint64(1)
    best, count = 0, zero
    for i in range(n_free):
        gain = 0
        for p in range(at_count[free[i]]):
            gain += circles[at[free[i], np.uint64(p)]]
        if gain > best:
            best, count = gain, zero
        ties[count] = i
        count += np.uint64(gain == best)
    while matching:
        place = lowest(matching)
        matching = without_lowest(matching)
        gain = 1
        for p in range(at_count[place]):
            line = at[place, np.uint64(p)]
            gain += rules.line_points[line] * ((circled | one << place) & masks[line] == masks[line])
        if gain > best:
            best, count = gain, zero
        ties[count] = np.uint64(CIRCLE) + place
        count += np.uint64(gain == best)
    return best, count


@compiled
def greedy_playouts(rng: Array, grid: Any, rules: Any, scores: Array, sums: Array, actions: Array) -> Int:
    """Play `len(scores)` games; arguments and result are those of `kernels.knaster.random_playouts`."""
    following, at_count = grid.next, grid.at_count
    zero, one, low, half = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)
    # Unsigned indices spare the check for negative ones.
    at, rolls = grid.at.astype(np.uint64), grid.rolls.astype(np.uint64)
    masks = line_masks(grid)
    lines, circles = np.empty(LINES, np.int64), np.empty(LINES, np.int64)
    holding = np.empty(SUMS, np.uint64)
    free, ties = np.empty(CELLS, np.uint64), np.empty(2 * CELLS, np.uint64)
    ways = np.empty((MOST_WAYS, 2), np.uint64)
    n = 0
    for game in range(len(scores)):
        for cell in range(CELLS):
            free[cell] = cell
        lines[:] = 0
        holding[:] = 0
        circled, n_free, turn, n = zero, np.uint64(CELLS), 0, 0
        last = False
        while True:
            # One random number serves the roll and the choice.
            word = bits(rng)
            total = rolls[((word & low) * np.uint64(36)) >> half]
            sums[turn] = total
            turn += 1
            for line in range(LINES):
                after = following[lines[line], total]
                left = SIZE - np.int64(ones(masks[line] & circled))
                circles[line] = min(left, rules.earned[after]) if after >= 0 else 0
            matching = holding[total] & ~circled
            best, count = best_actions(at, at_count, rules, masks, circles, free, n_free, circled, matching, ties)
            if count == zero:
                actions[n] = PASS
                n += 1
            else:
                i = ties[((word >> half) * count) >> half]
                if i < np.uint64(CIRCLE):
                    place = free[i]
                    n_free -= one
                    free[i] = free[n_free]
                    holding[total] |= one << place
                    for p in range(at_count[place]):
                        line = at[place, np.uint64(p)]
                        lines[line] = following[lines[line], total]
                    actions[n] = place
                    n += 1
                    if best:
                        circled, n = work_off(rng, grid, rules, masks, lines, circled, place, ways, actions, n)
                else:
                    circled |= one << (i - np.uint64(CIRCLE))
                    actions[n] = i
                    n += 1
            if last:
                break
            last = n_free == zero
        scores[game] = score_sheet(rules, masks, circled)
    return n
