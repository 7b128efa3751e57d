"""Columns of fields in the terminal."""

from rich.table import Table
from rich.text import Text

from knobel.sheets.drawing import HINT, PRINTED, WRITTEN, Drawing

UPPER_NAMES = {f"{i}s": name for i, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)}
FIELD_NAMES = UPPER_NAMES | {
    "3k": "three of a kind",
    "4k": "four of a kind",
    "fh": "full house",
    "ss": "small straight",
    "ls": "large straight",
    "kn": "five equal",
    "ch": "chance",
    "pi": "Pi 3 1 4 1 5",
}


def field_text(drawing: Drawing, seat: int, action: str, points: int | None) -> Text:
    """A filled field's points, or what a free one would take."""
    if points is not None:
        return Text(str(points) if points else "-", WRITTEN)
    preview = drawing.hints.get(action) if seat == drawing.mover else None
    return Text("" if preview is None else f"{preview.writes:+}", HINT if preview and preview.writes else PRINTED)


def add_fields(table: Table) -> None:
    """The two columns that name the fields."""
    table.add_column("", style=PRINTED)
    table.add_column("", style=PRINTED)
