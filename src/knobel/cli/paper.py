"""`knobel paper`: read the sheets in a photo of paper, and count their points."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.arguments import parse_game
from knobel.cli.files import read_bytes
from knobel.core import BadSetup, Game
from knobel.games.grid import CELLS
from knobel.vision.paper.pad_form import VOCABULARIES, PadForm

if TYPE_CHECKING:
    from knobel.engines.shared.arrays import Array
    from knobel.filled_sheets import ScoredSheet
    from knobel.vision.paper.pads import ReadPad
    from knobel.vision.paper.reading import Point, ReadCell, ReadGrid

SIZE = 5, 5
"""Rows and columns of these grids."""
PROBABILITY_DECIMALS, PLACE_DECIMALS = 4, 1
UNLIKELY = 0.01
"""Less likely contents are not named."""


@dataclass(frozen=True)
class FoundSheet:
    """A sheet in a photo. `places` names its cells, `widths` holds the number of cells of each row."""

    title: str
    values: dict[str, Any]
    corners: "tuple[Point, ...]"
    places: Sequence[str]
    cells: "Sequence[ReadCell]"
    widths: Sequence[int]
    scored: "ScoredSheet | None"


def paper(
    photo: Annotated[str, typer.Option(metavar="FILE", help="The photo; - for standard input.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=f"The game of a grid: {', '.join(VOCABULARIES)}.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, name=value; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Read the sheets in a photo of paper.

    Printed pads say their game and options themselves: their points are counted line by line. If there are none, print
    the numbers of each grid; with --game, only grids of that game are read and counted. Check the doubtful cells. This
    needs Pillow, and printed pads need zxing-cpp.

    Example: knobel paper --photo sheet.jpg --game knister
    """
    from knobel.vision.photos import NotAPhoto, open_photo

    chosen = None if game is None else parse_game(game, option or [])
    if chosen is None and option:
        raise BadSetup("--option needs a game: name it with --game")
    if chosen is not None and chosen.name not in VOCABULARIES:
        raise BadSetup(
            f"{chosen.name} is read on printed pads only, which name their game: leave out --game, or choose one of "
            f"{', '.join(VOCABULARIES)}"
        )
    try:
        picture = open_photo(read_bytes(photo))
    except NotAPhoto as error:
        raise BadSetup(f"{'standard input' if photo == '-' else photo}: {error}") from None
    sheets = find_sheets(picture, chosen)
    if as_json:
        height, width, _ = picture.shape
        typer.echo(json.dumps({"width": width, "height": height, "sheets": [describe(sheet) for sheet in sheets]}))
        return
    if not sheets:
        typer.echo("no sheet found: the whole sheet must be visible and sharp")
    for number, sheet in enumerate(sheets, 1):
        for line in lines(number, sheet):
            typer.echo(line)


def find_sheets(picture: "Array", game: Game[Any] | None) -> list[FoundSheet]:
    """Return the printed pads in a picture, or if there are none, the grids, of a game only if one is given."""
    from knobel.vision.paper.pads import read_pads
    from knobel.vision.paper.reading import read_grids

    if pads := read_pads(picture, possible_numbers):
        return [pad_sheet(pad) for pad in pads]
    grids = read_grids(picture) if game is None else read_grids(picture, [SIZE], VOCABULARIES[game.name])
    return [grid_sheet(grid, game) for grid in grids]


def pad_sheet(pad: "ReadPad") -> FoundSheet:
    """Return the sheet of a printed pad."""
    form = pad.form
    game, _, places = rules_of(form)
    written = dict(zip(places, pad.cells, strict=True))
    # A printed line looks like a stroke.
    if pad.total is not None and pad.total.is_sure and text_of(pad.total).isdigit():
        written["total"] = pad.total
    widths = [block.columns for block in form.blocks for _ in range(block.rows)]
    values = {"game": game.name, "options": dict(game.options)}
    return FoundSheet(game.name, values, pad.corners, places, pad.cells, widths, score(game, written))


def rules_of(form: PadForm) -> tuple[Game[Any], Mapping[str, Collection[int]], list[str]]:
    """Return the game of a pad, the numbers that the dice can give by place of its sheet, and the places of its cells.

    :raises BadSetup: if there is no such game, or it has no such options.
    """
    from knobel.filled_sheets import score_sheets

    game = parse_game(form.game, [f"{name}={value}" for name, value in form.options.items()])
    possible = score_sheets(game, [{}]).possible
    return game, possible, [*pad_places([(block.rows, block.columns) for block in form.blocks], possible)]


def possible_numbers(form: PadForm) -> list[Collection[int]]:
    """Return for each cell of a pad the numbers that the dice can give there.

    :raises BadSetup: see `rules_of`.
    """
    _, possible, places = rules_of(form)
    return [possible[place] for place in places]


def pad_places(blocks: Sequence[tuple[int, int]], possible: Collection[str]) -> Iterator[str]:
    """Yield the places of the cells of a pad, block by block and row by row.

    :param blocks: rows and columns of each block
    :param possible: the places of the game's sheet: of a score table, its fields in order, with or without a column
    """
    if CELLS[0] in possible:
        yield from CELLS
        return
    fields = iter(dict.fromkeys(place.partition(".")[0] for place in possible if not place.startswith("free")))
    for rows, columns in blocks:
        for _, field in zip(range(rows), fields, strict=False):
            yield from (name if (name := f"{field}.{column + 1}") in possible else field for column in range(columns))


def grid_sheet(grid: "ReadGrid", game: Game[Any] | None) -> FoundSheet:
    places = [f"row {cell.row + 1}, column {cell.column + 1}" for cell in grid.cells]
    scored = None if game is None else score(game, dict(zip(CELLS, grid.cells, strict=True)))
    title, values = f"{grid.rows} x {grid.columns}", {"rows": grid.rows, "columns": grid.columns}
    return FoundSheet(title, values, grid.corners, places, grid.cells, [grid.columns] * grid.rows, scored)


def score(game: Game[Any], cells: "dict[str, ReadCell]") -> "ScoredSheet":
    """Return the points of a sheet, with the most probable contents."""
    from knobel.filled_sheets import score_sheets

    texts = {place: cell.candidates[0][0] for place, cell in cells.items() if cell.candidates}
    # The reader puts what is circled in parentheses, and a stroke as a hyphen; a filled sheet has an o after it, and x.
    written = {
        place: f"{text[1:-1]}o" if text.startswith("(") else text.replace("-", "x") for place, text in texts.items()
    }
    return score_sheets(game, [written]).sheets[0]


def lines(number: int, sheet: FoundSheet) -> Iterator[str]:
    """Yield the lines about a sheet."""
    scored = sheet.scored
    yield f"sheet {number}: {sheet.title}" + (f", {scored.points} points" if scored else "")
    shown = iter(f"{text_of(cell) or '.'}{'' if cell.is_sure else '?'}" for cell in sheet.cells)
    for width in sheet.widths:
        yield "  " + " ".join(f"{text:>5}" for _, text in zip(range(width), shown, strict=False))
    unsure = [(place, cell) for place, cell in zip(sheet.places, sheet.cells, strict=True) if not cell.is_sure]
    for place, cell in unsure:
        yield f"  {place}: {likely(cell)}"
    if scored:
        for line in scored.lines:
            yield f"  {line.place}: {line.points}" + (f" ({line.shows})" if line.shows else "")
        for each in scored.contradictions:
            expected = ", ".join(map(str, each.expected))
            because = f": {each.because} is missing" if each.because else ""
            yield f"  {each.place}: {each.written} is not right" + (f", but {expected}" if expected else "") + because
    if unsure:
        yield f"  not sure of {len(unsure)} of {len(sheet.cells)} cells: check them"


def text_of(cell: "ReadCell") -> str:
    """Return the most probable content of a cell."""
    return cell.candidates[0][0] if cell.candidates else ""


def likely(cell: "ReadCell") -> str:
    """Return the possible contents of a cell, in words."""
    found = [(text or "empty", share) for text, share in cell.candidates if share >= UNLIKELY]
    return ", ".join(f"{text} {share:.0%}" for text, share in found) or "corrected or not legible"


def describe(sheet: FoundSheet) -> dict[str, Any]:
    """Return a sheet as JSON values; lengths are in pixels."""
    cells = [
        {
            "place": place,
            "text": text_of(cell),
            "sure": cell.is_sure,
            "candidates": [[text, round(share, PROBABILITY_DECIMALS)] for text, share in cell.candidates],
        }
        for place, cell in zip(sheet.places, sheet.cells, strict=True)
    ]
    corners = [[round(length, PLACE_DECIMALS) for length in corner] for corner in sheet.corners]
    values = sheet.values | {"corners": corners, "cells": cells}
    if sheet.scored:
        found = [{"place": line.place, "points": line.points, "shows": line.shows} for line in sheet.scored.lines]
        wrong = [asdict(each) for each in sheet.scored.contradictions]
        values |= {"points": sheet.scored.points, "lines": found, "contradictions": wrong}
    return values
