"""`knobel paper`: read the sheets in a photo of paper, and count their points."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.arguments import parse_game
from knobel.cli.files import read_bytes
from knobel.core import BadSetup, Game
from knobel.games.grid import CELLS

if TYPE_CHECKING:
    from knobel.filled_sheets import ScoredSheet
    from knobel.vision.paper.reading import ReadCell, ReadGrid

VOCABULARIES = {"knister": "numbers", "knaster": "circled", "knapp_daneben": "numbers"}
"""Contents of the cells of the games with a grid."""
SIZE = 5, 5
"""Rows and columns of these grids."""
PROBABILITY_DECIMALS, PLACE_DECIMALS = 4, 1
UNLIKELY = 0.01
"""Less likely contents are not named."""


def paper(
    photo: Annotated[str, typer.Option(metavar="FILE", help="The photo; - for standard input.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=f"Count the points of this game: {', '.join(VOCABULARIES)}.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, name=value; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Read the sheets in a photo of paper.

    Print the numbers of each grid, and which of them are not sure: check those. With --game, only grids of that game
    are read, and their points are counted line by line. This needs Pillow.

    Example: knobel paper --photo sheet.jpg --game knister
    """
    from knobel.vision.paper.reading import read_grids
    from knobel.vision.photos import NotAPhoto, open_photo

    chosen = None if game is None else parse_game(game, option or [])
    if chosen is None and option:
        raise BadSetup("--option needs a game: name it with --game")
    if chosen is not None and chosen.name not in VOCABULARIES:
        raise BadSetup(f"photos of {chosen.name} cannot be read: choose one of {', '.join(VOCABULARIES)}")
    try:
        picture = open_photo(read_bytes(photo))
    except NotAPhoto as error:
        raise BadSetup(f"{'standard input' if photo == '-' else photo}: {error}") from None
    grids = read_grids(picture) if chosen is None else read_grids(picture, [SIZE], VOCABULARIES[chosen.name])
    scored = [None if chosen is None else score(chosen, grid) for grid in grids]
    if as_json:
        values = [describe(grid, sheet) for grid, sheet in zip(grids, scored, strict=True)]
        height, width, _ = picture.shape
        typer.echo(json.dumps({"width": width, "height": height, "sheets": values}))
        return
    if not grids:
        typer.echo("no sheet found: the whole grid must be visible and sharp")
    for number, (grid, sheet) in enumerate(zip(grids, scored, strict=True), 1):
        for line in lines(number, grid, sheet):
            typer.echo(line)


def score(game: Game[Any], grid: "ReadGrid") -> "ScoredSheet":
    """Return the points of a grid, with the most probable contents."""
    from knobel.filled_sheets import score_sheets

    texts = (cell.candidates[0][0] for cell in grid.cells)
    # The reader puts what is circled in parentheses, a filled sheet has an o after it.
    written = (f"{text[1:-1]}o" if text.startswith("(") else text for text in texts)
    return score_sheets(game, [dict(zip(CELLS, written, strict=True))]).sheets[0]


def lines(number: int, grid: "ReadGrid", sheet: "ScoredSheet | None") -> Iterator[str]:
    """Yield the lines about a sheet."""
    unsure = [cell for cell in grid.cells if not cell.is_sure]
    yield f"sheet {number}: {grid.rows} x {grid.columns}" + (f", {sheet.points} points" if sheet else "")
    shown = [f"{cell.candidates[0][0] or '.'}{'' if cell.is_sure else '?'}" for cell in grid.cells]
    for start in range(0, len(shown), grid.columns):
        yield "  " + " ".join(f"{text:>5}" for text in shown[start : start + grid.columns])
    for cell in unsure:
        yield f"  row {cell.row + 1}, column {cell.column + 1}: {likely(cell)}"
    if sheet:
        for line in sheet.lines:
            yield f"  {line.place}: {line.points}" + (f" ({line.shows})" if line.shows else "")
        for contradiction in sheet.contradictions:
            yield f"  {contradiction.place}: {contradiction.written} is not possible"
    if unsure:
        yield f"  not sure of {len(unsure)} of {len(shown)} cells: check them"


def likely(cell: "ReadCell") -> str:
    """Return the possible contents of a cell, in words."""
    found = [(text or "empty", share) for text, share in cell.candidates if share >= UNLIKELY]
    return ", ".join(f"{text} {share:.0%}" for text, share in found) or "corrected or not legible"


def describe(grid: "ReadGrid", sheet: "ScoredSheet | None") -> dict[str, Any]:
    """Return a sheet as JSON values; lengths are in pixels."""
    cells = [
        {
            "row": cell.row,
            "column": cell.column,
            "text": cell.candidates[0][0],
            "sure": cell.is_sure,
            "candidates": [[text, round(share, PROBABILITY_DECIMALS)] for text, share in cell.candidates],
        }
        for cell in grid.cells
    ]
    corners = [[round(length, PLACE_DECIMALS) for length in corner] for corner in grid.corners]
    values: dict[str, Any] = {"rows": grid.rows, "columns": grid.columns, "corners": corners, "cells": cells}
    if sheet:
        found = [{"place": line.place, "points": line.points, "shows": line.shows} for line in sheet.lines]
        values |= {"points": sheet.points, "lines": found}
    return values
