"""The sheets of Knapp Daneben! in the terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from knobel.games.knapp_daneben import COLOURS
from knobel.sheets.drawing import COLOUR_STYLES, GOOD, PRINTED, Drawing, points_text, title
from knobel.sheets.grid import COLUMNS
from knobel.texts import text


def sheets(drawing: Drawing) -> RenderableType:
    """Return the sheets one below the other."""
    return Group(*(draw_sheet(drawing, seat) for seat in drawing.seats))


def draw_sheet(drawing: Drawing, seat: int) -> RenderableType:
    """Return coloured circles with a box between neighbours, and the points of each line."""
    sheet = drawing.game.sheet(drawing.view, seat)
    layout = drawing.game.info(drawing.view)["layout"]
    ticks, lines = sheet["ticks"], sheet["lines"]
    best: dict[str, int] = {}
    if seat == drawing.mover:
        for action, preview in drawing.hints.items():
            best[action[:-1]] = max(best.get(action[:-1], 0), preview.gain)

    def circle(name: str, letter: str, number: int) -> Text:
        inside = (
            str(number)
            if number
            else drawing.mark(seat, name) or (f"{best[name]:+}" if best.get(name) else "·" if name in best else "")
        )
        return Text(f" {letter}{inside:>3} ", COLOUR_STYLES[letter] + (" bold" if number else ""))

    def box(ticked: bool) -> Text:
        return Text("[x]", GOOD) if ticked else Text("[ ]", PRINTED)

    table = Table.grid(padding=0)
    for _ in range(12):
        table.add_column(justify="center")
    header: list[Text] = []
    for column in COLUMNS:
        header += [Text(column, PRINTED), Text("")]
    table.add_row(Text(""), *header)
    for r, numbers in enumerate(sheet["grid"], 1):
        row: list[Text] = []
        below: list[Text] = []
        for c, (column, number) in enumerate(zip(COLUMNS, numbers, strict=True)):
            row.append(circle(f"{column}{r}", layout[5 * (r - 1) + c], number))
            row.append(box(ticks[f"row{r}"][c]) if c < 4 else Text("  "))
            below += [box(ticks[f"col{c + 1}"][r - 1]) if r < 5 else points_text(lines[f"col{c + 1}"]), Text("")]
        table.add_row(Text(f"{r} ", PRINTED), *row, points_text(lines[f"row{r}"]))
        table.add_row(Text(""), *below)
    own = colour_name(drawing, sheet["colour"])
    more = drawing.words("rare numbers: {n}, colour: {colour}", n=sheet["numbers"], colour=own)
    legend = ", ".join(f"{letter} {colour_name(drawing, letter)}" for letter in COLOURS)
    return Group(Text(f"{title(drawing, seat, sheet)} ({more})", "italic"), Text(legend, PRINTED), table)


def colour_name(drawing: Drawing, letter: str) -> str:
    return text(drawing.language, "coach", f"colour.{letter}")
