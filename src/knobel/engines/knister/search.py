"""Looking ahead in Knister over coming rolls, and exact values of positions with few free cells.

`levels` is a tuple of scratch spaces (`engines.knister.player.Level`), one for every roll looked ahead; `widths[d]` is
how many of the placements that look best by value are looked into when `d` more rolls are looked ahead after them.
"""

from typing import Any

import numpy as np

from knobel.engines.knister.values import best, enter, evaluate, prepare
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below

LINES = 12
SUMS = 11


@compiled
def copy_position(lines: Array, free: Array, n: Int, lines_out: Array, free_out: Array) -> None:
    """Copy a position."""
    for line in range(LINES):
        lines_out[line] = lines[line]
    for k in range(n):
        free_out[k] = free[k]


@compiled
def expected(tables: Any, levels: Any, depth: Int, widths: Array, lines: Array, free: Array, n: Int) -> Float:
    """The value of a position with n free cells before a roll, `depth` rolls looked ahead (at least one)."""
    if n == 0:
        return 0.0
    level = levels[depth]
    filled = len(tables.crossings) - n + 1
    value = prepare(tables, level.work, lines, free, n, filled)
    mean = 0.0
    for total in range(SUMS):
        out = level.out
        evaluate(tables, level.work, value, lines, free, n, filled, total, out)
        if depth == 1 or n == 1:
            mean += tables.chances[total] * out[best(out, n)]
            continue
        highest = -1e9
        for _ in range(min(n, widths[depth - 1])):
            k = best(out, n)
            out[k] = -1e9
            copy_position(lines, free, n, level.lines, level.free)
            gain = enter(tables, level.lines, level.free, n, k, total)
            highest = max(highest, gain + expected(tables, levels, depth - 1, widths, level.lines, level.free, n - 1))
        mean += tables.chances[total] * highest
    return mean


@compiled
def fill(tables: Any, solver: Any, lines: Array, free: Array, n: Int) -> None:
    """Fill n free cells in every way, depth first, and note the points of each; see `exact`."""
    values, power = solver.values, solver.power
    at, at_count, following, points = tables.at, tables.at_count, tables.next, tables.points
    # With the first d cells filled: the lines, the points so far, the next sum to try.
    stack, gains, digit = solver.stack, solver.gains, solver.digit
    for line in range(LINES):
        stack[0, line] = lines[line]
    gains[0], digit[0] = 0, 0
    d, code = 0, 0
    while d >= 0:
        if digit[d] == SUMS:
            d -= 1
            if d >= 0:
                code -= digit[d] * power[d]
            continue
        total = digit[d]
        digit[d] += 1
        cell, gain = free[d], gains[d]
        if d == n - 1:
            for p in range(at_count[cell]):
                line = at[cell, p]
                gain += points[line, following[stack[d, line], total]]
            values[code + (total + 1) * power[d]] = gain
            continue
        for line in range(LINES):
            stack[d + 1, line] = stack[d, line]
        for p in range(at_count[cell]):
            line = at[cell, p]
            after = following[stack[d, line], total]
            stack[d + 1, line] = after
            gain += points[line, after]
        code += (total + 1) * power[d]
        d += 1
        gains[d], digit[d] = gain, 0


@compiled
def fold(tables: Any, solver: Any, n: Int) -> Float:
    """Work the values of fully filled cells back to the position in which all n are free; see `exact`."""
    values, power, digit, highest = solver.values, solver.power, solver.digit, solver.highest
    digit[:n] = SUMS
    for code in range(power[n] - 1, -1, -1):
        full = True
        highest[:] = -1
        for d in range(n):
            if digit[d] == 0:
                full = False
                entered = code
                for total in range(SUMS):
                    entered += power[d]
                    highest[total] = max(highest[total], values[entered])
        if not full:
            mean = np.float32(0)
            for total in range(SUMS):
                mean += tables.chances[total] * highest[total]
            values[code] = mean
        d = 0
        while d < n and digit[d] == 0:
            digit[d] = SUMS
            d += 1
        if d < n:
            digit[d] -= 1
    return values[0]


@compiled
def exact(tables: Any, solver: Any, lines: Array, free: Array, n: Int) -> Float:
    """The exact value of a position with n free cells, at least one, before a roll.

    A way to fill some of the cells is a number of n digits to base 12: 0 for a free cell, 1 + sum index else. Entering
    a sum makes the number greater, so one pass down from the greatest gives the value of each.
    """
    fill(tables, solver, lines, free, n)
    return fold(tables, solver, n)


@compiled
def choose(
    tables: Any,
    levels: Any,
    solver: Any,
    widths: Array,
    exact_cells: Int,
    lines: Array,
    free: Array,
    n: Int,
    total: Int,
    out: Array,
) -> Int:
    """Where in the list of free cells to enter a sum; `out[k]` receives the values that decided.

    By value first; then, for d = 0, 1, ..., the best `widths[0, d]` are compared again with d + 1 rolls looked ahead,
    within which `widths[d, ...]` apply. With at most `exact_cells` free cells after the move: exactly.
    """
    level = levels[0]
    filled = len(tables.crossings) - n + 1
    value = prepare(tables, level.work, lines, free, n, filled)
    evaluate(tables, level.work, value, lines, free, n, filled, total, out)
    if n == 1:
        return 0
    if n - 1 <= exact_cells:
        for k in range(n):
            copy_position(lines, free, n, level.lines, level.free)
            gain = enter(tables, level.lines, level.free, n, k, total)
            out[k] = gain + exact(tables, solver, level.lines, level.free, n - 1)
        return best(out, n)
    considered = n
    for depth in range(1, len(widths) + 1):
        width = min(considered, widths[depth - 1, 0])
        for k in range(n):
            level.rank[k] = out[k]
        for k in range(n):
            out[k] = -1e9
        for _ in range(width):
            k = best(level.rank, n)
            level.rank[k] = -1e9
            copy_position(lines, free, n, level.lines, level.free)
            gain = enter(tables, level.lines, level.free, n, k, total)
            out[k] = gain + expected(tables, levels, depth, widths[depth - 1], level.lines, level.free, n - 1)
        considered = width
    return best(out, n)


@compiled
def play(
    tables: Any, levels: Any, solver: Any, widths: Array, exact_cells: Int, rng: Array, scores: Array, luck: Array
) -> None:
    """Play `len(scores)` games alone with `choose`.

    `luck` (games) receives how much better the rolls were than expected, by the values: its expectation is zero
    whatever the values are, so `scores - luck` estimates the same mean with less noise.
    """
    cells = len(tables.crossings)
    lines = np.empty(LINES, np.int64)
    free = np.empty(cells, np.int64)
    out = np.empty(cells, np.float32)
    by_sum = np.empty(SUMS, np.float32)
    for game in range(len(scores)):
        for cell in range(cells):
            free[cell] = cell
        lines[:] = 0
        score, chance = 0, 0.0
        for n in range(cells, 0, -1):
            filled = cells - n + 1
            work = levels[0].work
            value = prepare(tables, work, lines, free, n, filled)
            mean = 0.0
            for total in range(SUMS):
                evaluate(tables, work, value, lines, free, n, filled, total, out)
                by_sum[total] = out[best(out, n)]
                mean += tables.chances[total] * by_sum[total]
            total = tables.rolls[below(rng, 36)]
            chance += by_sum[total] - mean
            k = choose(tables, levels, solver, widths, exact_cells, lines, free, n, total, out)
            score += enter(tables, lines, free, n, k, total)
        scores[game] = score
        luck[game] = chance
