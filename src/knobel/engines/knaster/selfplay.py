"""Play of Knaster that looks ahead on learned values, for points or to win."""

from typing import NamedTuple

import numpy as np

from knobel.engines.knaster.learn import MOST_ROUNDS, Scratch, Tables
from knobel.engines.knaster.search import build, moves, play, work_off_next
from knobel.engines.knaster.sheet import FREE, SHEET
from knobel.engines.knaster.values import ALONE
from knobel.engines.knaster.winning import consider, duel
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELL, CELLS, LINES
from knobel.games.knaster import Sheet

BEAM = 12
"""How many ways of working off lines are kept."""
NEAREST = 8
"""At most so many other sheets are looked at: those ahead, and the one with the fewest free cells."""


FUTURES = 36 * 16
"""How many ways the dice can fall are known for playing on."""


class Space(NamedTuple):
    """Space for a search: the moves found, as the sheets after them with points at once, value and the move; what comes
    of working off lines; and sheets and values for each roll looked ahead."""

    sheets: Array
    gain: Array
    value: Array
    rank: Array
    move: Array
    branch: Array
    branch_mask: Array
    branch_pending: Array
    branch_gain: Array
    branch_value: Array
    before: Array
    before_pending: Array
    before_gain: Array
    out: Array
    ahead: Array
    deepest: Array
    own: Array

    @classmethod
    def empty(cls, depth: int) -> "Space":
        most = 2 * len(CELLS) * BEAM
        return cls(
            sheets=np.zeros((most, SHEET), np.int64),
            gain=np.zeros(most, np.int64),
            value=np.zeros(most),
            rank=np.zeros(most),
            move=np.zeros(most, np.int64),
            branch=np.zeros((BEAM, SHEET), np.int64),
            branch_mask=np.zeros(BEAM, np.int64),
            branch_pending=np.zeros(BEAM, np.int64),
            branch_gain=np.zeros(BEAM, np.int64),
            branch_value=np.zeros(BEAM),
            before=np.zeros((BEAM, SHEET), np.int64),
            before_pending=np.zeros(BEAM, np.int64),
            before_gain=np.zeros(BEAM, np.int64),
            out=np.zeros((depth + 1, len(SUMS), 2 * len(CELLS)), np.float32),
            ahead=np.zeros((depth + 1, SHEET), np.int64),
            deepest=np.zeros(1, np.int64),
            own=np.zeros(SHEET, np.int64),
        )


class Table(NamedTuple):
    """Space for looking at the other sheets: how many cells are free soon and values of moves; by seat sheets, also
    those of games played on, and free cells; `futures` (games, rounds), the sum indices that fall in games played on,
    and what is won in each.
    """

    soon: Array
    out: Array
    sheets: Array
    others: Array
    next: Array
    run: Array
    free: Array
    futures: Array
    won: Array

    @classmethod
    def empty(cls) -> "Table":
        seats = NEAREST + 1
        return cls(
            soon=np.zeros(len(SUMS) + 1, np.int64),
            out=np.zeros(2 * len(CELLS), np.float32),
            sheets=np.zeros((seats, SHEET), np.int64),
            others=np.zeros((seats, SHEET), np.int64),
            next=np.zeros((seats, SHEET), np.int64),
            run=np.zeros((seats, SHEET), np.int64),
            free=np.zeros(seats, np.int64),
            futures=futures(),
            won=np.zeros(FUTURES),
        )


def futures() -> Array:
    """`futures` of `Table`, always the same. The first roll takes each of its values equally often."""
    rolls = grid().rolls
    result = np.random.default_rng(0).choice(rolls, (FUTURES, MOST_ROUNDS))
    result[:, 0] = np.resize(rolls, FUTURES)
    return result


class Search(NamedTuple):
    """How far to look: `widths[d]` for looking d + 1 rolls ahead says how many moves are looked into now, after one
    roll, after two, ...; `win` is how many moves are compared by the chance to win."""

    widths: tuple[tuple[int, ...], ...] = ()
    win: int = 8


QUICK = Search()
STRONG = Search(((20,),), 12)
MASTER = Search(((20,), (6, 3)), 12)
DEEPER = Search(((20,), (6, 3), (4, 3, 2)))
"""Looks one roll further than the master: to see what that would add."""


def widths(search: Search) -> Array:
    """The widths as kernels want them: after the first, the last roll looked ahead comes first."""
    depth = max(len(search.widths), 1)
    result = np.zeros((len(search.widths), depth + 1), np.int64)
    for row, widths_ in zip(result, search.widths, strict=True):
        row[0] = widths_[0]
        row[2 : len(widths_) + 1] = widths_[:0:-1]
    return result


class KnasterPlayer:
    """Plays Knaster on learned values: for points, or for the chance to `win` where there are other seats."""

    def __init__(self, tables: Tables, search: Search, *, win: bool = False) -> None:
        self.tables = tables
        self.scratch = Scratch.empty()
        self.space = Space.empty(max(len(search.widths), 1))
        self.table = Table.empty()
        self.widths = widths(search)
        self.win = search.win if win else 0

    def sheet(self, sheet: Sheet) -> Array:
        """A sheet as kernels know it."""
        result = np.zeros(SHEET, np.int64)
        numbers = np.array([number - SUMS[0] if number else -1 for number in sheet.grid])
        circled = np.array([cell in sheet.circled for cell in range(len(CELLS))])
        build(self.tables, numbers, circled, result)
        return result

    def values(
        self, sheets: tuple[Sheet, ...], seat: int, total: int, actions: tuple[str, ...], *, final: bool
    ) -> dict[str, float]:
        """What each action of a seat is worth after a sum (2-12): points at once and to come, or the chance to win.

        The other sheets are as this round opened. `final`: whether it is the last.
        """
        own, others = self.sheet(sheets[seat]), [sheet for i, sheet in enumerate(sheets) if i != seat]
        fewest = 0 if final else min((sheet.grid.count(0) for sheet in others), default=ALONE)
        others.sort(key=lambda sheet: (sheet.grid.count(0) != fewest, -len(sheet.circled)))
        others_now = np.array([self.sheet(other) for other in others[:NEAREST]], np.int64).reshape(-1, SHEET)
        rolled = total - SUMS[0]
        if sheets[seat].pending:
            number = dict(enumerate(actions))
            count = self._work_off(sheets[seat], own, actions, fewest)
        else:
            number = {CELL[a.removesuffix("o")] + len(CELLS) * a.endswith("o"): a for a in actions if a != "pass"}
            number[-1] = "pass"
            count = moves(self.tables, self.scratch, self.space, own, fewest, rolled)
        free = int(own[FREE]) + bool(sheets[seat].pending)
        consider(
            self.tables,
            self.scratch,
            self.space,
            self.table,
            self.widths,
            others_now,
            free,
            fewest,
            rolled,
            count,
            self.win,
        )
        result: dict[str, float] = {}
        for move, value in zip(self.space.move[:count].tolist(), self.space.value[:count].tolist(), strict=True):
            action = number[move]
            result[action] = max(value, result.get(action, value))
        return result

    def _work_off(self, sheet: Sheet, own: Array, actions: tuple[str, ...], fewest: int) -> int:
        """List what comes of each way to work off a line; returns how many."""
        lines = list(LINES)
        count = 0
        for i, action in enumerate(actions):
            line, _, cells = action.partition(":")
            circles = np.array([CELL[cell] for cell in cells.split(",")])
            rest = sum(1 << lines.index(other) for other in sheet.pending if other != line)
            count = work_off_next(self.tables, self.scratch, self.space, own, circles, rest, fewest, count, i)
        return count

    def play(self, seed: int, games: int) -> tuple[Array, Array, int]:
        """The scores of so many games played alone, how lucky the rolls of each were (see
        `engines.knaster.search.play`) and the number of decisions."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        decisions = play(self.tables, self.scratch, self.space, self.widths, generator(seed), scores, luck)
        return scores, luck, int(decisions)

    def duel(self, seed: int, games: int, wins: tuple[int, ...]) -> Array:
        """The scores (games, seats) of games at a table on the same dice; `wins` says how many moves each seat compares
        by the chance to win, 0 for a seat that plays for points."""
        scores = np.zeros((games, len(wins)), np.int32)
        duel(
            self.tables,
            self.scratch,
            self.space,
            self.table,
            self.widths,
            generator(seed),
            np.array(wins),
            scores,
        )
        return scores
