"""Lines of Knapp Daneben!: `knobel.engines.knapp_daneben.values` explains the value of a sheet."""

from typing import Any

from knobel.coach.line_values import LineValues
from knobel.games.grid import CELLS, LINES, SIZE, SUMS, Grid
from knobel.games.knapp_daneben import BOX_LINES


def value_lines(engine: Any, view: Any, seat: int) -> LineValues:
    """Return the contribution of each row and column to the points of a seat's boxes and the points still to come."""
    tables, _ = engine.trained
    numbers, own = view.sheets[seat], engine.colours[seat]
    codes = line_codes(tables, numbers, own)
    stage = tables.stage[len(CELLS) - numbers.count(0)]
    weights, cell_weights = tables.line_values[stage], tables.cell_values[stage]
    values = [float(tables.line_points[code]) + float(weights[tables.line_slot[code]]) for code in codes]
    half = len(cell_weights) // 2
    for cell, number in enumerate(numbers):
        if number:
            continue
        row, column = divmod(cell, SIZE)
        across, down = tables.axis[column][codes[row]], tables.axis[row][codes[SIZE + column]]
        slot = int(tables.cell_slot[across][down])
        part = float(cell_weights[slot + half if tables.colour[cell] == own else slot]) / 2
        values[row] += part
        values[SIZE + column] += part
    assert tuple(BOX_LINES) == tuple(LINES)[: len(codes)], "rows come before columns"
    return dict(zip(BOX_LINES, values, strict=True))


def line_codes(tables: Any, numbers: Grid, own: int) -> list[int]:
    """Return the codes of the rows and columns of a sheet of a colour, as the kernel `fill_sheet` computes them."""
    codes = [0] * (2 * SIZE)
    for cell, number in enumerate(numbers):
        row, column = divmod(cell, SIZE)
        kind = number - SUMS[0] if number else len(SUMS) + int(tables.colour[cell] != own)
        codes[row] += kind * int(tables.power[column])
        codes[SIZE + column] += kind * int(tables.power[row])
    return codes
