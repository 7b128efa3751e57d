"""Filled sheets of Knapp Daneben!."""

from collections.abc import Iterator, Mapping
from typing import Any

from knobel.filled_sheets.lines import Line
from knobel.filled_sheets.reader import GridReader
from knobel.games.knapp_daneben import KnappDaneben


class Reader(GridReader[KnappDaneben]):
    def lines(self, sheet: Mapping[str, Any]) -> Iterator[Line]:
        for line, points in sheet["lines"].items():
            yield Line(line, points, str(sum(sheet["ticks"][line])), (points,))
        yield Line("numbers", sheet["numbers"], slips=(sheet["numbers"],))
