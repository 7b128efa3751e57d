"""Knaster: each player enters the sum of two dice in their own 5x5 grid, or circles a cell that holds it.

Actions: `c3` enters the sum in c3; `c3o` circles c3; `row3:a3,d3` works off the completed line row3 by circling a3
and d3; `pass`, only in the last round and only if nothing else is possible. Lines are named `row1`-`row5`,
`col1`-`col5`, `diag` (a1-e5) and `anti` (e1-a5).
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

from knobel.core import Illegal, Preview, Reason
from knobel.games.grid import CELL, CELLS, EMPTY, LINES, LINES_AT, Grid, numbers, rows
from knobel.games.simultaneous import Rounds, Simultaneous
from knobel.games.tuples import put

LINE_POINTS = (
    {f"row{i}": 10 - i for i in range(1, 6)} | {f"col{i}": 10 - i for i in range(1, 6)} | {"diag": 10, "anti": 10}
)
"""Points of a line with all five cells circled."""
ORDERED_CELLS = {line: tuple(sorted(cells)) for line, cells in LINES.items()}
CELLS_OF = {line: frozenset(cells) for line, cells in LINES.items()}
ACTION = re.compile(
    r"pass|(?P<cell>[a-e][1-5])(?P<circle>o?)"
    r"|(?P<line>row[1-5]|col[1-5]|diag|anti):(?P<cells>[a-e][1-5](,[a-e][1-5])*)"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid, its circled cells, and the completed lines that are still to be worked off."""

    grid: Grid = EMPTY
    circled: frozenset[int] = frozenset()
    pending: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def circles_earned(line: tuple[int, ...]) -> int:
    """Return the number of circles that a completed line of five numbers earns."""
    counts = sorted(Counter(line).values(), reverse=True)
    match counts:
        case [5]:
            return 3
        case [4, 1] | [3, 2]:
            return 2
        case [3, 1, 1] | [2, 2, 1]:
            return 1
        case [1, 1, 1, 1, 1] if max(line) - min(line) == 4:
            return 3
    return 0


def free_cells(sheet: Sheet, line: str) -> tuple[int, ...]:
    """Return the cells of a line that are not circled."""
    return tuple(cell for cell in ORDERED_CELLS[line] if cell not in sheet.circled)


def is_circled(sheet: Sheet, line: str) -> bool:
    """True if all cells of a line are circled."""
    return sheet.circled >= CELLS_OF[line]


def circles_due(sheet: Sheet, line: str) -> int:
    """Return the number of circles to place in a completed line: those it earns, at most its free cells."""
    return min(circles_earned(numbers(sheet.grid, line)), len(free_cells(sheet, line)))


def settle(sheet: Sheet) -> Sheet:
    """Drop the pending lines in which no circle is due."""
    return Sheet(sheet.grid, sheet.circled, tuple(line for line in sheet.pending if circles_due(sheet, line)))


def write(sheet: Sheet, cell: int, number: int) -> Sheet:
    """Enter a number; the lines that it completes become pending."""
    grid = put(sheet.grid, cell, number)
    complete = tuple(line for line in LINES_AT[cell] if 0 not in numbers(grid, line))
    written = Sheet(grid, sheet.circled, complete)
    return settle(written) if complete else written


class Knaster(Simultaneous[Sheet]):
    """The rules of Knaster."""

    name = "knaster"
    titles: ClassVar[Mapping[str, str]] = {"de": "Knaster", "en": "Knaster", "it": "Knaster"}
    seats_alike = True
    dice_count = 2
    bands: ClassVar[tuple[tuple[int, str], ...]] = ((50, "good"), (80, "brilliant"), (100, "spectacular"))

    def blank(self) -> Sheet:
        return Sheet()

    def entries(self, sheet: Sheet, seat: int, state: Rounds[Sheet]) -> tuple[str, ...]:
        if sheet.pending:
            return tuple(
                f"{line}:{','.join(CELLS[cell] for cell in cells)}"
                for line in sheet.pending
                for cells in combinations(free_cells(sheet, line), circles_due(sheet, line))
            )
        number = sum(state.dice)
        enter = tuple(CELLS[cell] for cell, value in enumerate(sheet.grid) if not value)
        circle = tuple(
            f"{CELLS[cell]}o" for cell, value in enumerate(sheet.grid) if value == number and cell not in sheet.circled
        )
        # Before the last roll a cell is always free: a full grid makes the next roll the last one.
        return enter + circle or ("pass",)

    def refuse(self, sheet: Sheet, seat: int, action: str, state: Rounds[Sheet]) -> Illegal:
        match = ACTION.fullmatch(action)
        if match is None:
            return Illegal(
                Reason.UNKNOWN_ACTION, f"{action!r} is no action: c3 enters, c3o circles, row3:a3,b3 circles in a line"
            )
        if match["line"]:
            return self._refuse_line(sheet, match["line"], match["cells"].split(","))
        # What holds until the end of the game is said before what will pass.
        name, cell = match["cell"], CELL.get(match["cell"])
        if cell is not None and match["circle"] and cell in sheet.circled:
            return Illegal(Reason.CELL_CIRCLED, f"{name} is already circled")
        if cell is not None and not match["circle"] and sheet.grid[cell]:
            return Illegal(Reason.CELL_TAKEN, f"{name} already holds a {sheet.grid[cell]}")
        if sheet.pending:
            return Illegal(Reason.CIRCLES_FIRST, f"first circle cells in the completed lines: {self._due(sheet)}")
        if cell is None:
            return Illegal(Reason.PASS_NOT_YET, "passing is allowed only when nothing can be entered or circled")
        if not sheet.grid[cell]:
            return Illegal(Reason.CELL_EMPTY, f"{name} is empty: only a number can be circled")
        return Illegal(Reason.CELL_OTHER_NUMBER, f"{name} holds a {sheet.grid[cell]}, the dice show {sum(state.dice)}")

    def _refuse_line(self, sheet: Sheet, line: str, names: list[str]) -> Illegal:
        """Return why these cells cannot be circled in a line now."""
        if line not in sheet.pending:
            due = f", but: {self._due(sheet)}" if sheet.pending else ""
            return Illegal(Reason.LINE_OTHER, f"{line} is not to be worked off now{due}")
        for name in names:
            if CELL[name] in sheet.circled:
                return Illegal(Reason.CELL_CIRCLED, f"{name} is already circled")
        return Illegal(Reason.CIRCLES_OTHER, f"circle exactly {circles_due(sheet, line)} uncircled cells of {line}")

    @staticmethod
    def _due(sheet: Sheet) -> str:
        """Return the lines to be worked off, with the number of circles due in each."""
        return ", ".join(f"{line} ({circles_due(sheet, line)})" for line in sheet.pending)

    def enter(self, sheet: Sheet, seat: int, action: str, state: Rounds[Sheet]) -> Sheet:
        if action == "pass":
            return sheet
        line, colon, cells = action.partition(":")
        if colon:
            circled = sheet.circled | {CELL[name] for name in cells.split(",")}
            rest = tuple(other for other in sheet.pending if other != line)
            return settle(Sheet(sheet.grid, circled, rest))
        if action.endswith("o"):
            return Sheet(sheet.grid, sheet.circled | {CELL[action.removesuffix("o")]})
        return write(sheet, CELL[action], sum(state.dice))

    def busy(self, sheet: Sheet) -> bool:
        return bool(sheet.pending)

    def last_roll_comes(self, sheets: tuple[Sheet, ...]) -> bool:
        return any(0 not in sheet.grid for sheet in sheets)

    def total(self, sheet: Sheet) -> int:
        return len(sheet.circled) + sum(LINE_POINTS[line] for line in LINES if is_circled(sheet, line))

    def effects(self, sheet: Sheet, seat: int, action: str, state: Rounds[Sheet]) -> Preview:
        after = self.enter(sheet, seat, action, state)
        if action not in CELL:
            return Preview(self.total(after) - self.total(sheet))
        return Preview(0, writes=sum(state.dice), circles=sum(circles_due(after, line) for line in after.pending))

    def describe(self, sheet: Sheet, seat: int) -> Mapping[str, Any]:
        return {
            "grid": rows(sheet.grid),
            "circled": [CELLS[cell] for cell in sorted(sheet.circled)],
            "pending": {line: circles_due(sheet, line) for line in sheet.pending},
            "lines": {line: LINE_POINTS[line] if is_circled(sheet, line) else None for line in LINES},
            "line_worth": LINE_POINTS,
            "circles": len(sheet.circled),
            "total": self.total(sheet),
        }
