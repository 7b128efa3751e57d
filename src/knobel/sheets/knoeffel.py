"""Knöffel in the terminal."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from knobel.sheets.drawing import GOOD, PRINTED, Drawing, title
from knobel.sheets.fields import FIELD_NAMES, add_fields, field_text


def sheets(drawing: Drawing) -> RenderableType:
    """The sheets side by side."""
    filled = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}
    columns = [(seat, i, column) for seat, sheet in filled.items() for i, column in enumerate(sheet["columns"], 1)]
    table = drawing.table()
    add_fields(table)
    for seat, i, _ in columns:
        table.add_column(f"{drawing.names[seat]} .{i}", justify="right")

    def add(label: str, cell: Callable[[Mapping[str, Any]], str]) -> None:
        table.add_row("", label, *(Text(cell(column), PRINTED) for _, _, column in columns))

    for name in columns[0][2]["fields"]:
        cells = (field_text(drawing, seat, f"{name}.{i}", column["fields"][name]) for seat, i, column in columns)
        table.add_row(name, FIELD_NAMES.get(name, name), *cells)
        if name == "6s":
            bonus_from = drawing.game.info(drawing.view)["bonus_from"]
            add(f"upper sum, bonus from {bonus_from}", lambda column: f"{column['upper']} {column['bonus']:+}")
            table.add_section()
    add("free rolls used, points", lambda column: f"{column['free_rolls_used']} {column['free_roll_points']:+}")
    table.add_section()
    table.add_row("", "total", *(Text(str(column["total"]), GOOD) for _, _, column in columns))
    totals = " · ".join(title(drawing, seat, sheet) for seat, sheet in filled.items())
    return Group(table, Text(totals, "italic"))
