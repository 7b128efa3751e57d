"""Kniffeliger in the terminal."""

from rich.console import RenderableType
from rich.text import Text

from knobel.sheets.drawing import GOOD, Drawing
from knobel.sheets.fields import FIELD_NAMES, add_fields, field_text


def sheets(drawing: Drawing) -> RenderableType:
    """The sheets side by side, with what is frozen or crossed out, and everybody's action dice."""
    held = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}
    table = drawing.table()
    add_fields(table)
    for seat in held:
        table.add_column(f"{seat} {drawing.names[seat]}", justify="right")

    def cell(seat: int, row: str) -> Text:
        sheet = held[seat]
        if row in sheet["crossed"]:
            return Text("crossed", "red")
        if row in sheet["frozen"]:
            return Text("frozen", "cyan")
        return field_text(drawing, seat, row, sheet["rows"][row])

    first = next(iter(held.values()))
    for row in first["rows"]:
        table.add_row(row, FIELD_NAMES.get(row, row), *(cell(seat, row) for seat in held))
    table.add_section()
    table.add_row("", "total", *(Text(str(sheet["total"]), GOOD) for sheet in held.values()))
    for die in first["action_dice"]:
        counts = ((sheet["action_dice"][die], sheet["action_dice_next_round"][die]) for sheet in held.values())
        cells = [Text(str(now or "") + (f" ({later} next)" if later else "")) for now, later in counts]
        if any(cells):
            table.add_row("", f"die: {die}", *cells)
    return table
