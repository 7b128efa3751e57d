"""Columns of fields in the terminal."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from knobel.display_text import shorten
from knobel.games.combinations import field_name
from knobel.sheets.drawing import HINT, PRINTED, WRITTEN, Drawing

UPPER_NAMES = {f"{i}s": name for i, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)}
FIELD_NAMES = UPPER_NAMES | {
    "3k": "three of a kind",
    "4k": "four of a kind",
    "fh": "full house",
    "ss": "small straight",
    "ls": "large straight",
    "ch": "chance",
    "pi": "Pi 3 1 4 1 5",
}


MAX_HEADER_LENGTH = 12
PADDING = 3
"""Width of a column of a table in addition to its text."""


def field_words(drawing: Drawing, field: str) -> str:
    """Return the name of a field in the language of the user."""
    return drawing.words(field_name(field, FIELD_NAMES, drawing.game.titles["en"]))


def field_text(drawing: Drawing, seat: int, action: str, points: int | None) -> Text:
    """Return the points of a filled field, the mark of a free one, or the points that an entry there would score."""
    if points is not None:
        return Text(str(points) if points else "-", WRITTEN)
    if mark := drawing.mark(seat, action):
        return Text(mark, HINT)
    preview = drawing.hints.get(action) if seat == drawing.mover else None
    return Text("" if preview is None else f"{preview.writes:+}", HINT if preview and preview.writes else PRINTED)


class Line(NamedTuple):
    """A line of these sheets: the field's short name and its name, and a cell for each column of the sheets."""

    short: str
    name: str
    cells: Sequence[Text]
    ends_section: bool = False


def fields_tables(drawing: Drawing, headers: Sequence[str], lines: Sequence[Line]) -> RenderableType:
    """Return the columns side by side, in as many tables as the width requires, each with the names of the fields."""
    titles = [shorten(header, MAX_HEADER_LENGTH) for header in headers]
    widths = [
        PADDING + max(cell_len(title), *(cell.cell_len for cell in cells))
        for title, *cells in zip(titles, *(line.cells for line in lines), strict=True)
    ]
    room = drawing.width - 1 - 2 * PADDING - max(len(line.short) for line in lines)
    room -= max(len(line.name) for line in lines)
    groups: list[list[int]] = [[]]
    for column, width in enumerate(widths):
        if groups[-1] and sum(widths[other] for other in groups[-1]) + width > room:
            groups.append([])
        groups[-1].append(column)
    return Group(*(_table(drawing, titles, lines, group) for group in groups))


def _table(drawing: Drawing, titles: Sequence[str], lines: Sequence[Line], columns: Sequence[int]) -> Table:
    table = drawing.table()
    table.add_column("", style=PRINTED, no_wrap=True)
    table.add_column("", style=PRINTED, no_wrap=True)
    for column in columns:
        table.add_column(titles[column], justify="right", no_wrap=True)
    for line in lines:
        table.add_row(line.short, line.name, *(line.cells[column] for column in columns), end_section=line.ends_section)
    return table
