"""The 5x5 grid for kernels: cells, lines, sums of two dice, and the multisets of sums in a line.

A *sum index* is 0-10 for the sums 2-12. A *line multiset* is the content of a line in any order, from no sum to five
sums. Its index is 0-4367; smaller multisets come first, so the `OPEN_MULTISETS` multisets that still have a free cell
come before the full ones. Lines are numbered as in `games.grid.LINES`: rows 0-4, columns 5-9, diagonals 10 and 11.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from knobel.dice import distribution
from knobel.engines.shared.arrays import Array, read_only
from knobel.games.grid import CELLS, LINES, SIZE

SUMS = tuple(range(2, 13))
OPEN_MULTISETS = comb(len(SUMS) + SIZE - 1, SIZE - 1)
"""The number of line multisets that have a free cell."""


@cache
def multisets() -> tuple[tuple[int, ...], ...]:
    """Return every line multiset as sorted sums, by index."""
    return tuple(line for size in range(SIZE + 1) for line in combinations_with_replacement(SUMS, size))


@cache
def multiset_index() -> dict[tuple[int, ...], int]:
    """Return the index of every line multiset."""
    return {line: index for index, line in enumerate(multisets())}


class Grid(NamedTuple):
    """Arrays for kernels that describe grids and lines.

    - `rolls` (36): the sum index of each of the equally likely rolls of two dice.
    - `chances` (11): the probability of each sum.
    - `next` (4368, 11): the line multiset after a sum is entered; -1 from a full line.
    - `mirror` (4368): the multiset in which every sum s is replaced by 14 - s.
    - `size` (4368): the number of sums in the multiset.
    - `counts` (4368, 11): how often the multiset contains each sum.
    - `at` (25, 4) and `at_count` (25): the lines through each cell, and their number.
    - `cells` (12, 5): the cells of each line.
    """

    rolls: Array
    chances: Array
    next: Array
    mirror: Array
    size: Array
    counts: Array
    at: Array
    at_count: Array
    cells: Array


@cache
def grid() -> Grid:
    """Return the arrays, computed once."""
    lines, index = multisets(), multiset_index()
    following = [[index[tuple(sorted((*line, total)))] if len(line) < SIZE else -1 for total in SUMS] for line in lines]
    mirror = [index[tuple(sorted(SUMS[0] + SUMS[-1] - total for total in line))] for line in lines]
    at = [[number for number, cells in enumerate(LINES.values()) if cell in cells] for cell in range(len(CELLS))]
    widest = max(map(len, at))
    sums = [(sum(dice), p) for dice, p in distribution(2, ordered=True).items()]
    return Grid(
        rolls=read_only([SUMS.index(total) for total, _ in sums], np.int64),
        chances=read_only([float(sum(p for other, p in sums if other == total)) for total in SUMS], np.float32),
        next=read_only(following, np.int16),
        mirror=read_only(mirror, np.int16),
        size=read_only([len(line) for line in lines], np.int8),
        counts=read_only([[line.count(total) for total in SUMS] for line in lines], np.int8),
        at=read_only([lines_at + [-1] * (widest - len(lines_at)) for lines_at in at], np.int64),
        at_count=read_only([len(lines_at) for lines_at in at], np.int64),
        cells=read_only(list(LINES.values()), np.int64),
    )


class Crossings(NamedTuple):
    """The pairs of lines that cross in each cell, by class.

    Cells and lines that the symmetries of the grid map to each other share a class.

    - `pairs` (25): the number of pairs of lines that cross in the cell.
    - `first`, `second` (25, 6): the numbers of the two lines of each pair.
    - `kind` (25, 6): the class of the pair.
    - `symmetric` (classes): True if a symmetry exchanges the two lines.
    - `line_kind` (12): the class of each line.
    """

    pairs: Array
    first: Array
    second: Array
    kind: Array
    symmetric: Array
    line_kind: Array


@cache
def symmetries() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return every symmetry of the grid, as a permutation of the cells and the resulting permutation of the lines.

    A symmetry maps the twelve lines to lines and the diagonals to diagonals. There are 32 symmetries, more than the
    eight of a square: rows and columns can be permuted by any permutation that preserves the pairs {1, 5} and {2, 4}.
    """
    names = list(LINES.values())
    number = {frozenset(cells): i for i, cells in enumerate(names)}
    diagonals = {frozenset(cells) for cells in names[-2:]}
    found = []
    for rows in permutations(range(SIZE)):
        for columns in permutations(range(SIZE)):
            # Rows and columns always remain lines; transposing only exchanges rows with columns.
            images = [frozenset(SIZE * rows[c // SIZE] + columns[c % SIZE] for c in cells) for cells in names[-2:]]
            if set(images) != diagonals:
                continue
            for transposed in (False, True):
                moved = tuple(
                    SIZE * columns[c] + rows[r] if transposed else SIZE * rows[r] + columns[c]
                    for r in range(SIZE)
                    for c in range(SIZE)
                )
                found.append((moved, tuple(number[frozenset(moved[cell] for cell in cells)] for cells in names)))
    return found


@cache
def crossings() -> Crossings:
    """Return the pairs of crossing lines, classified by the symmetries of the grid."""
    maps = symmetries()
    arrays = grid()
    pairs = [
        [tuple(int(line) for line in pair) for pair in combinations(arrays.at[cell, : arrays.at_count[cell]], 2)]
        for cell in range(len(CELLS))
    ]
    orbit: dict[tuple[int, int, int], tuple[int, bool]] = {}
    symmetric: list[bool] = []
    for cell, crossing in enumerate(pairs):
        for a, b in crossing:
            if (cell, a, b) in orbit or (cell, b, a) in orbit:
                continue
            images = {(moved[cell], lines[a], lines[b]) for moved, lines in maps}
            swaps = (cell, b, a) in images
            for image in images:
                orbit[image] = (len(symmetric), swaps)
            symmetric.append(swaps)
    widest = max(map(len, pairs))
    first, second, kind = (np.full((len(CELLS), widest), -1) for _ in range(3))
    for cell, crossing in enumerate(pairs):
        for i, (a, b) in enumerate(crossing):
            one, two = (a, b) if (cell, a, b) in orbit else (b, a)
            first[cell, i], second[cell, i], kind[cell, i] = one, two, orbit[cell, one, two][0]
    line_orbits: dict[int, int] = {}
    for line in range(len(LINES)):
        if line not in line_orbits:
            new = len(set(line_orbits.values()))
            line_orbits.update({lines[line]: new for _, lines in maps})
    return Crossings(
        pairs=read_only([len(crossing) for crossing in pairs], np.int64),
        first=read_only(first, np.int64),
        second=read_only(second, np.int64),
        kind=read_only(kind, np.int64),
        symmetric=read_only(symmetric, np.bool_),
        line_kind=read_only([line_orbits[line] for line in range(len(LINES))], np.int64),
    )
