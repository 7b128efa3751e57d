"""Lines of Knapp Daneben!: `knobel.engines.knapp_daneben.values` explains the value of a sheet."""

from typing import Any

from knobel.coach.line_values import LineValues
from knobel.games.grid import CELLS, LINES, SIZE
from knobel.games.knapp_daneben import BOX_LINES


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each row and column to the points of a seat's boxes and the points still to come."""
    tables, _ = engine.trained
    sheet, numbers = engine.sheets(view, seat)[0], view.sheets[seat]
    codes = [int(code) for code in sheet["codes"]]
    stage = int(tables.stage[len(CELLS) - numbers.count(0)])
    values = [float(tables.line_points[code] + tables.line_values[stage, tables.line_slot[code]]) for code in codes]
    half = tables.cell_values.shape[1] // 2
    for cell, number in enumerate(numbers):
        if number:
            continue
        row, column = divmod(cell, SIZE)
        slot = int(tables.cell_slot[tables.axis[column, codes[row]], tables.axis[row, codes[SIZE + column]]])
        mine = tables.colour[cell] == engine.colours[seat]
        part = float(tables.cell_values[stage, slot + half if mine else slot]) / 2
        values[row] += part
        values[SIZE + column] += part
    assert tuple(BOX_LINES) == tuple(LINES)[: len(codes)], "rows come before columns"
    return dict(zip(BOX_LINES, values, strict=True))
