"""Playing Knapp Daneben! on learned values and search."""

from typing import NamedTuple

import numpy as np

from knobel.arrays import Array, read_only
from knobel.arrays.grid import SUMS
from knobel.games.grid import CELLS, Grid
from knobel.games.knapp_daneben import BOX_LINES, COLOURS
from knobel.kernels.knapp_daneben_search import IMPOSSIBLE, play, value_entries
from knobel.kernels.knapp_daneben_values import blank, put
from knobel.kernels.random import generator
from knobel.solve.knapp_daneben import Scratch, Tables

LEVELS = 4
"""One more than the most rolls that a search looks ahead."""


class Search(NamedTuple):
    """How hard to search. So many of the best entries are looked into one roll ahead, of these so many two rolls, and
    so on: `widths`. `circles` and `margin` narrow what is looked into after a coming roll, see
    `kernels.knapp_daneben_search.expected`. With at most `exact` (up to 4) free circles play is exact.
    """

    widths: Array
    circles: int = 1
    margin: float = 0.0
    exact: int = 0


def search(*widths: int, circles: int = 1, margin: float = 0.0, exact: int = 0) -> Search:
    """See `Search`."""
    return Search(read_only(widths, np.int64), circles, margin, exact)


QUICK = search()
STRONG = search(16, exact=3)
MASTER = search(12, 5, margin=4.0, exact=4)


class Position(NamedTuple):
    """A sheet as kernels know it, and the number of its free circles."""

    sums: Array
    codes: Array
    free_count: Array
    free: int


class KnappDanebenPlayer:
    """Plays Knapp Daneben! for points. Colours are numbers here, `own` is the player's."""

    def __init__(self, tables: Tables, search: Search) -> None:
        self.tables = tables
        self.search = search
        self.levels = tuple(Scratch.empty() for _ in range(LEVELS))
        self.out = np.zeros((len(CELLS), len(SUMS)))

    def position(self, sheet: Grid, own: int) -> Position:
        """A sheet as kernels know it."""
        sums, codes = np.zeros(len(CELLS), np.int64), np.zeros(len(BOX_LINES), np.int64)
        free_count = np.zeros(len(COLOURS), np.int64)
        blank(self.tables, own, sums, codes, free_count)
        for cell, number in enumerate(sheet):
            if number:
                put(self.tables, own, sums, codes, free_count, cell, SUMS.index(number))
        return Position(sums, codes, free_count, sheet.count(0))

    def values(self, sheet: Grid, own: int, dice: tuple[int, ...]) -> dict[tuple[int, int], float]:
        """What it is worth to write a number in a cell, by (cell, number), of the entries worth considering."""
        at, faces = self.position(sheet, own), np.array(dice) - 1
        value_entries(
            self.tables, self.search, self.levels, own, at.sums, at.codes, at.free_count, at.free, faces, self.out
        )
        looked_into = zip(*np.nonzero(self.out > IMPOSSIBLE), strict=True)
        return {(int(cell), SUMS[total]): float(self.out[cell, total]) for cell, total in looked_into}

    def play(self, seed: int, games: int, own: int = 0) -> tuple[Array, Array]:
        """The scores of so many games played alone, and how lucky the rolls of each were (see `play`)."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        play(self.tables, self.search, self.levels, generator(seed), own, scores, luck)
        return scores, luck
