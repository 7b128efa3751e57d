"""Lookup tables of Knister as read-only arrays for kernels: the rules and the trained values."""

from functools import cache
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.data_files import fingerprint, load, unpack
from knobel.engines.shared.grid import OPEN_MULTISETS, SUMS, Crossings, Grid, crossings, grid, multisets
from knobel.games.grid import CELLS, LINES, LINES_AT, SIZE
from knobel.games.knister import line_points

CELL_COUNT, LINE_COUNT, SUM_COUNT = len(CELLS), len(LINES), len(SUMS)
PAIR_COUNT = sum(comb(len(lines), 2) for lines in LINES_AT)
"""Number of pairs of lines that cross, over all cells."""
STAGE_ENDS = (7, 11, 15, 19, CELL_COUNT)
"""The number of filled cells at which each stage of the game ends."""
UNITS_PER_POINT = 128
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
    scale: float
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


def tables_with(pair_rows: Array, pair_values: Array, scale: float) -> Tables:
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
        scale=scale,
        variances=np.zeros(by_line, np.float32),
    )


def stages() -> Array:
    """Return the `stage` of `Tables`."""
    return np.searchsorted(STAGE_ENDS, np.arange(CELL_COUNT + 1))


def line_shape() -> tuple[int, int, int]:
    """Return the shape of `line_values` and `variances` of `Tables`."""
    return CELL_COUNT + 1, len(set(crossings().line_kind)), OPEN_MULTISETS


def row_shape() -> tuple[int, int, int]:
    """Return the shape of the rows of pair values: stages, kinds of crossings and multisets."""
    return len(STAGE_ENDS), len(crossings().symmetric), OPEN_MULTISETS


def untrained() -> Tables:
    """Return tables for learning, with all values zero."""
    rows = np.arange(prod(row_shape()), dtype=np.int32) * OPEN_MULTISETS
    return tables_with(rows, np.zeros(len(rows) * OPEN_MULTISETS, np.float32), scale=1.0)


def load_values(path: Path) -> Tables:
    """Return tables for play, with the values of a file that `learn` wrote.

    :raises FileNotFoundError: if there is no such file.
    """
    packed, _ = load(path, stamp())
    begun, changes = unpack(packed, "begun"), unpack(packed, "changes")
    by_line = {name: packed[name] for name in ("line_values", "variances")}
    # The packed arrays have 50 MB, and are not needed during the next step.
    del packed
    tables = tables_with(*deduplicate_rows(begun, changes), scale=1 / UNITS_PER_POINT)
    for name, values in by_line.items():
        getattr(tables, name)[:] = values
    return tables


def deduplicate_rows(begun: tuple[Array, Array], changes: tuple[Array, Array]) -> tuple[Array, Array]:
    """Return `pair_rows` and `pair_values` of `Tables`, from the initial values and the changes of each stage.

    Both are sorted indices and values of sparse arrays.

    Most rows are zero or equal to those of the previous stage. Where the order of two lines does not matter, only the
    columns from the row's own index on are read. All rows therefore fit in a third of the memory.
    """
    rows = np.zeros(row_shape(), np.int32)
    # Memory pages are allocated only when they are written. The first row stays zero.
    values, end = np.zeros(rows.size * OPEN_MULTISETS, np.int16), OPEN_MULTISETS
    for kind, triangular in enumerate(crossings().symmetric):
        start, before = unpack_square(*begun, kind), np.zeros((OPEN_MULTISETS, OPEN_MULTISETS), np.int16)
        for stage in range(len(rows)):
            now = start + unpack_square(*changes, stage * rows.shape[1] + kind)
            same = (now == before).all(axis=1)
            rows[stage, kind, same] = rows[max(stage - 1, 0), kind, same]
            for row in np.flatnonzero(now.any(axis=1) & ~same):
                first = int(row) if triangular else 0
                rows[stage, kind, row] = end - first
                values[end : end + OPEN_MULTISETS - first] = now[row, first:]
                end += OPEN_MULTISETS - first
            before = now
    return rows.reshape(-1), values[:end]


def unpack_square(places: Array, values: Array, number: int) -> Array:
    """Return one square (OPEN, OPEN) of pair values, from sorted indices and values in a sequence of such squares."""
    size = OPEN_MULTISETS * OPEN_MULTISETS
    # Keys of another type would convert, and thus copy, all indices.
    low, high = np.searchsorted(places, np.array((number * size, (number + 1) * size), places.dtype))
    result = np.zeros(size, np.int16)
    result[places[low:high] - number * size] = values[low:high]
    return result.reshape(OPEN_MULTISETS, OPEN_MULTISETS)


def rules_stamp() -> str:
    """Return a hash of the rules as arrays and the numbers of values, which learned values must match."""
    cells, pairs = grid(), crossings()
    return fingerprint(
        (
            OPEN_MULTISETS,
            stages(),
            cells.mirror,
            cells.next,
            points(),
            cells.rolls,
            cells.chances,
            cells.at,
            cells.at_count,
        ),
        (pairs.line_kind, pairs.pairs, pairs.first, pairs.second, pairs.kind, pairs.symmetric),
        (*line_shape(), prod(row_shape()) * OPEN_MULTISETS),
    )


def stamp() -> str:
    """Return the stamp of trained data."""
    return fingerprint([rules_stamp(), UNITS_PER_POINT])
