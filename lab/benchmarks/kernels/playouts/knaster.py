"""Random playouts of Knaster alone, from the empty sheet.

`grid` and `rules` are the named tuples of arrays from `engines.shared.grid` and `engines.knaster.lookup`. A sheet
consists of the multiset in each line (`lines`) and of bit masks of the cells that hold each sum (`holding`) and of the
`circled` cells.

An action is a number: 0-24 enters in that cell, `CIRCLE` + cell circles it, `PASS` passes, and (line + 1) * `WORK_OFF`
+ the sum of 2**cell circles those cells of a completed line.
"""

from typing import Any, NamedTuple

import numpy as np

from benchmarks.kernels.playouts import Playouts
from benchmarks.kernels.playouts.bits import nth_bit
from knobel.engines.knaster.lookup import rules
from knobel.engines.shared.bit_sets import popcount
from knobel.engines.shared.compiled import Array, Int, compiled, inlined
from knobel.engines.shared.grid import SUMS as TOTALS
from knobel.engines.shared.grid import grid
from knobel.engines.shared.rng import random_below, random_bits
from knobel.games import grid as names
from knobel.games.grid import SIZE

CELLS = len(names.CELLS)
LINES = len(names.LINES)
SUMS = len(TOTALS)
CIRCLE = 32
PASS = 64
WORK_OFF = 1 << 32
MAX_ACTIONS = 2 * (CELLS + 1) + LINES
"""Maximum number of actions in a game: an entry or a circle in each round, and circles in every line once."""


class Board(NamedTuple):
    """`grid` and `rules` as above, and the cells of each line as bits, `masks` (12)."""

    grid: Any
    rules: Any
    masks: Array


@compiled
def line_masks(grid: Any) -> Array:
    """(12) The cells of each line as bits."""
    masks = np.zeros(LINES, np.uint64)
    for line in range(LINES):
        for k in range(SIZE):
            masks[line] |= np.uint64(1 << grid.cells[line, k])
    return masks


@inlined
def choices(n: Int, k: Int) -> Int:
    """Return the number of ways to choose k of n, for k from 0 to 3."""
    if k < 2:
        return n if k else 1
    pairs = n * (n - 1) // 2
    return pairs if k == 2 else pairs * (n - 2) // 3


@inlined
def score_sheet(board: Board, circled: Int) -> Int:
    """Return the points of a sheet with these cells circled."""
    masks = board.masks
    score = np.int64(popcount(circled))
    for line in range(LINES):
        score += board.rules.line_points[line] * (circled & masks[line] == masks[line])
    return score


@inlined
def work_off(
    rng: Array, board: Board, lines: Array, circled: Int, cell: Int, ways: Array, actions: Array, n: Int
) -> tuple[Int, Int]:
    """Circle cells in the lines that an entry in a cell completed; each legal action is equally likely.

    `ways` (4) is memory. The actions are written from place n on. Returns the circled cells and the place after the
    last action.
    """
    grid, rules, masks = board
    done = 0
    while True:
        total = 0
        for p in range(grid.at_count[cell]):
            line = grid.at[cell, p]
            left = np.int64(popcount(masks[line] & ~circled))
            due = min(left, rules.earned[lines[line]])
            ways[p] = 0 if done >> p & 1 or due == 0 else choices(left, due)
            total += ways[p]
        if total == 0:
            return circled, n
        chosen, p = random_below(rng, total), 0
        while chosen >= ways[p]:
            chosen -= ways[p]
            p += 1
        done |= 1 << p
        line = grid.at[cell, p]
        uncircled = masks[line] & ~circled
        before = circled
        for _ in range(min(np.int64(popcount(uncircled)), rules.earned[lines[line]])):
            bit = np.uint64(1) << nth_bit(uncircled, random_below(rng, popcount(uncircled)))
            circled |= bit
            uncircled ^= bit
        actions[n] = (line + 1) * WORK_OFF + np.int64(circled ^ before)
        n += 1


@compiled
def random_playouts(rng: Array, grid: Any, rules: Any, scores: Array, sums: Array, actions: Array) -> Int:
    """Play `len(scores)` games and return the number of actions of the last one; each legal action is equally likely.

    `scores` (games) receives the points. `sums` (at least 52) receives the last game's sum indices by round, and
    `actions` (at least `MAX_ACTIONS`) its actions.
    """
    following, earned = grid.next, rules.earned
    zero, one, low, half = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)
    # Unsigned indices avoid the check for negative ones. Mixing signed and unsigned would give floating-point numbers.
    at, rolls = grid.at.astype(np.uint64), grid.rolls.astype(np.uint64)
    board = Board(grid, rules, line_masks(grid))
    lines = np.empty(LINES, np.uint64)
    holding = np.empty(SUMS, np.uint64)
    free, ways = np.empty(CELLS, np.uint64), np.empty(4, np.int64)
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
            word = random_bits(rng)
            total = rolls[((word & low) * np.uint64(36)) >> half]
            sums[turn] = total
            turn += 1
            matching = holding[total] & ~circled
            count = n_free + popcount(matching)
            i = ((word >> half) * count) >> half
            if i < n_free:
                place = free[i]
                n_free -= one
                free[i] = free[n_free]
                holding[total] |= one << place
                actions[n] = place
                n += 1
                circles = 0
                for p in range(grid.at_count[place]):
                    line = at[place, np.uint64(p)]
                    lines[line] = following[lines[line], total]
                    circles |= earned[lines[line]]
                if circles:
                    circled, n = work_off(rng, board, lines, circled, place, ways, actions, n)
            elif count:
                place = nth_bit(matching, i - n_free)
                circled |= one << place
                actions[n] = CIRCLE + place
                n += 1
            else:
                actions[n] = PASS
                n += 1
            if last:
                break
            last = n_free == zero
        scores[game] = score_sheet(board, circled)
    return n


def make_playouts() -> Playouts:
    """Return playouts with one seat."""
    sums, actions = np.empty(60, np.int64), np.empty(MAX_ACTIONS, np.int64)
    return Playouts(
        lambda rng, scores: random_playouts(rng, grid(), rules(), scores, sums, actions),
        lambda games: np.empty(games, np.int32),
        (*grid(), *rules()),
    )
