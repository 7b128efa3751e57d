"""Greedy playouts of Knaster: the action with the largest immediate sum of points and earned circles.

Ties are broken at random. Sheets and actions are those of `bench.playouts.knaster.random`.
"""

from typing import Any

import numpy as np

from knobel.bench.playouts.knaster.random import (
    CELLS,
    CIRCLE,
    LINES,
    PASS,
    SUMS,
    WORK_OFF,
    Board,
    line_masks,
    score_sheet,
)
from knobel.engines.shared.bit_sets import clear_lowest_bit, lowest_bit, nth_bit, popcount
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.rng import random_below, random_bits

ALL_CELLS = (1 << CELLS) - 1
MOST_WAYS = 4 * 10


@inlined
def gain_of(board: Board, circled: Int, more: Int) -> Int:
    """Return the points gained by circling more cells."""
    masks = board.masks
    gain = np.int64(popcount(more))
    after = circled | more
    for line in range(LINES):
        full = (after & masks[line] == masks[line]) & (more & masks[line] != np.uint64(0))
        gain += board.rules.line_points[line] * full
    return gain


@inlined
def work_off(
    rng: Array, board: Board, lines: Array, circled: Int, cell: Int, ways: Array, actions: Array, n: Int
) -> tuple[Int, Int]:
    """Circle cells in the lines that an entry in a cell completed, the largest gain first.

    `ways` (40, 2) is memory for actions. The actions are written from place n on. Returns the circled cells and the
    place after the last action.
    """
    grid, rules, masks = board
    pending = np.int64(0)
    for p in range(grid.at_count[cell]):
        pending |= (rules.earned[lines[grid.at[cell, p]]] > 0) << p
    while pending:
        best, count = np.int64(0), 0
        for p in range(grid.at_count[cell]):
            line = grid.at[cell, p]
            uncircled = masks[line] & ~circled
            due = min(np.int64(popcount(uncircled)), rules.earned[lines[line]])
            if not pending >> p & 1 or due == 0:
                continue
            # All subsets of the uncircled cells, in descending order.
            chosen = np.uint64(uncircled)
            while chosen:
                if np.int64(popcount(chosen)) == due:
                    gain = gain_of(board, circled, chosen)
                    if gain > best:
                        best, count = gain, 0
                    if gain == best:
                        ways[count, 0], ways[count, 1] = p, chosen
                        count += 1
                chosen = (chosen - np.uint64(1)) & uncircled
        if count == 0:
            break
        way = random_below(rng, count)
        done, mask = np.int64(ways[way, 0]), ways[way, 1]
        circled |= mask
        actions[n] = (grid.at[cell, done] + 1) * WORK_OFF + np.int64(mask)
        n += 1
        pending &= ~(1 << done)
    return circled, n


@inlined
def best_entries(board: Board, lines: Array, free: Int, closing: Int, circled: Int, total: Int) -> tuple[Int, Int]:
    """Return the maximum number of circles that entering a sum earns, and the free cells in which it does.

    `closing` are the free cells that are the last of a line; no other cells earn circles.
    """
    grid, rules, masks = board
    most, best = np.int64(0), free
    while closing:
        place = lowest_bit(closing)
        closing = clear_lowest_bit(closing)
        circles = np.int64(0)
        for p in range(grid.at_count[place]):
            line = np.uint64(grid.at[place, np.uint64(p)])
            earned = rules.earned[np.uint64(grid.next[lines[line], total])]
            circles += min(np.int64(popcount(masks[line] & ~circled)), earned)
        if circles > most:
            most, best = circles, np.uint64(0)
        if circles == most:
            best |= np.uint64(1) << place
    return most, best


@inlined
def best_circles(board: Board, circled: Int, matching: Int) -> tuple[Int, Int]:
    """Return the maximum gain of circling one of the `matching` cells, and the cells with it; 0 if there are none."""
    grid, rules, masks = board
    most, best = np.int64(0), np.uint64(0)
    while matching:
        place = lowest_bit(matching)
        matching = clear_lowest_bit(matching)
        bit = np.uint64(1) << place
        gain = np.int64(1)
        for p in range(grid.at_count[place]):
            line = np.uint64(grid.at[place, np.uint64(p)])
            gain += rules.line_points[line] * ((circled | bit) & masks[line] == masks[line])
        if gain > most:
            most, best = gain, np.uint64(0)
        if gain == most:
            best |= bit
    return most, best


@compiled
def greedy_playouts(rng: Array, grid: Any, rules: Any, scores: Array, sums: Array, actions: Array) -> Int:
    """Play `len(scores)` games; arguments and result are those of `bench.playouts.knaster.random.random_playouts`."""
    rng, grid, rules = borrow(rng), borrow(grid), borrow(rules)
    scores, sums, actions = borrow(scores), borrow(sums), borrow(actions)
    zero, one, low, half = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)
    # Unsigned indices avoid the check for negative ones.
    rolls = grid.rolls.astype(np.uint64)
    masks = line_masks(grid)
    board = Board(grid, rules, masks)
    lines = np.empty(LINES, np.uint64)
    holding = np.empty(SUMS, np.uint64)
    ways = np.empty((MOST_WAYS, 2), np.uint64)
    n = 0
    for game in range(len(scores)):
        lines[:] = 0
        holding[:] = 0
        free, closing, circled, turn, n = np.uint64(ALL_CELLS), zero, zero, 0, 0
        last = False
        while True:
            # One random number serves the roll and the choice.
            word = random_bits(rng)
            total = rolls[((word & low) * np.uint64(36)) >> half]
            sums[turn] = total
            turn += 1
            earned, entries = best_entries(board, lines, free, closing, circled, total)
            gain, circles = best_circles(board, circled, holding[total] & ~circled)
            if gain > earned:
                entries = zero
            if gain < earned:
                circles = zero
            count = popcount(entries)
            i = ((word >> half) * (count + popcount(circles))) >> half
            if i < count:
                place = nth_bit(entries, i)
                free ^= one << place
                holding[total] |= one << place
                closing &= free
                for p in range(grid.at_count[place]):
                    line = np.uint64(grid.at[place, np.uint64(p)])
                    lines[line] = grid.next[lines[line], total]
                    left = masks[line] & free
                    if clear_lowest_bit(left) == zero:
                        closing |= left
                actions[n] = place
                n += 1
                if earned:
                    circled, n = work_off(rng, board, lines, circled, place, ways, actions, n)
            elif circles:
                place = nth_bit(circles, i - count)
                circled |= one << place
                actions[n] = CIRCLE + place
                n += 1
            else:
                actions[n] = PASS
                n += 1
            if last:
                break
            last = free == zero
        scores[game] = score_sheet(board, circled)
    return n
