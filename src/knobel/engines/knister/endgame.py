"""Exact values of the last cells of Knister, by backward induction over all ways to fill them.

Decisions use these exact values when few cells are left, and a search before.
"""

from typing import Any

import numpy as np

from knobel.engines.engine import NOT_CONSIDERED
from knobel.engines.knister.lookup import LINE_COUNT, SUM_COUNT
from knobel.engines.knister.playouts import compare_by_playouts
from knobel.engines.knister.search import look_ahead
from knobel.engines.knister.values import copy_sheet, enter, score
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested


@nested
def value_all_fillings(tables: Any, endgame: Any, sheet: Any) -> None:
    """Fill the free cells of a sheet (at least one) in every way, depth first, and store the points of each."""
    values, power = endgame.values, endgame.power
    at, at_count, following, points = tables.grid.at, tables.grid.at_count, tables.grid.next, tables.points
    stack, gains, digit = endgame.stack, endgame.gains, endgame.digit
    n, free = sheet.left, sheet.free
    for line in range(LINE_COUNT):
        stack[0, line] = sheet.lines[line]
    gains[0], digit[0] = 0, 0
    d, code = 0, 0
    while d >= 0:
        if digit[d] == SUM_COUNT:
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
        for line in range(LINE_COUNT):
            stack[d + 1, line] = stack[d, line]
        for p in range(at_count[cell]):
            line = at[cell, p]
            after = following[stack[d, line], total]
            stack[d + 1, line] = after
            gain += points[line, after]
        code += (total + 1) * power[d]
        d += 1
        gains[d], digit[d] = gain, 0


@nested
def induce_values(tables: Any, endgame: Any, n: Int) -> Float:
    """Return the value of the sheet with n free cells, by backward induction from all ways to fill them."""
    values, power, digit, highest = endgame.values, endgame.power, endgame.digit, endgame.highest
    chances = tables.grid.chances
    digit[:n] = SUM_COUNT
    for code in range(power[n] - 1, -1, -1):
        full = True
        highest[:] = -1
        for d in range(n):
            if digit[d] == 0:
                full = False
                entered = code
                for total in range(SUM_COUNT):
                    entered += power[d]
                    highest[total] = max(highest[total], values[entered])
        if not full:
            mean = np.float32(0)
            for total in range(SUM_COUNT):
                mean += chances[total] * highest[total]
            values[code] = mean
        d = 0
        while d < n and digit[d] == 0:
            digit[d] = SUM_COUNT
            d += 1
        if d < n:
            digit[d] -= 1
    return values[0]


@compiled
def exact_value(tables: Any, endgame: Any, sheet: Any) -> Float:
    """Return the exact points to come on a sheet before a roll.

    Entering a sum increases the number of a way, so one descending pass computes all values.
    """
    if sheet.left == 0:
        endgame.values[0] = 0
        return 0.0
    value_all_fillings(tables, endgame, sheet)
    return induce_values(tables, endgame, sheet.left)


@compiled
def evaluate_entries(tables: Any, search: Any, sheet: Any, total: Int) -> Int:
    """Evaluate entries by `look_ahead` and by games played out, or exactly with at most `search.exact` cells left.

    Returns the points already on the sheet, which `values` does not include.
    """
    tables, search = borrow(tables), borrow(search)
    if sheet.left - 1 > search.exact:
        look_ahead(tables, search, sheet, total)
        if search.playouts:
            compare_by_playouts(tables, search, sheet, total)
    else:
        scratch = search.scratch[0]
        for k in range(sheet.left):
            copy_sheet(sheet, scratch.sheet)
            gain = enter(tables, scratch.sheet, k, total)
            scratch.values[k] = gain + exact_value(tables, search.endgame, scratch.sheet)
            scratch.searched[k] = True
    return score(tables, sheet)


@compiled
def value_entries(tables: Any, search: Any, sheet: Any, total: Int, seed: Int, entries: Any) -> Int:
    """Write the values of a sum index in each free cell to `entries`, by `evaluate_entries`, and return its result.

    :param seed: of the dice of games played out, not 0.
    """
    search.policy.rng[-1] = np.uint64(seed)
    points = evaluate_entries(tables, search, sheet, total)
    scratch = search.scratch[0]
    for k in range(sheet.left):
        entries.points[k] = scratch.values[k]
        entries.merits[k] = scratch.values[k] if scratch.searched[k] else NOT_CONSIDERED
    return points


@compiled
def best_searched(scratch: Any, n: Int) -> Int:
    """Return the index of the best of the n free cells that the deepest search covered; the first of equals."""
    found = -1
    for k in range(n):
        if scratch.searched[k] and (found < 0 or scratch.values[k] > scratch.values[found]):
            found = k
    return found
