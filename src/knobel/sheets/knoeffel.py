"""The sheets of Knöffel in the terminal."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from knobel.display_text import shorten
from knobel.sheets.drawing import GOOD, PRINTED, Drawing, title
from knobel.sheets.fields import MAX_HEADER_LENGTH, Line, field_text, field_words, fields_tables


def sheets(drawing: Drawing) -> RenderableType:
    """Return the sheets side by side."""
    filled = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}
    columns = [(seat, i, column) for seat, sheet in filled.items() for i, column in enumerate(sheet["columns"], 1)]
    lines: list[Line] = []

    def add(label: str, cell: Callable[[Mapping[str, Any]], str]) -> None:
        lines.append(Line("", label, [Text(cell(column), PRINTED) for _, _, column in columns], ends_section=True))

    for name in columns[0][2]["fields"]:
        cells = [field_text(drawing, seat, f"{name}.{i}", column["fields"][name]) for seat, i, column in columns]
        lines.append(Line(name, field_words(drawing, name), cells))
        if name == "6s":
            bonus_from = drawing.game.info(drawing.view)["bonus_from"]
            label = drawing.words("upper sum, bonus from {n}", n=bonus_from)
            add(label, lambda column: f"{column['upper']} {column['bonus']:+}")
    if drawing.game.info(drawing.view)["free_roll_values"]:
        add(drawing.words("free rolls used, points"), free_rolls)
    if columns[0][2]["joker_points"] is not None:
        add(drawing.words("jokers"), lambda column: f"{column['joker_points']:+}")
    lines.append(Line("", drawing.words("total"), [Text(str(column["total"]), GOOD) for _, _, column in columns]))
    headers = [f"{shorten(drawing.names[seat], MAX_HEADER_LENGTH - 3)} .{i}" for seat, i, _ in columns]
    totals = " · ".join(title(drawing, seat, sheet) for seat, sheet in filled.items())
    return Group(fields_tables(drawing, headers, lines), Text(totals, "italic"))


def free_rolls(column: Mapping[str, Any]) -> str:
    """Return the free rolls used in a column and the points of its field; empty if it has none."""
    return "" if column["free_rolls_used"] is None else f"{column['free_rolls_used']} {column['free_roll_points']:+}"
