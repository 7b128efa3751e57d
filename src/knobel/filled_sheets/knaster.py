"""Filled sheets of Knaster."""

from collections.abc import Iterator, Mapping
from typing import Any

from knobel.filled_sheets.contents import Contents
from knobel.filled_sheets.lines import Line
from knobel.filled_sheets.reader import RoundsReader
from knobel.games.grid import CELLS, SUMS
from knobel.games.knaster import Knaster, Sheet


class Reader(RoundsReader[Knaster, Sheet]):
    def read(self, contents: Contents) -> Sheet:
        texts = {cell: contents.text(cell) for cell in CELLS}
        grid = tuple(contents.checked(cell, text.removesuffix("o"), SUMS) or 0 for cell, text in texts.items())
        circled = (i for i, text in enumerate(texts.values()) if text.endswith("o"))
        return Sheet(grid, frozenset(i for i in circled if grid[i]))

    def lines(self, sheet: Mapping[str, Any]) -> Iterator[Line]:
        for line, points in sheet["lines"].items():
            if points is not None:
                yield Line(line, points, slips=(points,))
        yield Line("circles", sheet["circles"], str(sheet["circles"]))
