"""Playing Knapp Daneben! on learned values and search."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.arrays import knapp_daneben
from knobel.engines.knapp_daneben.learn import Scratch, Spread, Tables
from knobel.engines.knapp_daneben.search import IMPOSSIBLE, play, value_entries
from knobel.engines.knapp_daneben.values import blank, put
from knobel.engines.knapp_daneben.winning import value_chances
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS, Grid
from knobel.games.knapp_daneben import BOX_LINES, COLOURS

LEVELS = 4
"""One more than the most rolls that a search looks ahead."""
ROLLS = 256
"""So many rolls stand for all where the next one is looked into."""
LAST_ROUNDS = 2
"""With so few free circles nothing is unknown after the next roll: all are looked into."""
PREFERENCE = 1e-6
"""What a point is worth beside the chance to win: who has won or lost already plays on for points."""


class Search(NamedTuple):
    """How hard to search. So many of the best entries are looked into one roll ahead, of these so many two rolls, and
    so on: `widths`. `circles` and `margin` narrow what is looked into after a coming roll, see
    `engines.knapp_daneben.search.expected`. With at most `exact` (up to 4) free circles play is exact.
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
THEIRS = search(4, exact=3)
"""How others are taken to search."""
MASTER = search(12, 5, margin=3.0, exact=4)


class Position(NamedTuple):
    """A sheet as kernels know it, the number of its free circles, and the points on it."""

    sums: Array
    codes: Array
    free_count: Array
    free: int
    points: int


@cache
def some_rolls() -> Array:
    """Some of `Tables.rolls`."""
    rolls = knapp_daneben().rolls
    return read_only(rolls[np.random.default_rng(0).choice(len(rolls), ROLLS, replace=False)], np.int64)


class Others(NamedTuple):
    """The other sheets at a table as kernels know them, and scratch space; see `engines.knapp_daneben.winning`."""

    own: Array
    sums: Array
    codes: Array
    free_count: Array
    points: Array
    mean: Array
    after: Array
    deviation: Array


class KnappDanebenPlayer:
    """Values entries in Knapp Daneben!. Colours are numbers here, `own` is the player's."""

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
        points = 0
        for cell, number in enumerate(sheet):
            if number:
                points += put(self.tables, own, sums, codes, free_count, cell, SUMS.index(number))
        return Position(sums, codes, free_count, sheet.count(0), points)

    def values(self, sheet: Grid, own: int, dice: tuple[int, ...]) -> dict[tuple[int, int], float]:
        """What it is worth to write a number in a cell, by (cell, number), of the entries worth considering."""
        at, faces = self.position(sheet, own), np.array(dice) - 1
        value_entries(self.tables, self.search, self.levels, own, *at[:4], faces, self.out)
        looked_into = zip(*np.nonzero(self.out > IMPOSSIBLE), strict=True)
        return {(int(cell), SUMS[total]): float(self.out[cell, total]) for cell, total in looked_into}

    def chances(
        self, sheet: Grid, own: int, dice: tuple[int, ...], others: Sequence[tuple[Grid, int]], spread: Spread
    ) -> dict[tuple[int, int], float]:
        """The chance to win with an entry, as in `values`, against other sheets and the colours that own them.

        Chances that are equal are told apart by points.
        """
        values = self.values(sheet, own, dice)
        at, faces = self.position(sheet, own), np.array(dice) - 1
        theirs = [self.position(other, colour) for other, colour in others]
        rolls = self.tables.rolls if at.free <= LAST_ROUNDS else some_rolls()
        table = Others(
            own=np.array([colour for _, colour in others]),
            sums=np.array([other.sums for other in theirs]),
            codes=np.array([other.codes for other in theirs]),
            free_count=np.array([other.free_count for other in theirs]),
            points=np.array([other.points for other in theirs], np.float64),
            mean=np.zeros(len(others)),
            after=np.zeros((len(rolls), len(others))),
            deviation=np.zeros(len(others)),
        )
        value_chances(self.tables, spread, THEIRS, self.levels, table, rolls, own, at.points, *at[:4], faces, self.out)
        return {
            (cell, number): float(self.out[cell, SUMS.index(number)]) + PREFERENCE * value
            for (cell, number), value in values.items()
        }

    def play(self, seed: int, games: int, own: int = 0) -> tuple[Array, Array]:
        """The scores of so many games played alone, and how lucky the rolls of each were (see `play`)."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        play(self.tables, self.search, self.levels, generator(seed), own, scores, luck)
        return scores, luck
