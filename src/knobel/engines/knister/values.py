"""The value of an afterstate: a sum of tables over lines and over pairs of lines that cross in a free cell.

The expected points still to come on a sheet with `t` cells filled, before the next roll, are estimated as the sum of

- `line_values[t, kind of line, multiset]` over the lines that are not full, and
- `pair_values`, by stage, kind of crossing and both multisets, over the free cells and the pairs of lines that cross in
  each.

Sheets that are equivalent under symmetries of the grid or of the dice share their values. This is an n-tuple network
whose tuples are lines, taken as multisets. `engines.knister.tables` describes the arrays.

`prepare` lists the crossings of a sheet in the scratch space; `evaluate` then computes the value of entering a sum in
each free cell.
"""

from typing import Any

import numpy as np

from knobel.engines.knister.tables import CELL_COUNT, LINE_COUNT, SUM_COUNT
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.grid import OPEN

LEAST = -1e9
"""A number below all values."""


@compiled
def place(rows: Array, first_row: Int, symmetric: Int, i: Int, j: Int, i_mirror: Int, j_mirror: Int) -> Int:
    """Return the index of the value of multisets i and j (with their mirrors), the same for all equivalent pairs."""
    if symmetric:
        i, j = min(i, j), max(i, j)
        i_mirror, j_mirror = min(i_mirror, j_mirror), max(i_mirror, j_mirror)
    mirrored = i_mirror * OPEN + j_mirror < i * OPEN + j
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
        if i < OPEN:
            w = line_values[line_kind[line], min(i, m)]
            scratch.line_value[line] = w
            value += w
        else:
            scratch.line_value[line] = 0
    crossings = tables.crossings
    rows, pair_values, scale = tables.pair_rows, tables.pair_values, tables.scale
    kinds = len(crossings.symmetric)
    count = 0
    for k in range(sheet.left):
        cell = sheet.free[k]
        total = np.float32(0)
        for p in range(crossings.pairs[cell]):
            a, b, kind = crossings.first[cell, p], crossings.second[cell, p], crossings.kind[cell, p]
            symmetric = crossings.symmetric[kind]
            first_row = (stage * kinds + kind) * OPEN
            i, j, mi, mj = sheet.lines[a], sheet.lines[b], scratch.mirror[a], scratch.mirror[b]
            w = scale * np.float32(pair_values[place(rows, first_row, symmetric, i, j, mi, mj)])
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

    `scratch.worth[k]` receives the immediate points plus the points to come for the k-th free cell.
    """
    filled = CELL_COUNT - sheet.left + 1
    following, points, line_kind = tables.grid.next, tables.points, tables.crossings.line_kind
    rows, pair_values, scale = tables.pair_rows, tables.pair_values, tables.scale
    line_values = tables.line_values[filled]
    opposite = SUM_COUNT - 1 - total
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        if i < OPEN:
            after = np.int64(following[i, total])
            scratch.after[line] = after
            if after < OPEN:
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
        if scratch.after[a] < OPEN:
            at = place(rows, first_row, symmetric, scratch.after[a], j, scratch.after_mirror[a], mj)
            d = scale * np.float32(pair_values[at]) - w
            scratch.change[a] += d
            scratch.own[k] += d
        if scratch.after[b] < OPEN:
            at = place(rows, first_row, symmetric, i, scratch.after[b], mi, scratch.after_mirror[b])
            d = scale * np.float32(pair_values[at]) - w
            scratch.change[b] += d
            scratch.own[k] += d
    lines_at, at_count = tables.grid.at, tables.grid.at_count
    for k in range(sheet.left):
        cell = sheet.free[k]
        worth = scratch.value - scratch.own[k]
        for p in range(at_count[cell]):
            worth += scratch.change[lines_at[cell, p]]
        scratch.worth[k] = worth


@compiled
def best(values: Array, n: Int) -> Int:
    """Return the index of the highest of the first n values; the first if there are several."""
    found = 0
    for k in range(1, n):
        if values[k] > values[found]:
            found = k
    return found


@compiled
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


@compiled
def copy(sheet: Any, target: Any) -> None:
    """Copy a sheet."""
    for line in range(LINE_COUNT):
        target.lines[line] = sheet.lines[line]
    for k in range(sheet.left):
        target.free[k] = sheet.free[k]
    target.left = sheet.left


@compiled
def entered(tables: Any, sheet: Any, k: Int, total: Int, target: Any) -> Int:
    """Write to `target` the sheet after a sum index is entered in the k-th free cell, and return the immediate points.

    The order of the other free cells is kept.
    """
    copy(sheet, target)
    target.left -= 1
    for j in range(k, target.left):
        target.free[j] = sheet.free[j + 1]
    return fill_lines(tables, target.lines, sheet.free[k], total)


@compiled
def clear(sheet: Any) -> None:
    """Reset to the empty sheet."""
    for line in range(LINE_COUNT):
        sheet.lines[line] = 0
    for cell in range(CELL_COUNT):
        sheet.free[cell] = cell
    sheet.left = CELL_COUNT


@compiled
def score(tables: Any, sheet: Any) -> Int:
    """Return the points on a sheet."""
    points = 0
    for line in range(LINE_COUNT):
        points += tables.points[line, sheet.lines[line]]
    return points


@compiled
def variance(tables: Any, sheet: Any) -> Float:
    """Return the variance of the points still to come on a sheet, by its lines."""
    filled = CELL_COUNT - sheet.left
    total = 0.0
    for line in range(LINE_COUNT):
        i = sheet.lines[line]
        if i < OPEN:
            total += tables.variances[filled, tables.crossings.line_kind[line], min(i, np.int64(tables.grid.mirror[i]))]
    return max(total, 0.0)
