"""Lines of Knister: `knobel.engines.knister.values` explains the value of a sheet."""

from typing import Any

from knobel.coach.line_values import LineValues
from knobel.engines.knister.values import pair_index
from knobel.engines.shared.grid import OPEN_MULTISETS
from knobel.games.grid import CELLS, LINES

_pair_index: Any = pair_index
"""The kernel, of which Python uses the source."""


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each line to the points on a seat's sheet and the points still to come."""
    tables = engine.tables
    crossings, mirror, rows = tables.crossings, tables.grid.mirror, tables.pair_rows
    sheet = engine.sheets(view.sheets[seat])[0]
    held, left = sheet["lines"].tolist(), int(sheet["left"])
    filled = len(CELLS) - left
    turned = [int(mirror[i]) for i in held]
    values = [
        float(tables.line_values[filled, crossings.line_kind[line], min(i, turned[line])])
        if i < OPEN_MULTISETS
        else float(tables.points[line, i])
        for line, i in enumerate(held)
    ]
    kinds = len(crossings.symmetric)
    for cell in sheet["free"][:left].tolist():
        for p in range(crossings.pairs[cell]):
            a, b, kind = (int(each[cell, p]) for each in (crossings.first, crossings.second, crossings.kind))
            first_row = (int(tables.stage[filled]) * kinds + kind) * OPEN_MULTISETS
            symmetric = crossings.symmetric[kind]
            at = _pair_index.py_func(rows, first_row, symmetric, held[a], held[b], turned[a], turned[b])
            part = float(tables.scale * tables.pair_values[at]) / 2
            values[a] += part
            values[b] += part
    return dict(zip(LINES, values, strict=True))
