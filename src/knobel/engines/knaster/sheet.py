"""Sheets of Knaster as kernels of values know them: what stands on one, and what entering and circling change.

A sheet is an array of `SHEET` integers: the codes of the lines (12), from `NUMBER` the sum index in each cell (25, -1
for free), from `CIRCLED` whether it is circled (25), from `COUNT` the uncircled cells by sum index (11), and in `FREE`
the number of free cells. `tables` is `engines.knaster.learn.Tables`.
"""

from typing import Any

from knobel.engines.shared.compiled import Array, Int, inlined

CELLS = 25
LINES = 12
SIZE = 5
SUMS = 11

NUMBER = 12
CIRCLED = NUMBER + CELLS
COUNT = CIRCLED + CELLS
FREE = COUNT + SUMS
SHEET = FREE + 1

NEED, MULTISET, TURNED, SLOT, OPEN_CELLS, EARNED = range(6)
"""The columns of `tables.lines`, by line code."""


@inlined
def copy_sheet(sheet: Array, out: Array) -> None:
    """Copy a sheet."""
    for i in range(SHEET):
        out[i] = sheet[i]


@inlined
def clear(sheet: Array) -> None:
    """Make a sheet empty."""
    sheet[:] = 0
    sheet[NUMBER:CIRCLED] = -1
    sheet[FREE] = CELLS


@inlined
def enter(tables: Any, sheet: Array, cell: Int, total: Int) -> None:
    """Enter a sum index in a free cell."""
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        sheet[line] = tables.enter[sheet[line], total]
    sheet[NUMBER + cell] = total
    sheet[COUNT + total] += 1
    sheet[FREE] -= 1


@inlined
def circle(tables: Any, sheet: Array, cell: Int) -> Int:
    """Circle a cell; returns the points."""
    total = sheet[NUMBER + cell]
    gain = 1
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        code = tables.circle[sheet[line], total]
        sheet[line] = code
        if tables.lines[code, NEED] == 0:
            gain += tables.line_points[line]
    sheet[CIRCLED + cell] = 1
    sheet[COUNT + total] -= 1
    return gain


@inlined
def circle_set(tables: Any, sheet: Array, cells: Array, chosen: Int) -> Int:
    """Circle those of the listed cells that are chosen (a bit mask of places in the list); returns the points."""
    gain, k = 0, 0
    while chosen:
        if chosen & 1:
            gain += circle(tables, sheet, cells[k])
        chosen >>= 1
        k += 1
    return gain


@inlined
def completed(tables: Any, sheet: Array, cell: Int) -> Int:
    """The lines to be worked off after an entry in a cell, as a bit mask."""
    pending = 0
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        if tables.lines[sheet[line], EARNED]:
            pending |= 1 << line
    return pending


@inlined
def score(tables: Any, sheet: Array) -> Int:
    """The points of a sheet."""
    points = 0
    for cell in range(CELLS):
        points += sheet[CIRCLED + cell]
    for line in range(LINES):
        if tables.lines[sheet[line], NEED] == 0:
            points += tables.line_points[line]
    return points
