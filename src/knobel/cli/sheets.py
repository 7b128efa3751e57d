"""The sheets as text, as on paper: `drawn` draws those of any game from what `Game.sheet` and `Game.info` tell."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.box import Box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from knobel.cli.screen import COLOUR_STYLES
from knobel.core import Game, Preview

HINT = "green"
PRINTED = "dim"
WRITTEN = "bold"
GOOD = "bold yellow"
COLUMNS = "abcde"


@dataclass(frozen=True)
class Drawing:
    """What to draw: a position as its onlooker may see it, whose sheets, and what the legal actions of `mover` do."""

    game: Game[Any]
    view: Any
    names: Sequence[str]
    seats: Sequence[int]
    box: Box
    mover: int | None = None
    hints: Mapping[str, Preview] = field(default_factory=dict)

    def table(self, **settings: Any) -> Table:
        """An empty table in the screen's style."""
        return Table(box=self.box, **settings)


def drawn(drawing: Drawing) -> RenderableType:
    """The sheets of a position."""
    if drawing.game.name in TOGETHER:
        return TOGETHER[drawing.game.name](drawing)
    one = ONE_BY_ONE.get(drawing.game.name, plain_sheet)
    return Group(*(one(drawing, seat) for seat in drawing.seats))


def title(drawing: Drawing, seat: int, sheet: Mapping[str, Any]) -> str:
    """The headline of a sheet."""
    return f"{drawing.names[seat]}: {sheet['total']}"


def plain_sheet(drawing: Drawing, seat: int) -> RenderableType:
    """The sheet of a game that nobody has drawn yet."""
    sheet = drawing.game.sheet(drawing.view, seat)
    table = drawing.table(title=drawing.names[seat], title_justify="left", show_header=False)
    for key, value in sheet.items():
        table.add_row(key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return table


def points_text(points: int | None) -> Text:
    """A line's points; a dot while it is not full."""
    return Text("." if points is None else str(points), PRINTED if not points else GOOD)


def grid_table(drawing: Drawing, heading: str) -> Table:
    """An empty 5x5 grid with its coordinates and a column for the rows' points."""
    table = drawing.table(title=heading, title_justify="left", show_lines=True, header_style=PRINTED)
    table.add_column("")
    for column in COLUMNS:
        table.add_column(column, justify="center", min_width=4)
    return table


def knister(drawing: Drawing, seat: int) -> RenderableType:
    """A sheet of Knister: the grid, the points of rows and columns beside it, those of the diagonals in the corners."""
    sheet = drawing.game.sheet(drawing.view, seat)
    lines = sheet["lines"]
    table = grid_table(drawing, title(drawing, seat, sheet))
    table.add_column(Text.assemble("/ ", points_text(lines["anti"])), justify="right")
    for r, numbers in enumerate(sheet["grid"], 1):
        cells = [
            Text(str(number), WRITTEN) if number else hint(drawing, seat, f"{column}{r}")
            for column, number in zip(COLUMNS, numbers, strict=True)
        ]
        table.add_row(Text(str(r), PRINTED), *cells, points_text(lines[f"row{r}"]))
    columns = (points_text(lines[f"col{c}"]) for c in range(1, 6))
    table.add_row("", *columns, Text.assemble("\\ ", points_text(lines["diag"])))
    return table


def hint(drawing: Drawing, seat: int, action: str) -> Text:
    """What a free place would give, if it is this seat's to fill."""
    preview = drawing.hints.get(action) if seat == drawing.mover else None
    if preview is None:
        return Text("")
    if preview.gain:
        return Text(f"{preview.gain:+}", HINT)
    return Text(f"o{preview.circles}" if preview.circles else "·", HINT if preview.circles else PRINTED)


def knaster(drawing: Drawing, seat: int) -> RenderableType:
    """A sheet of Knaster: circles as brackets, and what each line is worth once it is all circled."""
    sheet = drawing.game.sheet(drawing.view, seat)
    table = grid_table(drawing, f"{title(drawing, seat, sheet)} ({sheet['circles']} circles)")

    def worth(line: str, prefix: str = "") -> Text:
        scored = sheet["lines"][line] is not None
        return Text(f"{prefix}{sheet['line_worth'][line]}{' ✓' if scored else ''}", GOOD if scored else PRINTED)

    def cell(name: str, number: int) -> Text:
        if not number:
            return hint(drawing, seat, name)
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
    due = ", ".join(f"{count} in {line}" for line, count in sheet["pending"].items())
    return Group(table, Text(f"Circles to draw: {due}", HINT))


def knapp_daneben(drawing: Drawing, seat: int) -> RenderableType:
    """A sheet of Knapp Daneben!: coloured circles with a box between neighbours, and the points of each line."""
    sheet = drawing.game.sheet(drawing.view, seat)
    layout = drawing.game.info(drawing.view)["layout"]
    ticks, lines = sheet["ticks"], sheet["lines"]
    best: dict[str, int] = {}
    if seat == drawing.mover:
        for action, preview in drawing.hints.items():
            best[action[:-1]] = max(best.get(action[:-1], 0), preview.gain)

    def circle(name: str, letter: str, number: int) -> Text:
        inside = str(number) if number else f"{best[name]:+}" if best.get(name) else "·" if name in best else ""
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
    heading = f"{title(drawing, seat, sheet)} (rare numbers {sheet['numbers']}), colour {sheet['colour']}"
    return Group(Text(heading, "italic"), table)


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


def knoeffel(drawing: Drawing) -> RenderableType:
    """The sheets of Knöffel side by side."""
    sheets = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}
    columns = [(seat, i, column) for seat, sheet in sheets.items() for i, column in enumerate(sheet["columns"], 1)]
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
    totals = " · ".join(title(drawing, seat, sheet) for seat, sheet in sheets.items())
    return Group(table, Text(totals, "italic"))


def kniffeliger(drawing: Drawing) -> RenderableType:
    """The sheets of Kniffeliger side by side, with what is frozen or crossed out, and everybody's action dice."""
    sheets = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}
    table = drawing.table()
    add_fields(table)
    for seat in sheets:
        table.add_column(f"{seat} {drawing.names[seat]}", justify="right")

    def cell(seat: int, row: str) -> Text:
        sheet = sheets[seat]
        if row in sheet["crossed"]:
            return Text("crossed", "red")
        if row in sheet["frozen"]:
            return Text("frozen", "cyan")
        return field_text(drawing, seat, row, sheet["rows"][row])

    first = next(iter(sheets.values()))
    for row in first["rows"]:
        table.add_row(row, FIELD_NAMES.get(row, row), *(cell(seat, row) for seat in sheets))
    table.add_section()
    table.add_row("", "total", *(Text(str(sheet["total"]), GOOD) for sheet in sheets.values()))
    for die in first["action_dice"]:
        counts = ((sheet["action_dice"][die], sheet["action_dice_next_round"][die]) for sheet in sheets.values())
        cells = [Text(str(now or "") + (f" ({later} next)" if later else "")) for now, later in counts]
        if any(cells):
            table.add_row("", f"die: {die}", *cells)
    return table


ONE_BY_ONE = {"knister": knister, "knaster": knaster, "knapp_daneben": knapp_daneben}
TOGETHER = {"knoeffel": knoeffel, "kniffeliger": kniffeliger}
