"""The sheets of Knister in the terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from knobel.sheets.drawing import PRINTED, WRITTEN, Drawing, points_text, title
from knobel.sheets.grid import COLUMNS, grid_table, hint_text


def sheets(drawing: Drawing) -> RenderableType:
    """Return the sheets one below the other."""
    return Group(*(draw_sheet(drawing, seat) for seat in drawing.seats))


def draw_sheet(drawing: Drawing, seat: int) -> RenderableType:
    """Return the grid with the points of rows and columns beside it and those of the diagonals in the corners."""
    sheet = drawing.game.sheet(drawing.view, seat)
    lines = sheet["lines"]
    table = grid_table(drawing, title(drawing, seat, sheet))
    table.add_column(Text.assemble("/ ", points_text(lines["anti"])), justify="right")
    for r, numbers in enumerate(sheet["grid"], 1):
        cells = [
            Text(str(number), WRITTEN) if number else hint_text(drawing, seat, f"{column}{r}")
            for column, number in zip(COLUMNS, numbers, strict=True)
        ]
        table.add_row(Text(str(r), PRINTED), *cells, points_text(lines[f"row{r}"]))
    columns = (points_text(lines[f"col{c}"]) for c in range(1, 6))
    table.add_row("", *columns, Text.assemble("\\ ", points_text(lines["diag"])))
    return table
