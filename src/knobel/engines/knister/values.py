"""The value of an afterstate: a sum of tables over lines and over pairs of lines that cross in a free cell.

The expected points still to come on a sheet with `t` cells filled, before the next roll, are estimated as the sum of

- `line_values[t, kind of line, multiset]` over the lines that are not full, and
- `pair_values`, by stage, kind of crossing and both multisets, over the free cells and the pairs of lines that cross in
  each.

Sheets that are equivalent under symmetries of the grid or of the dice share their values. This is an n-tuple network
whose tuples are lines, taken as multisets. `engines.knister.lookup` describes the arrays.

`prepare` lists the crossings of a sheet in the scratch space; `evaluate` then computes the value of entering a sum in
each free cell.
"""

from typing import Any

import numpy as np

from knobel.engines.knister.lookup import CELL_COUNT, LINE_COUNT, PAIR_COUNT, SUM_COUNT
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.grid import OPEN_MULTISETS, SUMS

SHEET = np.dtype([("lines", np.int64, LINE_COUNT), ("free", np.int64, CELL_COUNT), ("left", np.int64)])
"""A sheet: the multiset in each line, and its free cells in any order; the first `left` of these are valid."""


SCRATCH = np.dtype(
    [
        ("mirror", np.int64, LINE_COUNT),
        ("line_value", np.float32, LINE_COUNT),
        ("after", np.int64, LINE_COUNT),
        ("after_mirror", np.int64, LINE_COUNT),
        ("change", np.float32, LINE_COUNT),
        ("pairs", np.int64),
        ("first", np.int64, PAIR_COUNT),
        ("second", np.int64, PAIR_COUNT),
        ("place", np.int64, PAIR_COUNT),
        ("first_row", np.int64, PAIR_COUNT),
        ("symmetric", np.uint8, PAIR_COUNT),
        ("pair_value", np.float32, PAIR_COUNT),
        ("value", np.float32),
        ("here", np.float32, CELL_COUNT),
        ("own", np.float32, CELL_COUNT),
        ("values", np.float32, CELL_COUNT),
        ("searched", np.uint8, CELL_COUNT),
        ("rank", np.float32, CELL_COUNT),
        ("sheet", SHEET),
        ("later", SHEET),
    ],
    align=True,
)
"""Scratch space for the entries in one sheet: by line, by pair of lines that cross, and by free cell.

Other modules use `values`, the immediate points plus points to come of an entry in each free cell; `searched`, True
where this comes from the deepest search; `sheet`, a sheet after an entry; and `later`, a sheet after two entries.
"""


LOWEST = -1e9
"""A number below all values."""


@nested
def pair_index(rows: Array, first_row: Int, symmetric: Int, i: Int, j: Int, i_mirror: Int, j_mirror: Int) -> Int:
    """Return the index of the value of multisets i and j (with their mirrors), the same for all equivalent pairs."""
    if symmetric:
        i, j = min(i, j), max(i, j)
        i_mirror, j_mirror = min(i_mirror, j_mirror), max(i_mirror, j_mirror)
    mirrored = i_mirror * OPEN_MULTISETS + j_mirror < i * OPEN_MULTISETS + j
    return rows[first_row + (i_mirror if mirrored else i)] + (j_mirror if mirrored else j)


@compiled
def prepare(tables: Any, scratch: Any, sheet: Any) -> None:
    """List the crossings of a sheet for `evaluate`, with their values after one more entry.

    The sum of all values of the sheet after one more entry is also stored.
    """
    filled = CELL_COUNT - sheet.left + 1
    stage = tables.stage[filled]
    mirror = tables.grid.mirror
    line_values, line_kind = tables.line_values[filled], tables.crossings.line_kind
    value = np.float32(0)
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        m = np.int64(mirror[i])
        scratch.mirror[line] = m
        if i < OPEN_MULTISETS:
            w = line_values[line_kind[line], min(i, m)]
            scratch.line_value[line] = w
            value += w
        else:
            scratch.line_value[line] = 0
    crossings = tables.crossings
    rows, pair_values, scale = tables.pair_rows, tables.pair_values, np.float32(tables.scale)
    kinds = len(crossings.symmetric)
    count = 0
    for k in range(sheet.left):
        cell = sheet.free[k]
        total = np.float32(0)
        for p in range(crossings.pairs[cell]):
            a, b, kind = crossings.first[cell, p], crossings.second[cell, p], crossings.kind[cell, p]
            symmetric = crossings.symmetric[kind]
            first_row = (stage * kinds + kind) * OPEN_MULTISETS
            i, j, mi, mj = sheet.lines[a], sheet.lines[b], scratch.mirror[a], scratch.mirror[b]
            w = scale * np.float32(pair_values[pair_index(rows, first_row, symmetric, i, j, mi, mj)])
            total += w
            scratch.first[count], scratch.second[count], scratch.place[count] = a, b, k
            scratch.first_row[count], scratch.symmetric[count] = first_row, symmetric
            scratch.pair_value[count] = w
            count += 1
        scratch.here[k] = total
        value += total
    scratch.pairs = count
    scratch.value = value


@compiled
def evaluate(tables: Any, scratch: Any, sheet: Any, total: Int) -> None:
    """Compute the value of entering a sum index in each free cell of the prepared sheet.

    `scratch.values[k]` receives the immediate points plus the points to come for the k-th free cell.
    """
    filled = CELL_COUNT - sheet.left + 1
    following, points, line_kind = tables.grid.next, tables.points, tables.crossings.line_kind
    rows, pair_values, scale = tables.pair_rows, tables.pair_values, np.float32(tables.scale)
    line_values = tables.line_values[filled]
    opposite = SUM_COUNT - 1 - total
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        if i < OPEN_MULTISETS:
            after = np.int64(following[i, total])
            scratch.after[line] = after
            if after < OPEN_MULTISETS:
                m = np.int64(following[scratch.mirror[line], opposite])
                scratch.after_mirror[line] = m
                scratch.change[line] = line_values[line_kind[line], min(after, m)] - scratch.line_value[line]
            else:
                scratch.change[line] = points[line, after] - scratch.line_value[line]
    for k in range(sheet.left):
        scratch.own[k] = scratch.here[k]
    for p in range(scratch.pairs):
        a, b, k = scratch.first[p], scratch.second[p], scratch.place[p]
        first_row, symmetric, w = scratch.first_row[p], scratch.symmetric[p], scratch.pair_value[p]
        i, j, mi, mj = sheet.lines[a], sheet.lines[b], scratch.mirror[a], scratch.mirror[b]
        if scratch.after[a] < OPEN_MULTISETS:
            at = pair_index(rows, first_row, symmetric, scratch.after[a], j, scratch.after_mirror[a], mj)
            d = scale * np.float32(pair_values[at]) - w
            scratch.change[a] += d
            scratch.own[k] += d
        if scratch.after[b] < OPEN_MULTISETS:
            at = pair_index(rows, first_row, symmetric, i, scratch.after[b], mi, scratch.after_mirror[b])
            d = scale * np.float32(pair_values[at]) - w
            scratch.change[b] += d
            scratch.own[k] += d
    lines_at, at_count = tables.grid.at, tables.grid.at_count
    for k in range(sheet.left):
        cell = sheet.free[k]
        value = scratch.value - scratch.own[k]
        for p in range(at_count[cell]):
            value += scratch.change[lines_at[cell, p]]
        scratch.values[k] = value


@compiled
def argmax(values: Array, n: Int) -> Int:
    """Return the index of the highest of the first n values; the first if there are several."""
    found = 0
    for k in range(1, n):
        if values[k] > values[found]:
            found = k
    return found


@nested
def fill_lines(tables: Any, lines: Array, cell: Int, total: Int) -> Int:
    """Enter a sum index in a cell of lines and return the immediate points."""
    gain = 0
    for p in range(tables.grid.at_count[cell]):
        line = tables.grid.at[cell, p]
        lines[line] = tables.grid.next[lines[line], total]
        gain += tables.points[line, lines[line]]
    return gain


@compiled
def enter(tables: Any, sheet: Any, k: Int, total: Int) -> Int:
    """Enter a sum index in the k-th free cell of a sheet and return the immediate points.

    The last free cell takes its place in the list.
    """
    cell = sheet.free[k]
    sheet.left -= 1
    sheet.free[k] = sheet.free[sheet.left]
    return fill_lines(tables, sheet.lines, cell, total)


@nested
def copy_sheet(sheet: Any, target: Any) -> None:
    """Copy a sheet."""
    for line in range(LINE_COUNT):
        target.lines[line] = sheet.lines[line]
    for k in range(sheet.left):
        target.free[k] = sheet.free[k]
    target.left = sheet.left


@nested
def enter_copy(tables: Any, sheet: Any, k: Int, total: Int, target: Any) -> Int:
    """Write to `target` the sheet after a sum index is entered in the k-th free cell, and return the immediate points.

    The order of the other free cells is kept.
    """
    copy_sheet(sheet, target)
    target.left -= 1
    for j in range(k, target.left):
        target.free[j] = sheet.free[j + 1]
    return fill_lines(tables, target.lines, sheet.free[k], total)


@nested
def clear_sheet(sheet: Any) -> None:
    """Reset to the empty sheet."""
    for line in range(LINE_COUNT):
        sheet.lines[line] = 0
    for cell in range(CELL_COUNT):
        sheet.free[cell] = cell
    sheet.left = CELL_COUNT


@compiled
def fill_sheets(grid: Any, numbers: Array, sheets: Any) -> None:
    """Write sheets (n), given the numbers in their cells (n * 25), 0 in free ones. Free cells are in their order.

    :param grid: `engines.shared.grid.Grid`.
    """
    for i in range(len(sheets)):
        sheet = sheets[i]
        sheet.left = 0
        for line in range(LINE_COUNT):
            sheet.lines[line] = 0
        for cell in range(CELL_COUNT):
            number = numbers[i * CELL_COUNT + cell]
            if number:
                for p in range(grid.at_count[cell]):
                    line = grid.at[cell, p]
                    sheet.lines[line] = grid.next[sheet.lines[line], number - SUMS[0]]
            else:
                sheet.free[sheet.left] = cell
                sheet.left += 1


@compiled
def score(tables: Any, sheet: Any) -> Int:
    """Return the points on a sheet."""
    points = 0
    for line in range(LINE_COUNT):
        points += tables.points[line, sheet.lines[line]]
    return points


@nested
def variance(tables: Any, sheet: Any) -> Float:
    """Return the variance of the points still to come on a sheet, by its lines."""
    filled = CELL_COUNT - sheet.left
    total = 0.0
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        if i < OPEN_MULTISETS:
            total += tables.variances[filled, tables.crossings.line_kind[line], min(i, np.int64(tables.grid.mirror[i]))]
    return max(total, 0.0)
