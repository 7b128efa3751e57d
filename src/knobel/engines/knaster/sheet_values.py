"""Values of Knaster sheets as sums of weights, and the best circles in completed lines by these values.

The expected points still to come on a sheet with `n` free cells, when the fewest free cells on another sheet are `m`
(`NO_OPPONENT` if there is none), are estimated as the sum of

- a weight for each line: by the line's points and its code, in the stage of the game determined by n and m;
- a weight for each pair of lines that cross in a cell that is not circled: by the class of the pair, the number in the
  cell, and the numbers of free and uncircled cells in each line, in that stage;
- a weight for each pair of lines that cross in a free cell: by the group of the pair and the numbers on both lines;
- a weight for the number of uncircled cells with each number (none, one, more): those rolls need not be entered;
- a weight for n and m;
- a weight for n, m and the number of circled cells.

Sheets that are equivalent under exchanging rows and columns, or under turning all dice over, share their weights. All
weights are in one array; `engines.knaster.lookup` defines their positions. Without free cells exactly one roll follows,
and the value is exact. In the last roll (m = 0) the value is 0.

`tables` are those of `engines.knaster.lookup`, `scratch` is `Scratch`; sheets are those of `engines.knaster.sheet`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knaster.lookup import (
    CELL,
    COUNT_STAGE,
    FIRST,
    LATE,
    SECOND,
    STAGE,
    circled_weight_index,
    count_weight_index,
    line_pairs,
    line_weight_index,
    need_weight_index,
    needs_index,
    pair_weight_index,
    time_weight_index,
)
from knobel.engines.knaster.sheet import (
    CELLS,
    CIRCLED,
    COUNT,
    FREE,
    LINES,
    NEED,
    NUMBER,
    SHEET,
    SUMS,
    circle,
    circle_set,
    circles_due,
    completed_lines,
    copy_sheet,
    enter,
    uncircled,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, inlined, nested
from knobel.engines.shared.half_precision import load_weight
from knobel.engines.shared.position_cache import PositionCache
from knobel.games.grid import SIZE

KNOWN_POSITIONS = 1 << 15
"""Number of positions before a roll whose `best_values` are kept."""


class Scratch(NamedTuple):
    """Memory for the evaluation of one position.

    For `prepare` and `entry_values`: the value; for each line its part of the value, its needs now and after an entry,
    and their difference; the number of pairs of lines that cross in free cells, the pairs, the parts of the value of
    each, and where its weights for the needs after an entry start; the multiset of each line, also mirrored; every line
    after an entry, its multisets, free cells and earned circles, and the resulting change of the value.

    Then cells, the result, and four sheets.

    For `circled_value`: the number of pairs of lines that cross in cells that are not circled, and for each the pair,
    where its weights for the needs start, and its part of the value by the numbers; and for each line its needs. For
    `best_values`: its results, and the values of moves.

    For `values.circling_value`: whether it is prepared; the value without the weights that count cells; for each line
    its part of the value, and the change of the other parts by a circle in it; and for each cell the amount that a
    circle in it subtracts.
    """

    value: Array
    line_value: Array
    need: Array
    need_after: Array
    need_change: Array
    open_pairs: Array
    open_pair: Array
    own: Array
    pair_value: Array
    both_start: Array
    numbers: Array
    mirrored: Array
    new: Array
    new_numbers: Array
    new_mirrored: Array
    new_open: Array
    earned: Array
    change: Array
    cells: Array
    found: Array
    sheets: Array
    uncircled_pairs: Array
    uncircled_pair: Array
    need_start: Array
    numbers_value: Array
    circled_need: Array
    known: PositionCache
    move_values: Array
    circling_prepared: Array
    uncounted: Array
    circling_line: Array
    circling_change: Array
    circling_own: Array

    @classmethod
    def empty(cls) -> "Scratch":
        pairs = len(line_pairs())
        return cls(
            value=np.zeros(1, np.float32),
            line_value=np.zeros(LINES, np.float32),
            need=np.zeros(LINES, np.int64),
            need_after=np.zeros(LINES, np.int64),
            need_change=np.zeros(LINES, np.float32),
            open_pairs=np.zeros(1, np.int64),
            open_pair=np.zeros(pairs, np.int64),
            own=np.zeros(pairs, np.float32),
            pair_value=np.zeros(pairs, np.float32),
            both_start=np.zeros(pairs, np.int64),
            numbers=np.zeros(LINES, np.int64),
            mirrored=np.zeros(LINES, np.int64),
            new=np.zeros(LINES, np.int64),
            new_numbers=np.zeros(LINES, np.int64),
            new_mirrored=np.zeros(LINES, np.int64),
            new_open=np.zeros(LINES, np.int64),
            earned=np.zeros(LINES, np.int64),
            change=np.zeros(LINES, np.float32),
            cells=np.zeros(SIZE + 1, np.int64),
            found=np.zeros(1, np.float32),
            sheets=np.zeros((4, SHEET), np.int64),
            uncircled_pairs=np.zeros(1, np.int64),
            uncircled_pair=np.zeros(pairs, np.int64),
            need_start=np.zeros(pairs, np.int64),
            numbers_value=np.zeros(pairs, np.float32),
            circled_need=np.zeros(LINES, np.int64),
            known=PositionCache.empty(KNOWN_POSITIONS, SUMS, np.float32),
            move_values=np.zeros(2 * CELLS, np.float32),
            circling_prepared=np.zeros(1, np.bool_),
            uncounted=np.zeros(1, np.float32),
            circling_line=np.zeros(LINES, np.float32),
            circling_change=np.zeros(LINES, np.float32),
            circling_own=np.zeros(CELLS, np.float32),
        )


@compiled
def last_roll_value(tables: Any, sheet: Array) -> Float:
    """Return the exact value of a sheet without free cells before the last roll."""
    tables, sheet = borrow((tables, sheet))
    value = np.float32(0)
    for total in range(SUMS):
        if not sheet[COUNT + total]:
            continue
        highest = 0
        for cell in range(CELLS):
            if sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
                gain = 1
                for p in range(tables.at_count[cell]):
                    line = tables.at[cell, p]
                    # One uncircled cell and no free one; the index after that of neither.
                    if tables.lines[sheet[line], NEED] == 1:
                        gain += tables.line_points[line]
                highest = max(highest, gain)
        value += tables.chances[total] * highest
    return value


@inlined
def weight_indices(tables: Any, sheet: Array, m: Int, out: Array) -> Int:
    """List the weights that value a sheet with a free cell, and return their number."""
    n = sheet[FREE]
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    info, pairs = tables.lines, tables.pairs
    out[0] = count_weight_index(tables, tables.stages[COUNT_STAGE, n, m], sheet, -1)
    out[1] = time_weight_index(tables, n, m)
    out[2] = circled_weight_index(tables, sheet, n, m)
    count = 3
    for line in range(LINES):
        out[count] = line_weight_index(tables, stage, line, sheet[line])
        count += 1
    for p in range(len(pairs)):
        cell = pairs[p, CELL]
        if sheet[CIRCLED + cell]:
            continue
        a, b = sheet[pairs[p, FIRST]], sheet[pairs[p, SECOND]]
        total = sheet[NUMBER + cell]
        out[count] = need_weight_index(tables, stage, p, total, info[a, NEED], info[b, NEED])
        count += 1
        if total < 0:
            out[count] = pair_weight_index(tables, late, p, a, b)
            count += 1
    return count


@inlined
def prepare_circling(tables: Any, scratch: Any, sheet: Array, m: Int) -> None:
    """Compute the parts of a sheet's value that circles do not change, for `circled_value`."""
    n = sheet[FREE]
    if n == 0 or m == 0:
        return
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    pairs = tables.pairs
    count = 0
    for p in range(len(pairs)):
        cell = pairs[p, CELL]
        if sheet[CIRCLED + cell]:
            continue
        held = sheet[NUMBER + cell]
        scratch.uncircled_pair[count] = p
        scratch.need_start[count] = need_weight_index(tables, stage, p, held, 0, 0)
        scratch.numbers_value[count] = 0
        if held < 0:
            index = pair_weight_index(tables, late, p, sheet[pairs[p, FIRST]], sheet[pairs[p, SECOND]])
            scratch.numbers_value[count] = load_weight(tables.weights, index)
        count += 1
    scratch.uncircled_pairs[0] = count


@inlined
def circled_value(tables: Any, scratch: Any, sheet: Array, m: Int) -> Float:
    """Return the value of a sheet before a roll: the prepared one, or one that differs from it only in its circles."""
    n = sheet[FREE]
    if m == 0:
        return np.float32(0)
    if n == 0:
        return last_roll_value(tables, sheet)
    w, pairs, need = tables.weights, tables.pairs, scratch.circled_need
    stage = tables.stages[STAGE, n, m]
    value = load_weight(w, count_weight_index(tables, tables.stages[COUNT_STAGE, n, m], sheet, -1))
    value += load_weight(w, time_weight_index(tables, n, m))
    value += load_weight(w, circled_weight_index(tables, sheet, n, m))
    for line in range(LINES):
        need[line] = tables.lines[sheet[line], NEED]
        value += load_weight(w, line_weight_index(tables, stage, line, sheet[line]))
    for q in range(scratch.uncircled_pairs[0]):
        p = scratch.uncircled_pair[q]
        if sheet[CIRCLED + pairs[p, CELL]]:
            continue
        i, j = need[pairs[p, FIRST]], need[pairs[p, SECOND]]
        value += load_weight(w, scratch.need_start[q] + needs_index(tables, p, i, j))
        value += scratch.numbers_value[q]
    return value


@compiled
def sheet_value(tables: Any, scratch: Any, sheet: Array, m: Int) -> Float:
    """Return the value of a sheet before a roll: the sum of the weights of `weight_indices`."""
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    prepare_circling(tables, scratch, sheet, m)
    return circled_value(tables, scratch, sheet, m)


@inlined
def circle_line(tables: Any, scratch: Any, sheet: Array, line: Int, m: Int) -> Int:
    """Circle the best cells by value in a line that was just completed, and return the immediate points.

    The sheet is prepared by `prepare_circling`. Points plus value are stored in `scratch.found`.
    """
    trial, cells = scratch.sheets[1], scratch.cells
    k, n = circles_due(tables, sheet, line), uncircled(tables, sheet, line, cells)
    highest, best = np.float32(-1e9), 0
    for chosen in range(1 << n):
        if tables.ones[chosen] == k:
            copy_sheet(sheet, trial)
            gain = circle_set(tables, trial, cells, chosen)
            value = np.float32(gain) + circled_value(tables, scratch, trial, m)
            if value > highest:
                highest, best = value, chosen
    scratch.found[0] = highest
    return circle_set(tables, sheet, cells, best)


@inlined
def circle_lines(tables: Any, scratch: Any, sheet: Array, pending: Int, m: Int) -> Float:
    """Circle cells of the pending lines, each in the best way by value, and return points plus value.

    The orders tried are each line first, followed by the others by number. The sheet is left in the best state found.
    """
    if not pending:
        return sheet_value(tables, scratch, sheet, m)
    start, best_sheet = scratch.sheets[2], scratch.sheets[3]
    copy_sheet(sheet, start)
    prepare_circling(tables, scratch, sheet, m)
    best = np.float32(-1e9)
    for leader in range(LINES):
        if not pending >> leader & 1:
            continue
        copy_sheet(start, sheet)
        points = 0
        rest, line = pending, leader
        while rest:
            if rest >> line & 1:
                rest &= ~(1 << line)
                before = points
                points += circle_line(tables, scratch, sheet, line, m)
                reached = before + scratch.found[0]
                line = -1
            line += 1
        if reached > best:
            best = reached
            copy_sheet(sheet, best_sheet)
    copy_sheet(best_sheet, sheet)
    return best


@nested
def make_move(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, chosen: Int) -> Float:
    """Make a move, with the best circles in completed lines; return the immediate points plus the points to come."""
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    if chosen < 0:
        return np.float32(0)
    if chosen >= CELLS:
        gain = circle(tables, sheet, chosen - CELLS)
        return gain + sheet_value(tables, scratch, sheet, m)
    enter(tables, sheet, chosen, total)
    return circle_lines(tables, scratch, sheet, completed_lines(tables, sheet, chosen), m)
