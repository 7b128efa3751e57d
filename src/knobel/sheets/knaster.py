"""The sheets of Knaster in the terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from knobel.line_names import line_name
from knobel.sheets.drawing import GOOD, HINT, PRINTED, WRITTEN, Drawing, title
from knobel.sheets.grid import COLUMNS, grid_table, hint_text


def sheets(drawing: Drawing) -> RenderableType:
    """Return the sheets one below the other."""
    return Group(*(draw_sheet(drawing, seat) for seat in drawing.seats))


def draw_sheet(drawing: Drawing, seat: int) -> RenderableType:
    """Return the grid with circles as brackets, and the points of each line when all its cells are circled."""
    sheet = drawing.game.sheet(drawing.view, seat)
    table = grid_table(drawing, f"{title(drawing, seat, sheet)} ({drawing.words('circles: {n}', n=sheet['circles'])})")

    def worth(line: str, prefix: str = "") -> Text:
        scored = sheet["lines"][line] is not None
        return Text(f"{prefix}{sheet['line_worth'][line]}{' ✓' if scored else ''}", GOOD if scored else PRINTED)

    def cell(name: str, number: int) -> Text:
        if not number:
            return hint_text(drawing, seat, name)
        if mark := drawing.mark(seat, name):
            return Text.assemble((str(number), WRITTEN), (f" {mark}", HINT))
        if name in sheet["circled"]:
            return Text(f"({number})", GOOD)
        if seat == drawing.mover and f"{name}o" in drawing.hints:
            return Text.assemble((str(number), WRITTEN), (f" {drawing.hints[name + 'o'].gain:+}", HINT))
        return Text(str(number), WRITTEN)

    table.add_column(worth("anti", "/ "), justify="right")
    for r, numbers in enumerate(sheet["grid"], 1):
        cells = [cell(f"{column}{r}", number) for column, number in zip(COLUMNS, numbers, strict=True)]
        table.add_row(Text(str(r), PRINTED), *cells, worth(f"row{r}"))
    table.add_row("", *(worth(f"col{c}") for c in range(1, 6)), worth("diag", "\\ "))
    if not sheet["pending"]:
        return table
    due = ", ".join(
        drawing.words("{n} in {line}", n=count, line=line_name(line, drawing.language))
        for line, count in sheet["pending"].items()
    )
    return Group(table, Text(drawing.words("Circles to draw: {due}", due=due), HINT))
