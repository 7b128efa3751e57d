"""Filled sheets of Knister. All players enter the same sums, so their sheets hold the same numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median_low
from typing import Any

from knobel.filled_sheets.contents import Contents, ContradictionKind
from knobel.filled_sheets.lines import Line
from knobel.filled_sheets.reader import GridReader
from knobel.games.grid import DIAGONALS, SUMS, Grid
from knobel.games.knister import DIAGONAL_FACTOR, Knister


class Reader(GridReader[Knister]):
    def lines(self, sheet: Mapping[str, Any]) -> Iterator[Line]:
        for line, points in sheet["lines"].items():
            if points is not None:
                slips = (points, points // DIAGONAL_FACTOR) if line in DIAGONALS else (points,)
                yield Line(line, points, sheet["combinations"][line] or "", slips)

    def compare(self, sheets: Sequence[Grid], contents: Sequence[Contents]) -> None:
        full = [(Counter(grid), each) for grid, each in zip(sheets, contents, strict=True) if 0 not in grid]
        for counts, each in full if len(full) > 1 else ():
            others = [other for other, its in full if its is not each]
            # A single sheet with other numbers does not change the middle of the counts.
            usual = Counter({n: median_low([counts[n], *(other[n] for other in others)]) for n in SUMS})
            expected = others[0] if len(others) == 1 else usual
            missing = [*(expected - counts)]
            for number in counts - expected:
                each.contradict("", ContradictionKind.OTHER_NUMBERS, str(number), missing)
