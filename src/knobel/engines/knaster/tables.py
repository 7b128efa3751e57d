"""Knaster for kernels: what a completed line earns, what a fully circled one scores, and all that a line can show.

A *line code* is what a line shows in any order: five cells, each free, holding a sum or holding a circled sum; an index
0-80729.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import SUMS, multiset_index, multisets
from knobel.games.grid import CELLS, LINES, LINES_AT, SIZE
from knobel.games.knaster import LINE_POINTS, circles_earned

NEEDS = comb(SIZE + 2, 2)
"""How many ways there are for a line to have some free and some uncircled cells."""


class Knaster(NamedTuple):
    """`earned` (4368): the circles that each line multiset earns; 0 while it is not full. `line_points` (12): what each
    line scores with all its cells circled.
    """

    earned: Array
    line_points: Array


@cache
def knaster() -> Knaster:
    """The arrays, made once."""
    return Knaster(
        earned=read_only([circles_earned(line) if len(line) == SIZE else 0 for line in multisets()], np.int64),
        line_points=read_only([LINE_POINTS[line] for line in LINES], np.int64),
    )


class LineCodes(NamedTuple):
    """What kernels know of line codes; code 0 is the empty line.

    `enter` (80730, 11) and `circle` (80730, 11): the code after a sum is entered, or a cell that holds it circled; -1
    where that cannot be. `numbers` (80730): the multiset of the sums, circled or not. `free` (80730): how many cells
    are free. `need` (80730): the number of the pair of free and uncircled cells, 0 for a line with neither. `least`
    (80730): the lesser of the code and the one with every sum s replaced by 14 - s.
    """

    enter: Array
    circle: Array
    numbers: Array
    free: Array
    need: Array
    least: Array


def ranks(cells: Array) -> Array:
    """The codes of lines given as cells (..., 5): 0 for free, then the sums, then the circled sums."""
    ordered = np.sort(cells, axis=-1) + np.arange(SIZE)
    most = 2 * len(SUMS) + SIZE + 1
    binomial = np.array([[comb(n, k) for k in range(1, SIZE + 1)] for n in range(most)])
    places: Array = binomial[ordered, np.arange(SIZE)].sum(axis=-1)
    return places


@cache
def line_codes() -> LineCodes:
    """The arrays, made once."""
    sums = len(SUMS)
    cells = np.array(list(combinations_with_replacement(range(2 * sums + 1), SIZE)))
    cells = cells[np.argsort(ranks(cells))]

    def replaced(old: Array | int, new: Array | int) -> Array:
        """The codes with one cell replaced, by number of the sum."""
        codes = np.full((len(cells), sums), -1)
        for total in range(sums):
            here = cells == (old if isinstance(old, int) else old[total])
            where = np.flatnonzero(here.any(axis=1))
            changed = cells[where]
            changed[np.arange(len(where)), here[where].argmax(axis=1)] = new if isinstance(new, int) else new[total]
            codes[where, total] = ranks(changed)
        return codes

    plain, circled = np.arange(1, sums + 1), np.arange(sums + 1, 2 * sums + 1)
    free, uncircled = (cells == 0).sum(axis=1), ((cells > 0) & (cells <= sums)).sum(axis=1)
    turned = np.where(cells == 0, 0, np.where(cells <= sums, sums + 1 - cells, 3 * sums + 1 - cells))
    index = multiset_index()
    values = np.where(cells > sums, cells - sums, cells)
    numbers = [index[tuple(sorted(SUMS[0] - 1 + v for v in line if v))] for line in values.tolist()]
    pairs = [(f, u) for f in range(SIZE + 1) for u in range(SIZE + 1 - f)]
    need = np.zeros((SIZE + 1, SIZE + 1), np.int64)
    for number, (f, u) in enumerate(pairs):
        need[f, u] = number
    return LineCodes(
        enter=read_only(replaced(0, plain), np.int32),
        circle=read_only(replaced(plain, circled), np.int32),
        numbers=read_only(numbers, np.int16),
        free=read_only(free, np.int8),
        need=read_only(need[free, uncircled], np.int8),
        least=read_only(np.minimum(np.arange(len(cells)), ranks(turned)), np.int32),
    )


class LinePairs(NamedTuple):
    """The pairs of lines that cross in each cell; those that exchanging rows and columns carries into each other share
    a class, and those that cross in cells of the same kind a group.

    `cell`, `first`, `second` (46): the cell and the lines. `kind`, `group` (46): the class and the group.
    `kind_symmetric`, `group_symmetric`: whether the order of the two lines does not matter there.
    """

    cell: Array
    first: Array
    second: Array
    kind: Array
    group: Array
    kind_symmetric: Array
    group_symmetric: Array


GROUPS = ("plain", "diagonal", "centre", "with diagonal", "with diagonal in the centre", "diagonals")


@cache
def line_pairs() -> LinePairs:
    """The arrays, made once."""
    lines = list(LINES)
    kinds: dict[tuple[str, int, int], int] = {}
    found: list[tuple[int, ...]] = []
    centre = len(CELLS) // 2
    for cell in range(len(CELLS)):
        row, column = divmod(cell, SIZE)
        straight = [row, SIZE + column]
        slanted = [lines.index(name) for name in ("diag", "anti") if name in LINES_AT[cell]]
        if row > column:
            straight.reverse()
        key = ("straight", min(row, column), max(row, column))
        group = GROUPS.index("centre" if cell == centre else "diagonal" if slanted else "plain")
        found.append((cell, *straight, kinds.setdefault(key, len(kinds)), group))
        for diagonal in slanted:
            group = GROUPS.index("with diagonal in the centre" if cell == centre else "with diagonal")
            for line in straight:
                kind = kinds.setdefault((lines[diagonal], line % SIZE, 0), len(kinds))
                found.append((cell, diagonal, line, kind, group))
        if len(slanted) > 1:
            kind = kinds.setdefault(("diagonals", 0, 0), len(kinds))
            found.append((cell, *slanted, kind, GROUPS.index("diagonals")))
    symmetric = [name == "diagonals" or (name == "straight" and a == b) for name, a, b in kinds]
    columns = np.array(found).T
    return LinePairs(
        cell=read_only(columns[0], np.int64),
        first=read_only(columns[1], np.int64),
        second=read_only(columns[2], np.int64),
        kind=read_only(columns[3], np.int64),
        group=read_only(columns[4], np.int64),
        kind_symmetric=read_only(symmetric, np.bool_),
        group_symmetric=read_only([not name.startswith("with") for name in GROUPS], np.bool_),
    )
