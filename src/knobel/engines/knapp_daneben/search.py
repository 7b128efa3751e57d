"""Looking ahead in Knapp Daneben! over coming rolls: expectimax with a beam.

Scratch space is a tuple here: one `Scratch` for every roll looked ahead, after the one for the present roll.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.tables import CELLS, COLOURS, FREE, SUMS, Sheet
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    evaluate,
    free_circles,
    mean_of_best,
    put,
    take_back,
)
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Float, Int, compiled

NEAR = 3.0
"""Before a roll, circles that are worth so many points less than the best for their colour and sum are not looked into.
With it positions are worth what they are after rolls on average, to 0.01 points."""


class Search(NamedTuple):
    """How hard to search. So many of the best entries are looked into one roll ahead, of these so many two rolls, and
    so on: `widths`. `circles` and `margin` narrow what is looked into after a coming roll, see `expected`. With at most
    `exact` (up to 4) free circles play is exact.
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
DEEPER = Search.of(12, 5, 3, margin=1.0, exact=4)
"""A third roll, too long for a table."""


class Entries(NamedTuple):
    """What entries are worth, (25, 11) by circle and sum, IMPOSSIBLE for what is none.

    `points` at once and to come: as the deepest look says of those that got it, which are the `searched`; elsewhere
    `searched` is IMPOSSIBLE. `win`: the chance to win, of the searched.
    """

    points: Array
    searched: Array
    win: Array

    @classmethod
    def empty(cls) -> "Entries":
        return cls(*np.full((3, CELLS, SUMS), IMPOSSIBLE))


@compiled
def best_circle(tables: Any, worth: Array, colour: Int, total: Int) -> Int:
    """The circle of a colour where a sum is worth most."""
    best = -1
    for cell in range(CELLS):
        if tables.colour[cell] == colour and (best < 0 or worth[cell, total] > worth[best, total]):
            best = cell
    return best


@compiled
def lift(best: Array, chosen: Array, by: Float) -> None:
    """Add to what is possible and not among the chosen."""
    for colour in range(COLOURS):
        for total in range(SUMS):
            if not chosen[colour, total] and best[colour, total] > IMPOSSIBLE:
                best[colour, total] += by


@compiled
def look_ahead(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int) -> Float:
    """The value of a sheet with free circles before a roll, `depth` rolls looked ahead (at least one), when `worth` and
    `best` of `scratch[depth]` say what entries after the roll are worth so far.

    Of every colour and sum it looks into the best few `search.circles`, unless they are worth more than `search.margin`
    less than what is typical: those are then worth as much more than before as the others are on average.
    """
    level, next_ = scratch[depth], scratch[depth - 1]
    best, worth = level.best, level.worth
    mean = mean_of_best(sheet.own, best)
    if depth == 1 or free_circles(sheet) == 1:
        return mean
    least = mean - search.margin
    rise, count = 0.0, 0
    for colour in range(COLOURS):
        for total in range(SUMS):
            value, highest = best[colour, total], IMPOSSIBLE
            for _ in range(search.circles):
                cell = best_circle(tables, worth, colour, total)
                if worth[cell, total] < least:
                    break
                worth[cell, total] = IMPOSSIBLE
                gain = put(tables, sheet, cell, total)
                evaluate(tables, sheet, next_.all, next_)
                after = look_ahead(tables, search, scratch, sheet, depth - 1)
                take_back(tables, sheet, cell)
                highest = max(highest, gain + after)
            level.wanted[colour, total] = highest > IMPOSSIBLE
            if highest > IMPOSSIBLE:
                best[colour, total] = highest
                rise += highest - value
                count += 1
    lift(best, level.wanted, rise / max(count, 1))
    return mean_of_best(sheet.own, best)


@compiled
def expected(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int) -> Float:
    """The value of a sheet before a roll, so many rolls looked ahead, see `look_ahead`."""
    if free_circles(sheet) == 0:
        return 0.0
    level = scratch[depth]
    evaluate(tables, sheet, level.all, level)
    return look_ahead(tables, search, scratch, sheet, depth)


@compiled
def look_into_near(tables: Any, search: Any, scratch: Any, sheet: Sheet, level: Any) -> None:
    """Look one roll further into the entries of `level` that are `NEAR` the best of their colour and sum."""
    worth, best = level.worth, level.best
    for colour in range(COLOURS):
        for total in range(SUMS):
            least, highest = best[colour, total] - NEAR, IMPOSSIBLE
            for cell in range(CELLS):
                if tables.colour[cell] == colour and sheet.sums[cell] == FREE:
                    if worth[cell, total] < least:
                        worth[cell, total] = IMPOSSIBLE
                    else:
                        gain = put(tables, sheet, cell, total)
                        worth[cell, total] = gain + expected(tables, search, scratch, sheet, 1)
                        take_back(tables, sheet, cell)
                    highest = max(highest, worth[cell, total])
            best[colour, total] = highest


@compiled
def ahead_of_roll(tables: Any, search: Any, scratch: Any, sheet: Sheet) -> Float:
    """The value of a sheet with free circles before a roll, looking as far ahead as `deepen` does after it."""
    depth = len(search.widths) + 1
    level = scratch[depth]
    evaluate(tables, sheet, level.all, level)
    if depth > 1:
        look_into_near(tables, search, scratch, sheet, level)
    if depth > 2:
        return look_ahead(tables, search, scratch, sheet, depth)
    return mean_of_best(sheet.own, level.best)


@compiled
def best_entry(worth: Array) -> tuple[Int, Int]:
    """The circle and the sum that are worth most."""
    best = worth.argmax()
    return best // SUMS, best % SUMS


@compiled
def look_into(tables: Any, search: Any, scratch: Any, sheet: Sheet, depth: Int, width: Int, entries: Any) -> None:
    """Value the best of the searched entries anew, so many, by `expected` after them; they are the searched ones then.

    The others are worth as much more than the look before says as these are on average.
    """
    worth, searched = scratch[0].worth, entries.searched
    worth[:] = searched
    searched[:] = IMPOSSIBLE
    rise, count = 0.0, 0
    for _ in range(width):
        cell, total = best_entry(worth)
        if worth[cell, total] == IMPOSSIBLE:
            break
        gain = put(tables, sheet, cell, total)
        searched[cell, total] = gain + expected(tables, search, scratch, sheet, depth)
        take_back(tables, sheet, cell)
        rise += searched[cell, total] - worth[cell, total]
        worth[cell, total] = IMPOSSIBLE
        count += 1
    for cell in range(CELLS):
        for total in range(SUMS):
            entries.points[cell, total] += rise / count
            if searched[cell, total] > IMPOSSIBLE:
                entries.points[cell, total] = searched[cell, total]


@compiled
def deepen(tables: Any, search: Any, scratch: Any, sheet: Sheet, entries: Any) -> None:
    """Look into entries, valued by the sheet after them, as far ahead as the search says."""
    for depth in range(1, len(search.widths) + 1):
        look_into(tables, search, scratch, sheet, depth, search.widths[depth - 1], entries)
