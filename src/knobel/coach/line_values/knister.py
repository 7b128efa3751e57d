"""Lines of Knister: `knobel.engines.knister.values` explains the value of a sheet."""

from math import comb
from typing import Any

from knobel.coach.line_values import LineValues
from knobel.games.grid import CELLS, LINES, SIZE, SUMS

OPEN_MULTISETS = comb(len(SUMS) + SIZE - 1, SIZE - 1)
"""The number of line multisets that have a free cell; their numbers are the lowest (`engines.shared.grid`)."""


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each line to the points on a seat's sheet and the points still to come."""
    tables, numbers = engine.tables, view.sheets[seat]
    crossings, mirror = tables.crossings, tables.grid.mirror
    held = [multiset(tables, [numbers[cell] for cell in cells]) for cells in LINES.values()]
    turned = [int(mirror[i]) for i in held]
    filled = len(CELLS) - numbers.count(0)
    values = [
        float(tables.line_values[filled][crossings.line_kind[line]][min(i, turned[line])])
        if i < OPEN_MULTISETS
        else float(tables.points[line][i])
        for line, i in enumerate(held)
    ]
    kinds = len(crossings.symmetric)
    for cell, number in enumerate(numbers):
        if number:
            continue
        for p in range(crossings.pairs[cell]):
            a, b, kind = (int(each[cell][p]) for each in (crossings.first, crossings.second, crossings.kind))
            first_row = (int(tables.stage[filled]) * kinds + kind) * OPEN_MULTISETS
            at = pair_index(tables.pair_rows, first_row, bool(crossings.symmetric[kind]), held, turned, (a, b))
            part = float(tables.scale) * float(tables.pair_values[at]) / 2
            values[a] += part
            values[b] += part
    return dict(zip(LINES, values, strict=True))


def multiset(tables: Any, numbers: list[int]) -> int:
    """Return the index of the multiset of the numbers of a line, of which 0 is a free cell."""
    index = 0
    for number in numbers:
        if number:
            index = int(tables.grid.next[index][number - SUMS[0]])
    return index


def pair_index(
    rows: Any, first_row: int, symmetric: bool, held: list[int], turned: list[int], lines: tuple[int, int]
) -> int:
    """Return the index of the value of two lines, as the kernel of this name does."""
    (i, j), (i_mirror, j_mirror) = ([of[line] for line in lines] for of in (held, turned))
    if symmetric:
        i, j, i_mirror, j_mirror = min(i, j), max(i, j), min(i_mirror, j_mirror), max(i_mirror, j_mirror)
    mirrored = (i_mirror, j_mirror) < (i, j)
    return int(rows[first_row + (i_mirror if mirrored else i)]) + (j_mirror if mirrored else j)
