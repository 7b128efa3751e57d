"""The 5x5 grid in the terminal."""

from rich.table import Table
from rich.text import Text

from knobel.sheets.drawing import HINT, PRINTED, Drawing

COLUMNS = "abcde"


def grid_table(drawing: Drawing, heading: str) -> Table:
    """Return an empty 5x5 grid with its coordinates and a column for the rows' points."""
    table = drawing.table(title=heading, title_justify="left", show_lines=True, header_style=PRINTED)
    table.add_column("")
    for column in COLUMNS:
        table.add_column(column, justify="center", min_width=4)
    return table


def hint_text(drawing: Drawing, seat: int, action: str) -> Text:
    """Return the mark of a free place, or the gain of an entry there if the seat is to move."""
    if mark := drawing.mark(seat, action):
        return Text(mark, HINT)
    preview = drawing.hints.get(action) if seat == drawing.mover else None
    if preview is None:
        return Text("")
    if preview.gain:
        return Text(f"{preview.gain:+}", HINT)
    return Text(f"o{preview.circles}" if preview.circles else "·", HINT if preview.circles else PRINTED)
