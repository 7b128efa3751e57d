"""Play of Knaster that looks ahead on learned values: for points."""

from typing import NamedTuple

import numpy as np

from knobel.arrays import Array
from knobel.arrays.grid import SUMS
from knobel.games.grid import CELL, CELLS, LINES
from knobel.games.knaster import Sheet
from knobel.kernels.knaster_search import build, foresee, look, moves, play, work_off_next
from knobel.kernels.knaster_values import ALONE, SHEET
from knobel.kernels.random import generator
from knobel.solve.knaster import Scratch, Tables

BEAM = 12
"""How many ways of working off lines are kept."""
NEAR = 2
"""Only seats with at most so many free cells more than the fewest can end the game soon."""
NEAREST = 8
"""Of those at most so many are looked at."""


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


class Search(NamedTuple):
    """How far to look: `widths[d]` for looking d + 1 rolls ahead says how many moves are looked into now, after one
    roll, after two, ..."""

    widths: tuple[tuple[int, ...], ...] = ()


QUICK = Search()
STRONG = Search(((20,),))
MASTER = Search(((30,), (8, 3)))


def widths(search: Search) -> Array:
    """The widths as kernels want them: after the first, the last roll looked ahead comes first."""
    depth = max(len(search.widths), 1)
    result = np.zeros((len(search.widths), depth + 1), np.int64)
    for row, widths_ in zip(result, search.widths, strict=True):
        row[0] = widths_[0]
        row[2 : len(widths_) + 1] = widths_[:0:-1]
    return result


class KnasterPlayer:
    """Plays Knaster for points on learned values."""

    def __init__(self, tables: Tables, search: Search) -> None:
        self.tables = tables
        self.scratch = Scratch.empty()
        self.space = Space.empty(max(len(search.widths), 1))
        self.widths = widths(search)

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
        """What each action of a seat is worth after a sum (2-12): points at once and to come."""
        own = self.sheet(sheets[seat])
        free = [sheet.grid.count(0) for other, sheet in enumerate(sheets) if other != seat]
        fewest = 0 if final else min(free, default=ALONE)
        rolled = total - SUMS[0]
        number: dict[int, str] = {}
        if sheets[seat].pending:
            count = self._work_off(sheets[seat], own, actions, fewest)
            number = dict(enumerate(actions))
        else:
            count = moves(self.tables, self.scratch, self.space, own, fewest, rolled)
            number = {CELL[a.removesuffix("o")] + len(CELLS) * a.endswith("o"): a for a in actions if a != "pass"}
            number[-1] = "pass"
        if not final:
            soon = np.full(len(SUMS) + 1, ALONE)
            if free:
                near = [s for i, s in enumerate(sheets) if i != seat and s.grid.count(0) <= fewest + NEAR][:NEAREST]
                others = np.array([self.sheet(other) for other in near])
                foresee(self.tables, self.scratch, others, fewest, rolled, soon, self.space.out[0, 0])
            look(self.tables, self.scratch, self.space, self.widths, soon, count)
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
        `kernels.knaster_search.play`) and the number of decisions."""
        scores, luck = np.zeros(games, np.int32), np.zeros(games)
        decisions = play(self.tables, self.scratch, self.space, self.widths, generator(seed), scores, luck)
        return scores, luck, int(decisions)
