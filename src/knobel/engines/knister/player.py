"""Play of Knister on learned values: looking ahead over coming rolls, exact at the end."""

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np

from knobel.engines.knister.learn import Tables, Work
from knobel.engines.knister.search import choose, play
from knobel.engines.knister.winning import by_distributions, exactly
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS, grid, multiset_index
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS, LINES, Grid


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


class Contest(NamedTuple):
    """Scratch space for exact chances to win with so many cells left.

    `codes`, `best` (sequences of rolls) and `won` (sequences, orders) are described where they are used. `orders`
    (cells + 1, orders, cells): by cells left, every order to fill them in, sorted, as the powers of `Solver`.
    """

    codes: Array
    best: Array
    won: Array
    orders: Array
    lines: Array
    free: Array

    @classmethod
    def empty(cls, cells: int) -> "Contest":
        base, sequences = len(SUMS) + 1, len(SUMS) ** cells
        orders = np.zeros((cells + 1, factorial(cells), cells), np.int64)
        for left in range(1, cells + 1):
            orders[left, : factorial(left), :left] = base ** np.array(list(permutations(range(left))))
        return cls(
            codes=np.zeros(sequences, np.int64),
            best=np.zeros(sequences, np.float32),
            won=np.zeros((sequences, factorial(cells)), np.float32),
            orders=orders,
            lines=np.zeros(len(LINES), np.int64),
            free=np.zeros(len(CELLS), np.int64),
        )


class Search(NamedTuple):
    """How far to look: `widths[d]` for looking d + 1 rolls ahead says how many placements are looked into now, after
    one roll, after two, ...; with up to `exact` free cells values are exact, with up to `contest` chances to win."""

    widths: tuple[tuple[int, ...], ...] = ()
    exact: int = 0
    contest: int = 0


NEVER = -1e8
"""Below any value."""

RIVALS = 7
"""Against how many others the chance to win is worked out."""
RANGE = 2.0
"""Placements that lose more points than these are not played to win, before the end."""
PREFERENCE = 1e-5
"""What a point is worth beside the chance to win."""

STRONG = Search(widths=((25,),), exact=4, contest=3)
MASTER = Search(widths=((25,), (4, 2)), exact=4, contest=4)


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
        self.contest = Contest.empty(search.contest)
        self.contest_cells = search.contest
        self.levels = tuple(Level.empty() for _ in range(depth + 1))
        self.solver = Solver.empty(max(search.exact, search.contest))
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

    def chances(self, sheets: Sequence[Grid], total: int) -> dict[int, float]:
        """How likely the first sheet wins, by the cell that a sum (2-12) is entered in; all sheets have the same number
        of free cells and enter the same sum.

        Of the cells that `values` names, and of all at the end. Chances that are equal are told apart by points.
        """
        points = self.values(sheets[0], total)
        positions = [position(sheet) for sheet in (sheets[0], *self.rivals(sheets[1:], total))]
        lines, free = (np.array(arrays) for arrays in zip(*positions, strict=True))
        scores = self.tables.points[range(len(LINES)), lines].sum(axis=1)
        n, index = free.shape[1], total - SUMS[0]
        values = np.array([points.get(int(cell), 2 * NEVER) for cell in free[0]])
        chances = np.full(n, NEVER)
        if n - 1 <= self.contest_cells:
            exactly(self.tables, self.solver, self.contest, lines, free, scores, n, index, chances)
        else:
            work = self.levels[0].work
            by_distributions(self.tables, work, lines, free, scores, n, index, values, max(values) - RANGE, chances)
        return {
            int(cell): float(chance + PREFERENCE * value)
            for cell, chance, value in zip(free[0], chances, values, strict=True)
            if chance > NEVER
        }

    def rivals(self, others: Sequence[Grid], total: int) -> list[Grid]:
        """The sheets to win against: of equal ones one, and not those that are far behind most."""
        different = list(dict.fromkeys(others))
        if len(different) <= RIVALS:
            return different
        by_value = KnisterPlayer(self.tables, Search())

        def worth(sheet: Grid) -> float:
            done = self.tables.points[range(len(LINES)), position(sheet)[0]].sum()
            return float(done) + max(by_value.values(sheet, total).values())

        return sorted(different, key=worth)[-RIVALS:]

    def choose(self, sheet: Grid, total: int) -> int:
        """The cell to enter a sum (2-12) in."""
        values = self.values(sheet, total)
        return max(values, key=values.__getitem__)

    def play(self, seed: int, games: int) -> tuple[Array, Array]:
        """The scores of so many games played alone, and how lucky the rolls of each were (see `play`)."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        play(self.tables, self.levels, self.solver, self.widths, self.exact, generator(seed), scores, luck)
        return scores, luck
