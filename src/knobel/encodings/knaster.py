"""The encoding of Knaster: 351 actions."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from knobel.encodings.encoding import Field
from knobel.encodings.rounds import RoundsEncoding
from knobel.games.grid import CELLS, LINES, SIZE
from knobel.games.knaster import Sheet, circles_due
from knobel.games.simultaneous import Rounds

MAX_CIRCLES_PER_LINE = 3
"""The maximum number of circles that a line earns."""


class KnasterEncoding(RoundsEncoding):
    """Actions: enter in each cell, circle each cell, each way to circle one to three cells of each line, and pass."""

    def all_actions(self) -> Sequence[str]:
        in_lines = [
            f"{line}:{','.join(CELLS[cell] for cell in circled)}"
            for line, cells in LINES.items()
            for count in range(1, MAX_CIRCLES_PER_LINE + 1)
            for circled in combinations(sorted(cells), count)
        ]
        return (*CELLS, *(f"{cell}o" for cell in CELLS), *in_lines, "pass")

    def all_fields(self) -> Sequence[Field]:
        return (
            *super().all_fields(),
            Field("circled", (self.seats, SIZE, SIZE), 0, 1, "1 for the circled cells of each sheet"),
            Field(
                "due",
                (self.seats, len(LINES)),
                0,
                MAX_CIRCLES_PER_LINE,
                "the number of circles due in each line: " + ", ".join(LINES),
            ),
        )

    def values(self, view: Rounds[Sheet], order: Sequence[int]) -> Mapping[str, Any]:
        sheets = [view.sheets[seat] for seat in order]
        return {
            **super().values(view, order),
            "circled": [[cell in sheet.circled for cell in range(len(CELLS))] for sheet in sheets],
            "due": [[circles_due(sheet, line) if line in sheet.pending else 0 for line in LINES] for sheet in sheets],
        }

    def grid(self, sheet: Sheet) -> tuple[int, ...]:
        return sheet.grid


encoding = KnasterEncoding
