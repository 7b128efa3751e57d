"""Look-ahead in Knapp Daneben! over coming rolls: expectimax with a beam.

The scratch space is a tuple here: one `Scratch` for the present roll, followed by one for every roll looked ahead.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.lookup import CELLS, COLOURS, FREE, SUMS
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    Sheet,
    copy_values,
    enter,
    evaluate,
    expected_best_entry,
    free_circles,
    undo_entry,
)
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Float, Int, compiled, nested


class Search(NamedTuple):
    """The extent of the search.

    `widths` is the number of the best entries that are searched one roll ahead, of these the number searched two rolls
    ahead, and so on. `circles` and `margin` limit the search after a coming roll, see `expected_points`. With at most
    `exact` (up to 4) free circles, play is exact.
    """

    widths: Array
    circles: int = 1
    margin: float = 0.0
    exact: int = 0

    @classmethod
    def of(cls, *widths: int, circles: int = 1, margin: float = 0.0, exact: int = 0) -> "Search":
        return cls(read_only(widths, np.int64), circles, margin, exact)


QUICK = Search.of()


STRONG = Search.of(16, exact=3)


MASTER = Search.of(12, 5, margin=3.0, exact=4)


class Entries(NamedTuple):
    """Values of entries, (25, 11) by circle and sum; IMPOSSIBLE for impossible entries.

    - `points`: immediate points plus points to come, by the deepest search of those entries that it covers.
    - `searched`: the same for the entries covered by the deepest search, IMPOSSIBLE elsewhere.
    - `win`: the probability of winning, for the searched entries.
    """

    points: Array
    searched: Array
    win: Array

    @classmethod
    def empty(cls) -> "Entries":
        return cls(*np.full((3, CELLS, SUMS), IMPOSSIBLE))


MAX_DISTANCE = 3.0
"""Distance from the best circle for a colour and sum, in points, above which a circle is not searched before a roll.

With this value, the value before a roll equals the mean of the values after the rolls to 0.01 points.
"""


@nested
def best_circle(tables: Any, values: Array, colour: Int, total: Int) -> Int:
    """Return the most valuable circle of a colour for a sum."""
    best = -1
    for cell in range(CELLS):
        if tables.colour[cell] == colour and (best < 0 or values[cell, total] > values[best, total]):
            best = cell
    return best


@nested
def raise_unsearched(best: Array, chosen: Array, by: Float) -> None:
    """Add `by` to the possible values that are not among the chosen ones."""
    for colour in range(COLOURS):
        for total in range(SUMS):
            if not chosen[colour, total] and best[colour, total] > IMPOSSIBLE:
                best[colour, total] += by


@nested
def look_ahead(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int) -> Float:
    """Return the value of a sheet with free circles before a roll, looking `depth` rolls (at least one) ahead.

    `values` and `best` of `scratch[depth]` contain the preliminary values of entries after the roll. For every colour
    and sum, the best `search.circles` circles are searched, unless they are worse than the typical value by more than
    `search.margin`. The values of the circles that are not searched are raised by the mean change of the searched ones.
    """
    level, next_ = scratch[depth], scratch[depth - 1]
    best, values = level.best, level.values
    mean = expected_best_entry(sheet.own, best)
    if depth == 1 or free_circles(sheet) == 1:
        return mean
    least = mean - search.margin
    rise, count = 0.0, 0
    for colour in range(COLOURS):
        for total in range(SUMS):
            value, highest = best[colour, total], IMPOSSIBLE
            for _ in range(search.circles):
                cell = best_circle(tables, values, colour, total)
                if values[cell, total] < least:
                    break
                values[cell, total] = IMPOSSIBLE
                gain = enter(tables, sheet, cell, total)
                evaluate(tables, sheet, next_.all, next_)
                after = look_ahead(tables, search, scratch, sheet, depth - 1)
                undo_entry(tables, sheet, cell)
                highest = max(highest, gain + after)
            level.wanted[colour, total] = highest > IMPOSSIBLE
            if highest > IMPOSSIBLE:
                best[colour, total] = highest
                rise += highest - value
                count += 1
    raise_unsearched(best, level.wanted, rise / max(count, 1))
    return expected_best_entry(sheet.own, best)


@compiled
def expected_points(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int) -> Float:
    """Return the value of a sheet before a roll, looking `depth` rolls ahead; see `look_ahead`."""
    if free_circles(sheet) == 0:
        return 0.0
    level = scratch[depth]
    evaluate(tables, sheet, level.all, level)
    return look_ahead(tables, search, scratch, sheet, depth)


@nested
def search_near_best(tables: Any, search: Any, scratch: Any, sheet: Sheet, level: Any) -> None:
    """Search one roll further into entries of `level` within `MAX_DISTANCE` of the best for their colour and sum."""
    values, best = level.values, level.best
    for colour in range(COLOURS):
        for total in range(SUMS):
            least, highest = best[colour, total] - MAX_DISTANCE, IMPOSSIBLE
            for cell in range(CELLS):
                if tables.colour[cell] == colour and sheet.sums[cell] == FREE:
                    if values[cell, total] < least:
                        values[cell, total] = IMPOSSIBLE
                    else:
                        gain = enter(tables, sheet, cell, total)
                        values[cell, total] = gain + expected_points(tables, search, scratch, sheet, 1)
                        undo_entry(tables, sheet, cell)
                    highest = max(highest, values[cell, total])
            best[colour, total] = highest


@nested
def search_before_roll(tables: Any, search: Any, scratch: Any, sheet: Sheet) -> Float:
    """Return the value of a sheet with free circles before a roll, to the depth of `deepen_search`."""
    depth = len(search.widths) + 1
    level = scratch[depth]
    evaluate(tables, sheet, level.all, level)
    if depth > 1:
        search_near_best(tables, search, scratch, sheet, level)
    if depth > 2:
        return look_ahead(tables, search, scratch, sheet, depth)
    return expected_best_entry(sheet.own, level.best)


@nested
def best_entry(values: Array) -> tuple[Int, Int]:
    """Return the circle and the sum with the highest value."""
    best = values.argmax()
    return best // SUMS, best % SUMS


@nested
def search_entries(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int, width: Int, entries: Any) -> None:
    """Search the best `width` of the searched entries by `expected_points`; only these are the searched entries
    afterwards.

    The values of the others are raised by the mean change of these.
    """
    values, searched = scratch[0].values, entries.searched
    copy_values(searched, values)
    searched[:] = IMPOSSIBLE
    rise, count = 0.0, 0
    for _ in range(width):
        cell, total = best_entry(values)
        if values[cell, total] == IMPOSSIBLE:
            break
        gain = enter(tables, sheet, cell, total)
        searched[cell, total] = gain + expected_points(tables, search, scratch, sheet, depth)
        undo_entry(tables, sheet, cell)
        rise += searched[cell, total] - values[cell, total]
        values[cell, total] = IMPOSSIBLE
        count += 1
    for cell in range(CELLS):
        for total in range(SUMS):
            entries.points[cell, total] += rise / count
            if searched[cell, total] > IMPOSSIBLE:
                entries.points[cell, total] = searched[cell, total]


@nested
def deepen_search(tables: Any, search: Any, scratch: Any, sheet: Sheet, entries: Any) -> None:
    """Search entries as far ahead as the search says, given their values by the sheet after them."""
    for depth in range(1, len(search.widths) + 1):
        search_entries(tables, search, scratch, sheet, depth, search.widths[depth - 1], entries)
