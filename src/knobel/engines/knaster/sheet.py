"""Sheets of Knaster for kernels: their contents, and the changes by entering and circling.

A *line code* is the content of a line in any order: five cells, each free, holding a sum or holding a circled sum. It
is an index 0-80729, 0 for the empty line.

A sheet is an array of `SHEET` integers: the codes of the lines (12); from `NUMBER` the sum index in each cell (25, -1
for free); from `CIRCLED` whether it is circled (25); from `COUNT` the uncircled cells by sum index (11); and in `FREE`
the number of free cells. `tables` is `engines.knaster.lookup.Tables`.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS as TOTALS
from knobel.engines.shared.grid import multisets
from knobel.games import grid
from knobel.games.grid import SIZE

CELLS = len(grid.CELLS)
LINES = len(grid.LINES)
SUMS = len(TOTALS)

NUMBER = LINES
CIRCLED = NUMBER + CELLS
COUNT = CIRCLED + CELLS
FREE = COUNT + SUMS
SHEET = FREE + 1

CELL_STATES = 1 + 2 * SUMS
"""Number of states of a cell: free, or a sum, circled or not."""
HALF = CELLS // 2 + 1
"""Number of cells in the first of the `position_numbers`. In the second, there is room for the context."""
MAX_CONTEXT = 2**63 // CELL_STATES ** (CELLS - HALF) - 2

NEED, MULTISET, MIRRORED, SLOT, OPEN_CELLS, EARNED = range(6)
"""The columns of `tables.lines`, by line code."""


class LineCodes(NamedTuple):
    """Properties of line codes.

    - `enter` (80730, 11) and `circle` (80730, 11): the code after a sum is entered, or a cell that holds it circled; -1
      where that is impossible.
    - `numbers` (80730): the multiset of the sums, circled or not.
    - `free` (80730): the number of free cells.
    - `need` (80730): the index of the pair of the numbers of free and of uncircled cells; 0 for a line with neither.
    - `least` (80730): the lesser of the code and the code with every sum s replaced by 14 - s.
    """

    enter: Array
    circle: Array
    numbers: Array
    free: Array
    need: Array
    least: Array


def encode_lines(cells: Array) -> Array:
    """Return the codes of lines given as cells (..., 5): 0 for free, then the sums, then the circled sums."""
    ordered = np.sort(cells, axis=-1) + np.arange(SIZE)
    most = 2 * SUMS + SIZE + 1
    binomial = np.array([[comb(n, k) for k in range(1, SIZE + 1)] for n in range(most)])
    places: Array = binomial[ordered, np.arange(SIZE)].sum(axis=-1)
    return places


def decode_lines() -> Array:
    """Return the sorted cells (80730, 5) of the line of each code."""
    lines = np.zeros((1, 0), np.int8)
    for size in range(SIZE):
        # Lines whose last cell is `top` are, in the same order, the shorter lines of cells up to `top`.
        parts = [(lines[: comb(top + size, size)], top) for top in range(2 * SUMS + 1)]
        lines = np.concatenate([np.column_stack((part, np.full(len(part), top, np.int8))) for part, top in parts])
    return lines


def line_multisets(cells: Array) -> Array:
    """Return the line multisets of lines (..., 5) of cells that are free (0) or hold sums (from 1)."""
    base = (SUMS + 1) ** np.arange(SIZE)
    known = [[total - TOTALS[0] + 1 for total in line] + [0] * (SIZE - len(line)) for line in multisets()]
    keys = np.sort(known, axis=1) @ base
    order = np.argsort(keys)
    places: Array = order[np.searchsorted(keys[order], np.sort(cells, axis=-1) @ base)]
    return places


@cache
def line_codes() -> LineCodes:
    """Return the arrays, computed once."""
    cells = decode_lines()

    def replaced(old: Array | int, new: Array | int) -> Array:
        """Return the codes with one cell replaced, by sum."""
        codes = np.full((len(cells), SUMS), -1, np.int32)
        for total in range(SUMS):
            here = cells == (old if isinstance(old, int) else old[total])
            where = np.flatnonzero(here.any(axis=1))
            changed = cells[where]
            changed[np.arange(len(where)), here[where].argmax(axis=1)] = new if isinstance(new, int) else new[total]
            codes[where, total] = encode_lines(changed)
        return codes

    plain, circled = np.arange(1, SUMS + 1), np.arange(SUMS + 1, 2 * SUMS + 1)
    free, uncircled = (cells == 0).sum(axis=1), ((cells > 0) & (cells <= SUMS)).sum(axis=1)
    turned = np.where(cells == 0, 0, np.where(cells <= SUMS, SUMS + 1 - cells, 3 * SUMS + 1 - cells))
    pairs = [(f, u) for f in range(SIZE + 1) for u in range(SIZE + 1 - f)]
    need = np.zeros((SIZE + 1, SIZE + 1), np.int64)
    for number, (f, u) in enumerate(pairs):
        need[f, u] = number
    return LineCodes(
        enter=read_only(replaced(0, plain), np.int32),
        circle=read_only(replaced(plain, circled), np.int32),
        numbers=read_only(line_multisets(np.where(cells > SUMS, cells - SUMS, cells)), np.int16),
        free=read_only(free, np.int8),
        need=read_only(need[free, uncircled], np.int8),
        least=read_only(np.minimum(np.arange(len(cells)), encode_lines(turned)), np.int32),
    )


@inlined
def copy_sheet(sheet: Array, out: Array) -> None:
    """Copy a sheet."""
    for i in range(SHEET):
        out[i] = sheet[i]


@inlined
def clear_sheet(sheet: Array) -> None:
    """Reset to the empty sheet."""
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
    """Circle a cell and return the points."""
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


@compiled
def fill_sheets(tables: Any, numbers: Array, circled: Array, sheets: Array) -> None:
    """Write sheets (n, `SHEET`), given the numbers in their cells (n * 25), 0 in free ones.

    :param circled: (n) the circled cells, as bit masks.
    """
    for i in range(len(sheets)):
        sheet = sheets[i]
        clear_sheet(sheet)
        for cell in range(CELLS):
            number = numbers[i * CELLS + cell]
            if number:
                enter(tables, sheet, cell, number - TOTALS[0])
        for cell in range(CELLS):
            if circled[i] >> cell & 1:
                circle(tables, sheet, cell)


@inlined
def fewest_free(sheets: Array) -> Int:
    """Return the fewest free cells on any of some sheets, at least one."""
    fewest = sheets[0, FREE]
    for i in range(1, len(sheets)):
        fewest = min(fewest, sheets[i, FREE])
    return fewest


@inlined
def uncircled(tables: Any, sheet: Array, line: Int, out: Array) -> Int:
    """List the cells of a line that are not circled, and return their number."""
    count = 0
    for p in range(SIZE):
        out[count] = tables.cells[line, p]
        count += 1 - sheet[CIRCLED + out[count]]
    return count


@inlined
def circle_set(tables: Any, sheet: Array, cells: Array, chosen: Int) -> Int:
    """Circle the listed cells that are chosen (a bit mask of positions in the list), and return the points."""
    gain, k = 0, 0
    while chosen:
        if chosen & 1:
            gain += circle(tables, sheet, cells[k])
        chosen >>= 1
        k += 1
    return gain


@inlined
def circles_due(tables: Any, sheet: Array, line: Int) -> Int:
    """Return the number of cells that must be circled in a line without free cells."""
    code = sheet[line]
    # The need of such a line is the number of its uncircled cells.
    return min(tables.lines[code, EARNED], tables.lines[code, NEED])


@inlined
def completed_lines(tables: Any, sheet: Array, cell: Int) -> Int:
    """Return the lines in which cells must be circled after an entry in a cell, as a bit mask."""
    pending = 0
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        if tables.lines[sheet[line], EARNED]:
            pending |= 1 << line
    return pending


@inlined
def lines_with_circles_due(tables: Any, sheet: Array, pending: Int) -> Int:
    """Return those lines of a bit mask in which cells must be circled."""
    left = 0
    for line in range(LINES):
        if pending >> line & 1 and circles_due(tables, sheet, line):
            left |= 1 << line
    return left


@inlined
def circled_mask(sheet: Array) -> Int:
    """Return the circled cells as a bit mask."""
    mask = 0
    for cell in range(CELLS):
        mask |= sheet[CIRCLED + cell] << cell
    return mask


@inlined
def score(tables: Any, sheet: Array) -> Int:
    """Return the points of a sheet."""
    points = 0
    for cell in range(CELLS):
        points += sheet[CIRCLED + cell]
    for line in range(LINES):
        if tables.lines[sheet[line], NEED] == 0:
            points += tables.line_points[line]
    return points


@inlined
def position_numbers(sheet: Array, context: Int) -> tuple[Int, Int]:
    """Return two numbers that determine a sheet and the context of a result, for `engines.shared.position_cache`.

    :param context: the information besides the sheet that determines the result, from 0 to `MAX_CONTEXT`.
    """
    first, second = 0, context + 1
    for cell in range(HALF):
        first = first * CELL_STATES + 1 + sheet[NUMBER + cell] + SUMS * sheet[CIRCLED + cell]
    for cell in range(HALF, CELLS):
        second = second * CELL_STATES + 1 + sheet[NUMBER + cell] + SUMS * sheet[CIRCLED + cell]
    return first, second
