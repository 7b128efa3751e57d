"""Values of Knaster sheets as sums of weights, and the values of moves.

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
    MAX_WEIGHTS,
    NO_OPPONENT,
    SECOND,
    STAGE,
    circled_weight_index,
    count_weight_index,
    line_pairs,
    line_weight_index,
    need_weight_index,
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
    NEED,
    NUMBER,
    OPEN_CELLS,
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
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, inlined, nested
from knobel.engines.shared.half_precision import load_weight
from knobel.games.grid import SIZE

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


class Scratch(NamedTuple):
    """Memory for the evaluation of one position.

    It holds the value; for each line its part of the value, its needs now and after an entry, and their difference; the
    number of pairs of lines that cross in free cells, the pairs, and the parts of the value of each; every line after
    an entry and the resulting change of the value; cells; the weights of a sheet; the result; and five sheets.
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
    new: Array
    change: Array
    cells: Array
    places: Array
    found: Array
    sheets: Array

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
            new=np.zeros(LINES, np.int64),
            change=np.zeros(LINES, np.float32),
            cells=np.zeros(SIZE + 1, np.int64),
            places=np.zeros(MAX_WEIGHTS, np.int64),
            found=np.zeros(1, np.float32),
            sheets=np.zeros((5, SHEET), np.int64),
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


@compiled
def sheet_value(tables: Any, scratch: Any, sheet: Array, m: Int) -> Float:
    """Return the value of a sheet before a roll."""
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    if m == 0:
        return np.float32(0)
    if sheet[FREE] == 0:
        return last_roll_value(tables, sheet)
    count = weight_indices(tables, sheet, m, scratch.places)
    value = np.float32(0)
    for f in range(count):
        value += load_weight(tables.weights, scratch.places[f])
    return value


@compiled
def prepare(tables: Any, scratch: Any, sheet: Array, m: Int) -> None:
    """Compute the parts of a sheet's value for `evaluate`, as if one of its free cells were filled.

    The change of the lines' needs does not depend on the number entered, so it is looked up here once for all numbers.
    """
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    n = sheet[FREE] - 1
    if n < 1 or m == 0:
        return
    w, info, pairs = tables.weights, tables.lines, tables.pairs
    need, need_after, need_change = scratch.need, scratch.need_after, scratch.need_change
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    value = load_weight(w, time_weight_index(tables, n, m)) + load_weight(w, circled_weight_index(tables, sheet, n, m))
    for line in range(LINES):
        code = sheet[line]
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
            scratch.open_pair[count], scratch.own[count], scratch.pair_value[count] = p, own, part
            count += 1
    scratch.open_pairs[0] = count
    scratch.value[0] = value


@nested
def entry_values(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, out: Array) -> None:
    """Write to `out[cell]` the value after a sum index is entered in each free cell, without circling any cells."""
    tables, scratch, sheet, out = borrow((tables, scratch, sheet, out))
    n = sheet[FREE] - 1
    if m == 0:
        for cell in range(CELLS):
            out[cell] = 0
        return
    w, info, pairs, new, change = tables.weights, tables.lines, tables.pairs, scratch.new, scratch.change
    need_after = scratch.need_after
    stage, late = tables.stages[STAGE, n, m], tables.stages[LATE, n, m]
    counted = load_weight(w, count_weight_index(tables, tables.stages[COUNT_STAGE, n, m], sheet, total))
    for cell in range(CELLS):
        out[cell] = scratch.value[0] + counted
    for line in range(LINES):
        if new[line] >= 0:
            change[line] = load_weight(w, line_weight_index(tables, stage, line, new[line])) - scratch.line_value[line]
            change[line] += scratch.need_change[line]
    for q in range(scratch.open_pairs[0]):
        p, part = scratch.open_pair[q], scratch.pair_value[q]
        cell, first, second = pairs[p, CELL], pairs[p, FIRST], pairs[p, SECOND]
        own = scratch.own[q] + part
        # A full line needs no weight for its numbers: its last free cell is the cell that was entered.
        d = -part
        if info[new[first], OPEN_CELLS]:
            d += load_weight(w, pair_weight_index(tables, late, p, new[first], sheet[second]))
        change[first] += d
        own += d
        d = -part
        if info[new[second], OPEN_CELLS]:
            d += load_weight(w, pair_weight_index(tables, late, p, sheet[first], new[second]))
        change[second] += d
        own += d
        both = load_weight(w, need_weight_index(tables, stage, p, total, need_after[first], need_after[second]))
        out[cell] += both - own
    for cell in range(CELLS):
        if sheet[NUMBER + cell] < 0:
            for q in range(tables.at_count[cell]):
                out[cell] += change[tables.at[cell, q]]


@nested
def circle_line(tables: Any, scratch: Any, sheet: Array, line: Int, m: Int) -> Int:
    """Circle the best cells by value in a line that was just completed, and return the immediate points.

    Points plus value are stored in `scratch.found`.
    """
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    trial, kept, cells = scratch.sheets[1], scratch.sheets[2], scratch.cells
    k, n = circles_due(tables, sheet, line), uncircled(tables, sheet, line, cells)
    highest, gained = np.float32(-1e9), 0
    for chosen in range(1 << n):
        if tables.ones[chosen] == k:
            copy_sheet(sheet, trial)
            gain = circle_set(tables, trial, cells, chosen)
            value = np.float32(gain) + sheet_value(tables, scratch, trial, m)
            if value > highest:
                highest, gained = value, gain
                copy_sheet(trial, kept)
    copy_sheet(kept, sheet)
    scratch.found[0] = highest
    return gained


@nested
def circle_lines(tables: Any, scratch: Any, sheet: Array, pending: Int, m: Int) -> Float:
    """Circle cells of the pending lines, each in the best way by value, and return points plus value.

    The orders tried are each line first, followed by the others by number. The sheet is left in the best state found.
    """
    tables, scratch, sheet = borrow((tables, scratch, sheet))
    if not pending:
        return sheet_value(tables, scratch, sheet, m)
    start, best_sheet = scratch.sheets[3], scratch.sheets[4]
    copy_sheet(sheet, start)
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


@compiled
def evaluate(tables: Any, scratch: Any, sheet: Array, m: Int, total: Int, out: Array) -> Int:
    """Evaluate every move with a sum index on the prepared sheet, and return the best move; -1 if there is none.

    `out[cell]` receives the value of entering the sum, with the best circles in completed lines, and `out[CELLS +
    cell]` that of circling: the immediate points plus the points to come, or -1e9 for illegal moves.
    """
    tables, scratch, sheet, out = borrow((tables, scratch, sheet, out))
    n = sheet[FREE]
    new, after = scratch.new, scratch.sheets[0]
    for line in range(LINES):
        new[line] = tables.enter[sheet[line], total]
    if n > 1:
        entry_values(tables, scratch, sheet, m, total, out)
    best, highest = -1, np.float32(-1e9)
    for cell in range(CELLS):
        out[CELLS + cell] = -1e9
        if sheet[NUMBER + cell] < 0:
            earned = n == 1
            for p in range(tables.at_count[cell]):
                earned |= tables.lines[new[tables.at[cell, p]], EARNED] > 0
            if earned:
                copy_sheet(sheet, after)
                out[cell] = make_move(tables, scratch, after, m, total, cell)
            if out[cell] > highest:
                best, highest = cell, out[cell]
        else:
            out[cell] = -1e9
            if sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
                copy_sheet(sheet, after)
                out[CELLS + cell] = make_move(tables, scratch, after, m, total, CELLS + cell)
                if out[CELLS + cell] > highest:
                    best, highest = CELLS + cell, out[CELLS + cell]
    return best


@compiled
def mean_error(n: Int, m: Int) -> float:
    """Return by how many points the final score after a move exceeds its estimate on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    return ALONE[n] if m == NO_OPPONENT else SHARED[n]
