"""Look-ahead in Knister: expectimax over coming rolls, with a beam of the best entries."""

from typing import Any

from knobel.engines.knister.tables import SUM_COUNT
from knobel.engines.knister.values import LEAST, best, copy, enter, evaluate, prepare
from knobel.engines.shared.compiled import Float, Int, compiled


@compiled
def expected(tables: Any, search: Any, row: Int, depth: Int, sheet: Any) -> Float:
    """Return the points to come on a sheet before a roll, looking `depth` rolls (at least one) ahead.

    `search.widths[row]` limits the entries that are searched.
    """
    if sheet.left == 0:
        return 0.0
    scratch = search.scratch[depth]
    prepare(tables, scratch, sheet)
    n, worth, chances = sheet.left, scratch.worth, tables.grid.chances
    mean = 0.0
    for total in range(SUM_COUNT):
        evaluate(tables, scratch, sheet, total)
        if depth == 1 or n == 1:
            mean += chances[total] * worth[best(worth, n)]
            continue
        highest = LEAST
        for _ in range(min(n, search.widths[row, row + 2 - depth])):
            k = best(worth, n)
            worth[k] = LEAST
            copy(sheet, scratch.sheet)
            gain = enter(tables, scratch.sheet, k, total)
            highest = max(highest, gain + expected(tables, search, row, depth - 1, scratch.sheet))
        mean += chances[total] * highest
    return mean


@compiled
def look_ahead(tables: Any, search: Any, sheet: Any, total: Int) -> None:
    """Compute the value of a sum index in each free cell: immediate points plus points to come.

    `worth` of the first scratch space receives the values. Entries are first evaluated by value. Then, row by row, the
    best `search.widths[row, 0]` are compared again by looking one more roll ahead. The best entry is the best of those
    `looked` at in the last comparison.
    """
    scratch, n = search.scratch[0], sheet.left
    prepare(tables, scratch, sheet)
    evaluate(tables, scratch, sheet, total)
    for k in range(n):
        scratch.looked[k] = True
    considered = n
    for row in range(len(search.widths)):
        for k in range(n):
            scratch.rank[k] = scratch.worth[k] if scratch.looked[k] else LEAST
            scratch.looked[k] = False
        considered = min(considered, search.widths[row, 0])
        for _ in range(considered):
            k = best(scratch.rank, n)
            scratch.rank[k] = LEAST
            copy(sheet, scratch.sheet)
            gain = enter(tables, scratch.sheet, k, total)
            scratch.worth[k] = gain + expected(tables, search, row, row + 1, scratch.sheet)
            scratch.looked[k] = True
