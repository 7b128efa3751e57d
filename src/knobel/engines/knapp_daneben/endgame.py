"""Values of entries and sheets of Knapp Daneben!: exact near the end of the game, by search before."""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.lookup import CELLS, FREE, SUMS
from knobel.engines.knapp_daneben.search import deepen_search, search_before_roll
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    Sheet,
    copy_values,
    enter,
    evaluate,
    expected_best_entry,
    free_circles,
    mark_allowed,
    undo_entry,
)
from knobel.engines.shared.compiled import Array, Float, compiled, nested

CIRCLE_STATES = SUMS + 1
"""Number of states of a circle: a sum, or free."""


@nested
def allocate_fillings(sheet: Sheet) -> tuple[Array, Array]:
    """Return the free circles of a sheet, and memory for the values of all sheets that can result from it.

    A sheet is encoded by the contents of those circles: the digits of a number in base `CIRCLE_STATES`, the first
    circle lowest.
    """
    circles, n = np.empty(free_circles(sheet), np.int64), 0
    for cell in range(CELLS):
        if sheet.sums[cell] == FREE:
            circles[n] = cell
            n += 1
    return circles, np.full(CIRCLE_STATES**n, np.nan)


@nested
def exact_value(tables: Any, scratch: Any, sheet: Sheet, circles: Array, values: Array) -> Float:
    """Return the exact value of a sheet before a roll, by backward induction; see `allocate_fillings`."""
    n = free_circles(sheet)
    if n == 0:
        return 0.0
    number = 0
    for i in range(len(circles)):
        number += sheet.sums[circles[i]] * CIRCLE_STATES**i
    if not np.isnan(values[number]):
        return values[number]
    level = scratch[n]
    best = level.best
    if n == 1:
        evaluate(tables, sheet, level.all, level)
    else:
        best[:] = IMPOSSIBLE
        for cell in circles:
            if sheet.sums[cell] == FREE:
                colour = tables.colour[cell]
                for total in range(SUMS):
                    gain = enter(tables, sheet, cell, total)
                    after = exact_value(tables, scratch, sheet, circles, values)
                    undo_entry(tables, sheet, cell)
                    best[colour, total] = max(best[colour, total], gain + after)
    values[number] = expected_best_entry(sheet.own, best)
    return values[number]


@nested
def value_entries_exactly(tables: Any, scratch: Any, sheet: Sheet, entry_values: Array) -> None:
    """Set the values of all possible entries in `entry_values` (25, 11) to their exact values."""
    circles, values = allocate_fillings(sheet)
    for cell in circles:
        for total in range(SUMS):
            if entry_values[cell, total] > IMPOSSIBLE:
                gain = enter(tables, sheet, cell, total)
                entry_values[cell, total] = gain + exact_value(tables, scratch, sheet, circles, values)
                undo_entry(tables, sheet, cell)


@compiled
def value_entries(tables: Any, search: Any, scratch: Any, sheet: Sheet, faces: Array, entries: Any) -> None:
    """Compute the values of the entries that a roll allows: `points` and `searched` of `entries`."""
    level, n = scratch[0], free_circles(sheet)
    mark_allowed(sheet.own, faces, level.wanted)
    evaluate(tables, sheet, level.wanted, level)
    copy_values(level.values, entries.points)
    copy_values(level.values, entries.searched)
    if n == 1:
        return
    if n <= search.exact:
        value_entries_exactly(tables, scratch, sheet, entries.searched)
        copy_values(entries.searched, entries.points)
    else:
        deepen_search(tables, search, scratch, sheet, entries)


@compiled
def value_before_roll(tables: Any, search: Any, scratch: Any, sheet: Sheet) -> Float:
    """Return the value of a sheet before a roll, as accurate as the values of entries by `value_entries`."""
    if free_circles(sheet) <= max(search.exact, 1):
        return exact_value(tables, scratch, sheet, *allocate_fillings(sheet))
    return search_before_roll(tables, search, scratch, sheet)
