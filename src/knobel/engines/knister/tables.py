"""Arrays for the kernels of Knister: the rules, the trained values, sheets and scratch space."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import comb, factorial, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import OPEN, SUMS, Crossings, Grid, crossings, grid, multiset_index, multisets
from knobel.engines.shared.stamps import fingerprint, load, unpack
from knobel.games.grid import CELLS, LINES, LINES_AT, SIZE
from knobel.games.knister import line_points

CELL_COUNT, LINE_COUNT, SUM_COUNT = len(CELLS), len(LINES), len(SUMS)
PAIR_COUNT = sum(comb(len(lines), 2) for lines in LINES_AT)
"""Number of pairs of lines that cross, over all cells."""
STAGE_ENDS = (7, 11, 15, 19, CELL_COUNT)
"""The number of filled cells at which each stage of the game ends."""
UNITS = 128
"""Trained values of crossings are stored as multiples of 1 / UNITS points."""


class Tables(NamedTuple):
    """The rules, and all data on which a value depends.

    - `points` (12, 4368): the score of each line with each multiset; 0 while it is not full.
    - `stage` (26): the stage of the game by filled cells.
    - `line_values` (26, kinds of lines, OPEN): points by filled cells, line and multiset.
    - `pair_values`: points of pairs of lines, in units of `scale`. Those of one multiset with all that can cross it
      start at `pair_rows` (stages * kinds of crossings * OPEN). During learning they are float32 and every pair has its
      own entry; for play they are int16 and equal rows are shared.
    - `variances` (26, kinds of lines, OPEN): the variance that each line adds to the points to come, by filled cells.
    """

    grid: Grid
    crossings: Crossings
    points: Array
    stage: Array
    line_values: Array
    pair_rows: Array
    pair_values: Array
    scale: np.float32
    variances: Array


@cache
def points() -> Array:
    """Return the `points` of `Tables`, computed once."""

    def score(name: str, line: tuple[int, ...]) -> int:
        sheet = [0] * CELL_COUNT
        for cell, number in zip(LINES[name], line, strict=False):
            sheet[cell] = number
        return (line_points(tuple(sheet), name) or 0) if len(line) == SIZE else 0

    return read_only([[score(name, line) for line in multisets()] for name in LINES], np.int32)


def blank(pair_rows: Array, pair_values: Array, scale: float) -> Tables:
    """Return tables with these values of pairs of lines, and all other values zero."""
    by_line = line_shape()
    return Tables(
        grid=grid(),
        crossings=crossings(),
        points=points(),
        stage=stages(),
        line_values=np.zeros(by_line, np.float32),
        pair_rows=pair_rows,
        pair_values=pair_values,
        scale=np.float32(scale),
        variances=np.zeros(by_line, np.float32),
    )


def stages() -> Array:
    """Return the `stage` of `Tables`."""
    return np.searchsorted(STAGE_ENDS, np.arange(CELL_COUNT + 1))


def line_shape() -> tuple[int, int, int]:
    """Return the shape of `line_values` and `variances` of `Tables`."""
    return CELL_COUNT + 1, len(set(crossings().line_kind)), OPEN


def row_shape() -> tuple[int, int, int]:
    """Return the shape of the rows of pair values: stages, kinds of crossings and multisets."""
    return len(STAGE_ENDS), len(crossings().symmetric), OPEN


def untrained() -> Tables:
    """Return tables for learning, with all values zero."""
    rows = np.arange(prod(row_shape()), dtype=np.int32) * OPEN
    return blank(rows, np.zeros(len(rows) * OPEN, np.float32), scale=1)


def load_values(path: Path) -> Tables:
    """Return tables for play, with the values of a file that `learn` wrote.

    :raises Stale: if they were made with other rules or arrays.
    :raises FileNotFoundError: if there is no such file.
    """
    packed, _ = load(path, stamp())
    tables = blank(*shared_rows(packed), scale=1 / UNITS)
    for name in ("line_values", "variances"):
        getattr(tables, name)[:] = packed[name]
    return tables


def shared_rows(packed: Mapping[str, Array]) -> tuple[Array, Array]:
    """Return `pair_rows` and `pair_values` of `Tables`, from the initial values and the changes of each stage.

    Most rows are zero or equal to those of the previous stage. Where the order of two lines does not matter, only the
    columns from the row's own index on are read. All rows therefore fit in a third of the memory.
    """
    begun, changes = unpack(packed, "begun"), unpack(packed, "changes")
    rows = np.zeros(row_shape(), np.int32)
    # Memory pages are allocated only when they are written. The first row stays zero.
    values, end = np.zeros(rows.size * OPEN, np.int16), OPEN
    for kind, triangular in enumerate(crossings().symmetric):
        start, before = square(*begun, kind), np.zeros((OPEN, OPEN), np.int16)
        for stage in range(len(rows)):
            now = start + square(*changes, stage * rows.shape[1] + kind)
            same = (now == before).all(axis=1)
            rows[stage, kind, same] = rows[max(stage - 1, 0), kind, same]
            for row in np.flatnonzero(now.any(axis=1) & ~same):
                first = int(row) if triangular else 0
                rows[stage, kind, row] = end - first
                values[end : end + OPEN - first] = now[row, first:]
                end += OPEN - first
            before = now
    return rows.reshape(-1), values[:end]


def square(places: Array, values: Array, number: int) -> Array:
    """Return one square (OPEN, OPEN) of pair values, from sorted indices and values in a sequence of such squares."""
    size = OPEN * OPEN
    low, high = np.searchsorted(places, (number * size, (number + 1) * size))
    result = np.zeros(size, np.int16)
    result[places[low:high] - number * size] = values[low:high]
    return result.reshape(OPEN, OPEN)


def rules_stamp() -> str:
    """Return a hash of the rules as arrays and the numbers of values, which learned values must match."""
    cells, pairs = grid(), crossings()
    return fingerprint(
        (OPEN, stages(), cells.mirror, cells.next, points(), cells.rolls, cells.chances, cells.at, cells.at_count),
        (pairs.line_kind, pairs.pairs, pairs.first, pairs.second, pairs.kind, pairs.symmetric),
        (*line_shape(), prod(row_shape()) * OPEN),
    )


def stamp() -> str:
    """Return the stamp of trained data."""
    return fingerprint([rules_stamp(), UNITS])


SHEET = np.dtype([("lines", np.int64, LINE_COUNT), ("free", np.int64, CELL_COUNT), ("left", np.int64)])
"""A sheet: the multiset in each line, and its free cells in any order; the first `left` of these are valid."""


def as_sheets(grids: Sequence[tuple[int, ...]]) -> Array:
    """Return sheets (grids,) for kernels."""
    index = multiset_index()
    result = np.zeros(len(grids), SHEET)
    for i, numbers in enumerate(grids):
        lines = [tuple(sorted([numbers[cell] for cell in cells if numbers[cell]])) for cells in LINES.values()]
        free = [cell for cell, number in enumerate(numbers) if not number]
        result["lines"][i] = [index[line] for line in lines]
        result["free"][i, : len(free)], result["left"][i] = free, len(free)
    return result


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
        ("worth", np.float32, CELL_COUNT),
        ("looked", np.uint8, CELL_COUNT),
        ("rank", np.float32, CELL_COUNT),
        ("sheet", SHEET),
        ("later", SHEET),
    ],
    align=True,
)
"""Scratch space for the entries in one sheet: by line, by pair of lines that cross, and by free cell.

Other modules use `worth`, the immediate points plus points to come of an entry in each free cell; `looked`, True where
this comes from the deepest search; `sheet`, a sheet after an entry; and `later`, a sheet after two entries.
"""


class Endgame(NamedTuple):
    """Scratch space for all ways to fill up to a number of free cells.

    A way to fill some of the cells is encoded as a number in base 12, the first cell as the lowest digit: 0 for a free
    cell, otherwise 1 + sum index. `values` (12 ** cells) contains the points made and to come, by way, and `power`
    (cells + 1) the powers of the base. For the first d cells filled: the lines in `stack` (cells + 1, 12), and the
    points so far in `gains` and the next sum to try in `digit` (both cells + 1). `highest` (11): by sum.
    """

    values: Array
    power: Array
    stack: Array
    digit: Array
    gains: Array
    highest: Array

    @classmethod
    def empty(cls, cells: int) -> "Endgame":
        base = SUM_COUNT + 1
        return cls(
            values=np.zeros(base**cells, np.float32),
            power=base ** np.arange(cells + 1),
            stack=np.zeros((cells + 1, LINE_COUNT), np.int64),
            digit=np.zeros(cells + 1, np.int64),
            gains=np.zeros(cells + 1, np.int64),
            highest=np.zeros(SUM_COUNT, np.float32),
        )


class Contest(NamedTuple):
    """Scratch space for exact probabilities of winning with up to a number of free cells.

    A sequence of rolls is encoded as a number in base 11, the first roll as the highest digit.

    - `rivals` (11 ** cells): the highest final points of the others, by sequence.
    - `codes` (11 ** cells): the way, as in `Endgame`, in which one of them fills its cells.
    - `won` (11 ** cells, cells!): probabilities by sequence and by order of filling the cells.
    - `orders` (cells + 1, cells!, cells): by number of cells left, every order, sorted, as powers of `Endgame`.
    - `sheet` (1): a sheet after an entry.
    """

    rivals: Array
    codes: Array
    won: Array
    orders: Array
    sheet: Array

    @classmethod
    def empty(cls, cells: int) -> "Contest":
        sequences = SUM_COUNT**cells
        orders = np.zeros((cells + 1, factorial(cells), cells), np.int64)
        for left in range(1, cells + 1):
            orders[left, : factorial(left), :left] = (SUM_COUNT + 1) ** np.array(list(permutations(range(left))))
        return cls(
            rivals=np.zeros(sequences, np.float32),
            codes=np.zeros(sequences, np.int64),
            won=np.zeros((sequences, factorial(cells)), np.float32),
            orders=orders,
            sheet=np.zeros(1, SHEET),
        )


class Search(NamedTuple):
    """The extent of the search, and its scratch space.

    `widths` (depths, depths): row d, for looking d + 1 rolls ahead, contains the number of entries searched now, after
    one roll, after two, and so on. With up to `exact` free cells after an entry its value is exact, with up to
    `contested` also the probability of winning. `scratch` (depths + 1) of `SCRATCH`: one for the decision, and one for
    every roll looked ahead.
    """

    widths: Array
    exact: int
    contested: int
    scratch: Array
    endgame: Endgame
    contest: Contest

    @classmethod
    def of(cls, widths: Sequence[Sequence[int]] = (), exact: int = 0, contested: int = 0) -> "Search":
        """Return a search with its own scratch space; by default it uses values only."""
        rows = np.zeros((len(widths), max(len(widths), 1)), np.int64)
        for row, numbers in zip(rows, widths, strict=True):
            row[: len(numbers)] = numbers
        return cls(
            widths=rows,
            exact=exact,
            contested=contested,
            scratch=np.zeros(len(widths) + 1, SCRATCH),
            endgame=Endgame.empty(max(exact + 1, contested)),
            contest=Contest.empty(max(contested, 1)),
        )
