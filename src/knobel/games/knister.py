"""Knister: each player enters the sum of two dice in their own 5x5 grid; twelve lines score.

An action is the cell to enter the sum in: `c3`.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from knobel.core import Illegal, Preview, Reason
from knobel.games.grid import CELL, CELLS, EMPTY, LINES, LINES_AT, Grid, numbers, rows
from knobel.games.simultaneous import Rounds, Simultaneous
from knobel.games.tuples import put

ROUNDS = 25


@lru_cache(maxsize=4096)
def combination(line: tuple[int, ...]) -> str | None:
    """Return the most specific combination of five numbers; None if there is none."""
    counts = sorted(Counter(line).values(), reverse=True)
    match counts:
        case [5]:
            return "five"
        case [4, 1]:
            return "four"
        case [3, 2]:
            return "full_house"
        case [3, *_]:
            return "three"
        case [2, 2, 1]:
            return "two_pairs"
        case [2, *_]:
            return "pair"
    if max(line) - min(line) == 4:
        return "straight_with_7" if 7 in line else "straight_without_7"
    return None


POINTS: dict[str | None, int] = {
    "pair": 1,
    "two_pairs": 3,
    "three": 3,
    "four": 6,
    "full_house": 8,
    "straight_with_7": 8,
    "straight_without_7": 12,
    "five": 10,
    None: 0,
}
DIAGONAL_FACTOR = 2


def points_of(values: tuple[int, ...], line: str) -> int:
    """Return the points of a full line with these numbers."""
    return POINTS[combination(values)] * (DIAGONAL_FACTOR if line in ("diag", "anti") else 1)


def line_points(grid: Grid, line: str) -> int | None:
    """Return the points of a line; None while it is not full."""
    values = numbers(grid, line)
    return None if 0 in values else points_of(values, line)


def _shown(grid: Grid, line: str) -> str | None:
    """Return the combination of a line; None if it has none or is not full."""
    values = numbers(grid, line)
    return None if 0 in values else combination(values)


class Knister(Simultaneous[Grid]):
    """The rules of Knister. A sheet is a grid."""

    name = "knister"
    titles: ClassVar[Mapping[str, str]] = {"de": "Knister", "en": "Knister", "it": "Knister"}
    seats_alike = True
    dice_count = 2
    bands: ClassVar[tuple[tuple[int, str], ...]] = ((50, "good"), (80, "super"), (100, "spectacular"))

    def blank(self) -> Grid:
        return EMPTY

    def entries(self, sheet: Grid, seat: int, state: Rounds[Grid]) -> tuple[str, ...]:
        return tuple(name for name, number in zip(CELLS, sheet, strict=True) if not number)

    def refuse(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Illegal:
        if action in CELL:
            return Illegal(Reason.CELL_TAKEN, f"{action} already holds a {sheet[CELL[action]]}")
        return Illegal(Reason.UNKNOWN_ACTION, f"{action!r} is no cell: a1 to e5")

    def enter(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Grid:
        return put(sheet, CELL[action], sum(state.dice))

    def last_roll_comes(self, sheets: tuple[Grid, ...]) -> bool:
        return sheets[0].count(0) == 1

    def total(self, sheet: Grid) -> int:
        return sum(line_points(sheet, line) or 0 for line in LINES)

    def effects(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Preview:
        after = self.enter(sheet, seat, action, state)
        # The cell was empty, so the lines through it scored nothing before.
        return Preview(sum(line_points(after, line) or 0 for line in LINES_AT[CELL[action]]), writes=sum(state.dice))

    def previews(self, state: Rounds[Grid], seat: int) -> dict[str, Preview]:
        gains, number = dict.fromkeys(self.legal(state, seat), 0), sum(state.dice)
        if gains:
            sheet = state.sheets[seat]
            for line, cells in LINES.items():
                values = numbers(sheet, line)
                # An entry scores only in lines that it fills.
                if values.count(0) == 1:
                    empty = values.index(0)
                    gains[CELLS[cells[empty]]] += points_of(put(values, empty, number), line)
        return {action: Preview(gain, writes=number) for action, gain in gains.items()}

    def describe(self, sheet: Grid, seat: int) -> Mapping[str, Any]:
        points = {line: line_points(sheet, line) for line in LINES}
        return {
            "grid": rows(sheet),
            "lines": points,
            "combinations": {line: _shown(sheet, line) for line in LINES},
            "total": sum(filter(None, points.values())),
        }

    def info(self, state: Rounds[Grid]) -> Mapping[str, Any]:
        return {**super().info(state), "rounds": ROUNDS}
