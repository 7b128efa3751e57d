"""Knaster compiled: random playouts alone, from the empty sheet.

`grid` and `rules` are the named tuples of arrays that `arrays.grid` and `arrays.knaster` make. A sheet is `numbers`
(25, sum indices, -1 for a free cell), `circled` (25) and the multiset on each line (`lines`).

An action is a number: 0-24 enters in that cell, `CIRCLE` + cell circles it, `PASS` passes, and
(line + 1) * `WORK_OFF` + the sum of 2**cell circles those cells of a completed line.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Int, compiled
from knobel.kernels.random import below

CELLS = 25
LINES = 12
SIZE = 5
CIRCLE = 32
PASS = 64
WORK_OFF = 1 << 32
MOST_ACTIONS = 26 + 26 + LINES
"""In a game: each round an entry or a circle, and every line worked off at most once."""


@compiled
def choices(n: Int, k: Int) -> Int:
    """The number of ways to choose k of n, for the few cells of a line."""
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


@compiled
def score_sheet(grid: Any, rules: Any, circled: Array) -> Int:
    """The points of a sheet with these cells circled."""
    score = 0
    for cell in range(CELLS):
        score += circled[cell]
    for line in range(LINES):
        full = 1
        for k in range(SIZE):
            full &= circled[grid.cells[line, k]]
        score += full * rules.line_points[line]
    return score


@compiled
def uncircled(grid: Any, circled: Array, line: Int, out: Array) -> Int:
    """List the cells of a line that are not circled; returns how many there are."""
    n = 0
    for k in range(SIZE):
        cell = grid.cells[line, k]
        out[n] = cell
        n += 1 - circled[cell]
    return n


@compiled
def circle_some(rng: Array, circled: Array, cells: Array, n: Int, k: Int) -> Int:
    """Circle k of the first n cells, all choices equally likely; returns the sum of 2**cell."""
    mask = 0
    for first in range(k):
        i = first + below(rng, n - first)
        cells[first], cells[i] = cells[i], cells[first]
        circled[cells[first]] = 1
        mask += 1 << cells[first]
    return mask


@compiled
def work_off(rng: Array, grid: Any, rules: Any, lines: Array, circled: Array, cell: Int, actions: Array, n: Int) -> Int:
    """Work off the lines that an entry in a cell completed, each legal action equally likely.

    Writes the actions from place n on; returns the place after the last.
    """
    earned = 0
    for p in range(grid.at_count[cell]):
        earned += rules.earned[lines[grid.at[cell, p]]]
    if earned == 0:
        return n
    cells, ways = np.empty(SIZE + 1, np.int64), np.zeros(4, np.int64)
    done = np.zeros(4, np.bool_)
    while True:
        for p in range(grid.at_count[cell]):
            line = grid.at[cell, p]
            left = uncircled(grid, circled, line, cells)
            due = min(left, rules.earned[lines[line]])
            ways[p] = 0 if done[p] or due == 0 else choices(left, due)
        total = ways.sum()
        if total == 0:
            return n
        chosen, p = below(rng, total), 0
        while chosen >= ways[p]:
            chosen -= ways[p]
            p += 1
        line = grid.at[cell, p]
        left = uncircled(grid, circled, line, cells)
        mask = circle_some(rng, circled, cells, left, min(left, rules.earned[lines[line]]))
        actions[n] = (line + 1) * WORK_OFF + mask
        n += 1
        done[p] = True


@compiled
def random_playouts(rng: Array, grid: Any, rules: Any, scores: Array, sums: Array, actions: Array) -> Int:
    """Play `len(scores)` games, each legal action equally likely; returns how many actions the last one had.

    `scores` (games) receives the points; `sums` (at least 52) the last game's sum indices by round and `actions` (at
    least `MOST_ACTIONS`) its actions.
    """
    lines = np.empty(LINES, np.int64)
    numbers = np.empty(CELLS, np.int64)
    circled = np.empty(CELLS, np.int64)
    free = np.empty(CELLS, np.int64)
    n = 0
    for game in range(len(scores)):
        for cell in range(CELLS):
            free[cell], numbers[cell], circled[cell] = cell, -1, 0
        lines[:] = 0
        n_free, turn, n = CELLS, 0, 0
        last = False
        while True:
            total = grid.rolls[below(rng, 36)]
            sums[turn] = total
            turn += 1
            matching = 0
            for cell in range(CELLS):
                matching += (numbers[cell] == total) & (circled[cell] == 0)
            if n_free + matching == 0:
                actions[n] = PASS
                n += 1
            else:
                i = below(rng, n_free + matching)
                if i < n_free:
                    cell = free[i]
                    n_free -= 1
                    free[i] = free[n_free]
                    numbers[cell] = total
                    for p in range(grid.at_count[cell]):
                        line = grid.at[cell, p]
                        lines[line] = grid.next[lines[line], total]
                    actions[n] = cell
                    n = work_off(rng, grid, rules, lines, circled, cell, actions, n + 1)
                else:
                    i -= n_free
                    for cell in range(CELLS):
                        if numbers[cell] == total and circled[cell] == 0:
                            if i == 0:
                                circled[cell] = 1
                                actions[n] = CIRCLE + cell
                                n += 1
                                break
                            i -= 1
            if last:
                break
            last = n_free == 0
        scores[game] = score_sheet(grid, rules, circled)
    return n
