"""Sheets and dice of a position in the web page of a review."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from knobel.coach.marked_places import BETTER, PLAYED
from knobel.core import Game
from knobel.games.combinations import field_name

DICE_SIGNS = "⚀⚁⚂⚃⚄⚅"
STYLE = """
.sheet{border-collapse:separate;border-spacing:2px;width:auto;font-size:.85rem;line-height:1.1}
.sheet th,.sheet td{border:0;padding:1px 3px;text-align:center;min-width:1.5rem;height:1.5rem;vertical-align:middle}
.sheet th{color:var(--soft);font-weight:400}.sheet th[scope=row]{text-align:start}
.sheet td{border:1px solid var(--line);border-radius:3px}.sheet .o{border:2px solid currentColor;border-radius:50%}
.sheet .sum{border:0;color:var(--soft)}.sheet .p{outline:2px dashed var(--bad)}.sheet .b{outline:2px solid var(--s0)}
.k{background:#8883}.blue{background:#27f3}.g{background:#2a53}.y{background:#fd04}.r{background:#e333}
.dice{font-size:1.6rem;line-height:1}
"""
COLOUR_CLASSES = {"k": "k", "b": "blue", "g": "g", "y": "y", "r": "r"}
COLUMNS = "abcde"


def dice_text(dice: Sequence[int], colours: Mapping[str, str] | None = None) -> str:
    """Return dice as signs, with their numbers for screen readers.

    :param colours: the names of the dice, if each has its own colour, by letter.
    """
    signs, told = [DICE_SIGNS[face - 1] for face in dice], list(map(str, dice))
    if colours:
        letters = list(colours)
        signs = [
            f'<span class="{COLOUR_CLASSES[letter]}">{sign}</span>' for letter, sign in zip(letters, signs, strict=True)
        ]
        told = [f"{colours[letter]} {face}" for letter, face in zip(letters, told, strict=True)]
    return (
        f'<span class="dice" role="img" aria-label="{escape(", ".join(told))}">{"".join(signs)}</span>' if dice else ""
    )


def sheet_html(game: Game[Any], view: Any, seat: int, marks: Mapping[str, str], fields: Mapping[str, str]) -> str:
    """Return the sheet of a seat as an HTML table; empty for a game whose sheet has neither cells nor fields.

    :param marks: the signs of places. `fields`: the names of fields.
    """
    sheet = game.sheet(view, seat)
    if "grid" in sheet:
        return _grid(sheet, game.info(view).get("layout"), marks)
    if "columns" in sheet:
        columns = [column["fields"] for column in sheet["columns"]]
        return _fields(columns, [column["total"] for column in sheet["columns"]], marks, fields, game)
    if "rows" in sheet:
        blocked = dict.fromkeys(sheet["crossed"], "×") | dict.fromkeys(sheet["frozen"], "❄")
        return _fields([sheet["rows"]], [sheet["total"]], marks, fields, game, blocked)
    return ""


def _cell(text: str, classes: Iterable[str], mark: str) -> str:
    names = " ".join([*classes, *(("p",) if PLAYED in mark else ()), *(("b",) if BETTER in mark else ())])
    return f'<td class="{names}">{escape(f"{text} {mark}".strip())}</td>'


def _grid(sheet: Mapping[str, Any], layout: Sequence[str] | None, marks: Mapping[str, str]) -> str:
    lines, circled = sheet["lines"], set(sheet.get("circled", ()))
    head = "".join(f'<th scope="col">{column}</th>' for column in COLUMNS)
    rows = [f"<tr><th></th>{head}<th></th></tr>"]
    for r, numbers in enumerate(sheet["grid"], 1):
        cells = []
        for c, number in enumerate(numbers):
            name = f"{COLUMNS[c]}{r}"
            colour = (COLOUR_CLASSES[layout[5 * (r - 1) + c]],) if layout else ()
            cells.append(_cell(str(number or ""), (*colour, *(("o",) if name in circled else ())), marks.get(name, "")))
        rows.append(f'<tr><th scope="row">{r}</th>{"".join(cells)}{_sum(lines[f"row{r}"])}</tr>')
    below = ("anti", *(f"col{c}" for c in range(1, 6)), "diag")
    rows.append(f"<tr>{''.join(_sum(lines.get(line)) for line in below)}</tr>")
    return f'<table class="sheet">{"".join(rows)}</table>'


def _sum(points: int | None) -> str:
    return f'<td class="sum">{"" if points is None else points}</td>'


def _fields(
    columns: Sequence[Mapping[str, int | None]],
    totals: Sequence[int],
    marks: Mapping[str, str],
    names: Mapping[str, str],
    game: Game[Any],
    blocked: Mapping[str, str] | None = None,
) -> str:
    rows = []
    for field in columns[0]:
        cells = []
        for number, column in enumerate(columns, 1):
            points = column[field]
            text = (blocked or {}).get(field, "") if points is None else str(points)
            cells.append(_cell(text, (), marks.get(f"{field}.{number}", marks.get(field, ""))))
        name = escape(field_name(field, names, game.titles["en"]))
        rows.append(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>')
    rows.append(f"<tr><th></th>{''.join(map(_sum, totals))}</tr>")
    return f'<table class="sheet">{"".join(rows)}</table>'
