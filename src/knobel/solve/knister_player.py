"""Play of Knister on learned values: looking ahead over coming rolls, exact at the end."""

from typing import NamedTuple

import numpy as np

from knobel.arrays import Array
from knobel.arrays.grid import SUMS, grid, multiset_index
from knobel.games.grid import CELLS, LINES, Grid
from knobel.kernels.knister_search import choose, play
from knobel.kernels.random import generator
from knobel.solve.knister import Tables, Work


class Level(NamedTuple):
    """Scratch space for one roll looked ahead."""

    work: Work
    lines: Array
    free: Array
    out: Array
    rank: Array

    @classmethod
    def empty(cls) -> "Level":
        cells = len(CELLS)
        return cls(
            Work.empty(),
            np.zeros(len(LINES), np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells, np.float32),
            np.zeros(cells, np.float32),
        )


class Solver(NamedTuple):
    """Scratch space for the exact values of positions with so many free cells."""

    values: Array
    power: Array
    stack: Array
    digit: Array
    gains: Array
    highest: Array

    @classmethod
    def empty(cls, cells: int) -> "Solver":
        base = grid().next.shape[1] + 1
        return cls(
            values=np.zeros(base**cells, np.float32),
            power=base ** np.arange(cells + 1),
            stack=np.zeros((cells + 1, len(LINES)), np.int64),
            digit=np.zeros(cells + 1, np.int64),
            gains=np.zeros(cells + 1, np.int64),
            highest=np.zeros(base - 1, np.float32),
        )


class Search(NamedTuple):
    """How far to look: `widths[d]` for looking d + 1 rolls ahead says how many placements are looked into now, after
    one roll, after two, ...; positions with up to `exact` free cells are solved."""

    widths: tuple[tuple[int, ...], ...] = ()
    exact: int = 0


NEVER = -1e8
"""Below any value."""

STRONG = Search(widths=((25,), (4, 2)), exact=4)
MASTER = Search(widths=((25,), (8, 3), (4, 2, 2)), exact=5)


def position(sheet: Grid) -> tuple[Array, Array]:
    """The multisets on the lines of a sheet and its free cells, as kernels know them."""
    index = multiset_index()
    lines = [index[tuple(sorted(sheet[cell] for cell in cells if sheet[cell]))] for cells in LINES.values()]
    return np.array(lines), np.array([cell for cell, number in enumerate(sheet) if not number])


class KnisterPlayer:
    """Plays Knister for points on learned values."""

    def __init__(self, tables: Tables, search: Search) -> None:
        depth = len(search.widths)
        self.tables = tables
        self.exact = search.exact
        self.levels = tuple(Level.empty() for _ in range(depth + 1))
        self.solver = Solver.empty(search.exact)
        self.widths = np.zeros((depth, max(depth, 1)), np.int64)
        for row, widths in zip(self.widths, search.widths, strict=True):
            row[: len(widths)] = widths

    def values(self, sheet: Grid, total: int) -> dict[int, float]:
        """What entering a sum (2-12) is worth, by cell: points at once and to come, for the cells that the search
        looks into deepest; for all free cells where there is no search."""
        lines, free = position(sheet)
        out = np.zeros(len(CELLS), np.float32)
        choose(
            self.tables, self.levels, self.solver, self.widths, self.exact, lines, free, len(free), total - SUMS[0], out
        )
        return {int(cell): float(value) for cell, value in zip(free, out, strict=False) if value > NEVER}

    def choose(self, sheet: Grid, total: int) -> int:
        """The cell to enter a sum (2-12) in."""
        values = self.values(sheet, total)
        return max(values, key=values.__getitem__)

    def play(self, seed: int, games: int) -> tuple[Array, Array]:
        """The scores of so many games played alone, and how lucky the rolls of each were (see `play`)."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        play(self.tables, self.levels, self.solver, self.widths, self.exact, generator(seed), scores, luck)
        return scores, luck
