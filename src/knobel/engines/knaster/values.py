"""Values of the moves of Knaster: the points that they bring, and the values of the sheets after them."""

from typing import Any

import numpy as np

from knobel.engines.knaster.lookup import (
    CELL,
    COUNT_STAGE,
    FIRST,
    LATE,
    NEEDS,
    NO_OPPONENT,
    SECOND,
    STAGE,
    circled_weight_index,
    count_weight_index,
    line_weight_index,
    need_weight_index,
    needs_index,
    numbers_index,
    pair_weight_index,
    time_weight_index,
)
from knobel.engines.knaster.sheet import (
    CELLS,
    CIRCLED,
    COUNT,
    EARNED,
    FREE,
    LINES,
    MIRRORED,
    MULTISET,
    NEED,
    NUMBER,
    OPEN_CELLS,
    SUMS,
    copy_sheet,
    position_numbers,
)
from knobel.engines.knaster.sheet_values import make_move
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, inlined, nested
from knobel.engines.shared.half_precision import load_weight
from knobel.engines.shared.position_cache import find_entry

FREE_CELLS = range(CELLS + 1)
ALONE = tuple(np.interp(FREE_CELLS, (0, 10), (0, 2.5)).tolist())
"""Mean error of the values in points without other sheets, by the number of free cells.

The values are learned from seats that play better or worse than those of a real table, and do not know how the pace of
the others changes. The mean errors are added to the expected points, and not to the merits, so that no action is chosen
differently. Fitted, with `SHARED`, to 41,300 corrections in games of one to five seats of bots of all levels: the error
of a position is that of the next one and the correction between them. A fit to one half of the games lowers the mean
absolute correction in the other half from 0.51 to 0.47 points. Errors at more numbers of free cells, or by the points
of the sheet or the pace of the others, lower it by less than 0.01 more.
"""
SHARED = tuple(np.interp(FREE_CELLS, (0, 7, 18, 20, 25), (0, -1.35, 1.4, 1.5, -0.9)).tolist())
"""Mean error in points with other sheets, by the number of free cells."""


@compiled
def prepare(tables: Any, scratch: Any, sheet: Array, m: Int) -> None:
    """Compute the parts of a sheet's value for `evaluate`, as if one of its free cells were filled.

    The change of the lines' needs does not depend on the number entered, so it is looked up here once for all numbers.
    """
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    n = sheet[FREE] - 1
    scratch.circling_prepared[0] = False
    if n < 1 or m == 0:
        return
    w, info, pairs = tables.weights, tables.lines, tables.pairs
    need, need_after, need_change = scratch.need, scratch.need_after, scratch.need_change
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    value = load_weight(w, time_weight_index(tables, n, m)) + load_weight(w, circled_weight_index(tables, sheet, n, m))
    for line in range(LINES):
        code = sheet[line]
        scratch.numbers[line], scratch.mirrored[line] = info[code, MULTISET], info[code, MIRRORED]
        scratch.line_value[line] = load_weight(w, line_weight_index(tables, stage, line, code))
        value += scratch.line_value[line]
        need[line], need_change[line] = info[code, NEED], 0
        need_after[line] = info[tables.enter[code, 0], NEED] if info[code, OPEN_CELLS] else -1
    count = 0
    for p in range(len(pairs)):
        cell, first, second = pairs[p, CELL], pairs[p, FIRST], pairs[p, SECOND]
        if sheet[CIRCLED + cell]:
            continue
        held = sheet[NUMBER + cell]
        part = load_weight(w, need_weight_index(tables, stage, p, held, need[first], need[second]))
        value += part
        own = part
        if need_after[first] >= 0:
            d = load_weight(w, need_weight_index(tables, stage, p, held, need_after[first], need[second])) - part
            need_change[first] += d
            own += d
        if need_after[second] >= 0:
            d = load_weight(w, need_weight_index(tables, stage, p, held, need[first], need_after[second])) - part
            need_change[second] += d
            own += d
        if held < 0:
            part = load_weight(w, pair_weight_index(tables, late, p, sheet[first], sheet[second]))
            value += part
            scratch.open_pair[count], scratch.own[count], scratch.pair_value[count] = p, own + part, part
            # Of a free cell, to which the distance of the number entered from 7 is added.
            start = need_weight_index(tables, stage, p, -1, need_after[first], need_after[second])
            scratch.both_start[count] = start + NEEDS * NEEDS
            count += 1
    scratch.open_pairs[0] = count
    scratch.value[0] = value


@inlined
def entry_values(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, out: Array) -> None:
    """Write to `out[cell]` the value after a sum index is entered in each free cell, without circling any cells."""
    n = sheet[FREE] - 1
    if m == 0:
        for cell in range(CELLS):
            out[cell] = 0
        return
    w, info, pairs, new, change = tables.weights, tables.lines, tables.pairs, scratch.new, scratch.change
    numbers, mirrored = scratch.numbers, scratch.mirrored
    new_numbers, new_mirrored, new_open = scratch.new_numbers, scratch.new_mirrored, scratch.new_open
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    both_needs = min(total, SUMS - 1 - total) * NEEDS * NEEDS
    counted = load_weight(w, count_weight_index(tables, tables.stages[COUNT_STAGE, n, m], sheet, total))
    for cell in range(CELLS):
        out[cell] = scratch.value[0] + counted
    for line in range(LINES):
        code = new[line]
        if code >= 0:
            new_numbers[line], new_mirrored[line] = info[code, MULTISET], info[code, MIRRORED]
            new_open[line] = info[code, OPEN_CELLS]
            change[line] = load_weight(w, line_weight_index(tables, stage, line, code)) - scratch.line_value[line]
            change[line] += scratch.need_change[line]
    for q in range(scratch.open_pairs[0]):
        p, part = scratch.open_pair[q], scratch.pair_value[q]
        cell, a, b = pairs[p, CELL], pairs[p, FIRST], pairs[p, SECOND]
        own = scratch.own[q]
        # A full line needs no weight for its numbers: its last free cell is the cell that was entered.
        d = -part
        if new_open[a]:
            index = numbers_index(tables, late, p, new_numbers[a], numbers[b], new_mirrored[a], mirrored[b])
            d += load_weight(w, index)
        change[a] += d
        own += d
        d = -part
        if new_open[b]:
            index = numbers_index(tables, late, p, numbers[a], new_numbers[b], mirrored[a], new_mirrored[b])
            d += load_weight(w, index)
        change[b] += d
        own += d
        out[cell] += load_weight(w, scratch.both_start[q] + both_needs) - own
    for cell in range(CELLS):
        if sheet[NUMBER + cell] < 0:
            for q in range(tables.at_count[cell]):
                out[cell] += change[tables.at[cell, q]]


@inlined
def prepare_circles(tables: Any, scratch: Any, sheet: Array, m: Int) -> None:
    """Compute the common parts of the values of a sheet with one more circled cell, for `circling_value`.

    A circle lowers the index of the need of each line of its cell by one. Two of these lines cross only in that cell,
    so elsewhere the change of a pair is that by one of its lines.
    """
    n = sheet[FREE]
    w, pairs, need = tables.weights, tables.pairs, scratch.circled_need
    change, own = scratch.circling_change, scratch.circling_own
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    value = load_weight(w, time_weight_index(tables, n, m))
    for line in range(LINES):
        need[line], change[line] = tables.lines[sheet[line], NEED], 0
        scratch.circling_line[line] = load_weight(w, line_weight_index(tables, stage, line, sheet[line]))
        value += scratch.circling_line[line]
    for cell in range(CELLS):
        own[cell] = 0
    for p in range(len(pairs)):
        cell, first, second = pairs[p, CELL], pairs[p, FIRST], pairs[p, SECOND]
        if sheet[CIRCLED + cell]:
            continue
        held = sheet[NUMBER + cell]
        start = need_weight_index(tables, stage, p, held, 0, 0)
        i, j = need[first], need[second]
        part = load_weight(w, start + needs_index(tables, p, i, j))
        left = load_weight(w, start + needs_index(tables, p, i - 1, j)) - part
        right = load_weight(w, start + needs_index(tables, p, i, j - 1)) - part
        change[first] += left
        change[second] += right
        own[cell] += part + left + right
        value += part
        if held < 0:
            value += load_weight(w, pair_weight_index(tables, late, p, sheet[first], sheet[second]))
    scratch.uncounted[0] = value
    scratch.circling_prepared[0] = True


@inlined
def circling_value(tables: Any, scratch: Any, sheet: Array, m: Int, cell: Int) -> Float:
    """Return the points now and to come after a cell is circled, without the weights that count cells.

    The sheet is prepared by `prepare_circles`.
    """
    total, stage = sheet[NUMBER + cell], tables.stages[STAGE, sheet[FREE], m]
    value, gain = scratch.uncounted[0] - scratch.circling_own[cell], 1
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        code = tables.circle[sheet[line], total]
        if tables.lines[code, NEED] == 0:
            gain += tables.line_points[line]
        value += load_weight(tables.weights, line_weight_index(tables, stage, line, code))
        value += scratch.circling_change[line] - scratch.circling_line[line]
    return gain + value


@inlined
def circling_values(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, out: Array) -> None:
    """Write to `out[CELLS + cell]` the points now and to come after each cell with a sum is circled."""
    n, after = sheet[FREE], scratch.sheets[0]
    is_estimate = n > 0 and m > 0
    if is_estimate and not scratch.circling_prepared[0]:
        prepare_circles(tables, scratch, sheet, m)
    copy_sheet(sheet, after)
    after[COUNT + total] -= 1
    stage = tables.stages[COUNT_STAGE, n, m]
    counted = load_weight(tables.weights, count_weight_index(tables, stage, after, -1))
    counted += load_weight(tables.weights, circled_weight_index(tables, after, n, m))
    for cell in range(CELLS):
        if sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
            if is_estimate:
                out[CELLS + cell] = circling_value(tables, scratch, sheet, m, cell) + counted
            else:
                copy_sheet(sheet, after)
                out[CELLS + cell] = make_move(tables, scratch, after, m, total, CELLS + cell)


@compiled
def evaluate(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, out: Array) -> Int:
    """Evaluate every move with a sum index on the prepared sheet, and return the best move; -1 if there is none.

    `out[cell]` receives the value of entering the sum, with the best circles in completed lines, and `out[CELLS +
    cell]` that of circling: the immediate points plus the points to come, or -1e9 for illegal moves.
    """
    tables, scratch, sheet, out = borrow((tables, scratch, sheet, out))
    n = sheet[FREE]
    new, earned, after = scratch.new, scratch.earned, scratch.sheets[0]
    for line in range(LINES):
        new[line] = tables.enter[sheet[line], total]
        # For a line without a free cell, to which no cell asks for it, this is the entry of another code.
        earned[line] = tables.lines[new[line], EARNED]
    if n > 1:
        entry_values(tables, scratch, sheet, m, total, out)
    for cell in range(CELLS):
        out[CELLS + cell] = -1e9
    if sheet[COUNT + total]:
        circling_values(tables, scratch, sheet, m, total, out)
    best, highest = -1, np.float32(-1e9)
    for cell in range(CELLS):
        if sheet[NUMBER + cell] < 0:
            is_changed = n == 1
            for p in range(tables.at_count[cell]):
                is_changed |= earned[tables.at[cell, p]] > 0
            if is_changed:
                copy_sheet(sheet, after)
                out[cell] = make_move(tables, scratch, after, m, total, cell)
            if out[cell] > highest:
                best, highest = cell, out[cell]
        else:
            out[cell] = -1e9
            if out[CELLS + cell] > highest:
                best, highest = CELLS + cell, out[CELLS + cell]
    return best


@nested
def best_values(tables: Any, scratch: Any, sheet: Array, m: Int) -> Array:
    """Return the value of the best move with each sum index (11), on a sheet with a free cell before a roll.

    Results are kept in `scratch.known`, so the weights must not change as they do in learning.
    """
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    entry, is_known = find_entry(scratch.known, *position_numbers(sheet, m))
    best: Array = scratch.known.results[entry]
    out = scratch.move_values
    if not is_known:
        prepare(tables, scratch, sheet, m)
        for total in range(SUMS):
            best[total] = out[evaluate(tables, scratch, sheet, m, total, out)]
    return best


@compiled
def mean_error(n: Int, m: Int) -> float:
    """Return by how many points the final score after a move exceeds its estimate on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    return ALONE[n] if m == NO_OPPONENT else SHARED[n]
