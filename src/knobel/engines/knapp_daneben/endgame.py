"""Values of entries and sheets of Knapp Daneben!: exact near the end of the game, by search before."""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.search import ahead_of_roll, deepen
from knobel.engines.knapp_daneben.tables import FREE, SUMS, Sheet
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    evaluate,
    free_circles,
    mean_of_best,
    offered,
    put,
    take_back,
)
from knobel.engines.shared.compiled import Array, Float, compiled

FILLINGS = SUMS + 1
"""Number of states of a circle: a sum, or free."""


@compiled
def fillings(sheet: Sheet) -> tuple[Array, Array]:
    """Return the free circles of a sheet, and memory for the values of all sheets that can result from it.

    A sheet is encoded by the contents of those circles: the digits of a number in base `FILLINGS`, the first circle
    lowest.
    """
    circles = np.flatnonzero(sheet.sums == FREE)
    return circles, np.full(FILLINGS ** len(circles), np.nan)


@compiled
def to_the_end(tables: Any, scratch: Any, sheet: Sheet, circles: Array, values: Array) -> Float:
    """Return the exact value of a sheet before a roll, by backward induction; see `fillings`."""
    n = free_circles(sheet)
    if n == 0:
        return 0.0
    number = 0
    for i in range(len(circles)):
        number += sheet.sums[circles[i]] * FILLINGS**i
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
                    gain = put(tables, sheet, cell, total)
                    after = to_the_end(tables, scratch, sheet, circles, values)
                    take_back(tables, sheet, cell)
                    best[colour, total] = max(best[colour, total], gain + after)
    values[number] = mean_of_best(sheet.own, best)
    return values[number]


@compiled
def value_exactly(tables: Any, scratch: Any, sheet: Sheet, worth: Array) -> None:
    """Set the values of all possible entries in `worth` (25, 11) to their exact values."""
    circles, values = fillings(sheet)
    for cell in circles:
        for total in range(SUMS):
            if worth[cell, total] > IMPOSSIBLE:
                gain = put(tables, sheet, cell, total)
                worth[cell, total] = gain + to_the_end(tables, scratch, sheet, circles, values)
                take_back(tables, sheet, cell)


@compiled
def value_entries(tables: Any, search: Any, scratch: Any, sheet: Sheet, faces: Array, entries: Any) -> None:
    """Compute the values of the entries that a roll allows: `points` and `searched` of `entries`."""
    level, n = scratch[0], free_circles(sheet)
    offered(sheet.own, faces, level.wanted)
    evaluate(tables, sheet, level.wanted, level)
    entries.points[:] = level.worth
    entries.searched[:] = level.worth
    if n == 1:
        return
    if n <= search.exact:
        value_exactly(tables, scratch, sheet, entries.searched)
        entries.points[:] = entries.searched
    else:
        deepen(tables, search, scratch, sheet, entries)


@compiled
def value_before_roll(tables: Any, search: Any, scratch: Any, sheet: Sheet) -> Float:
    """Return the value of a sheet before a roll, as accurate as the values of entries by `value_entries`."""
    if free_circles(sheet) <= max(search.exact, 1):
        return to_the_end(tables, scratch, sheet, *fillings(sheet))
    return ahead_of_roll(tables, search, scratch, sheet)
