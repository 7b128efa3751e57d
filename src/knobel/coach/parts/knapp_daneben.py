"""Parts of losses in Knapp Daneben!."""

from itertools import pairwise
from typing import Any

from knobel.coach.line_values import line_differences
from knobel.coach.parts import ThemedPoints
from knobel.coach.parts.grids import continues_order, points_now
from knobel.core import Game
from knobel.games.grid import CELL, LINES, Grid, numbers
from knobel.games.knapp_daneben import BOX_LINES, NUMBER_POINTS, KnappDaneben, ticks
from knobel.games.tuples import put

CHAIN = 2
"""Minimum number of ticks of a line that is a chain."""


def parts(
    game: Game[Any], view: Any, seat: int, better: str, played: str, loss: float, _values: object
) -> ThemedPoints:
    """Yield the parts of the loss of the action played."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    grid, layout, own = view.sheets[seat], game.options["layout"], game.colour(seat)
    cell, other = CELL[better[:-1]], CELL[played[:-1]]
    number, other_number = (game.sum_of(seat, action, view) for action in (better, played))
    differences = line_differences(game, view, seat, better, played) or {}
    for line, points in differences.items():
        if points:
            yield "full_chains" if sum(ticks(grid, line)) >= CHAIN else "boxes_later", points
    if sum(points > 0 for line, points in differences.items() if cell in LINES[line]) > 1:
        yield "crossings", loss
    now = game.preview(view, seat, better).gain - game.preview(view, seat, played).gain
    yield "boxes_now", float(now)
    yield from points_now(game, view, seat, better, played, loss)
    if dead_boxes(put(grid, other, other_number)) > dead_boxes(put(grid, cell, number)):
        yield "dead_boxes", loss
    if (number in NUMBER_POINTS) != (other_number in NUMBER_POINTS):
        yield "rare_sums", loss
    if (layout[cell] == own) != (layout[other] == own):
        yield "own_colour", loss if layout[cell] == own else -loss
    if continues_order(grid, other, cell):
        yield "one_line", loss


def dead_boxes(grid: Grid) -> int:
    """Return the number of boxes between two numbers that are not ticked."""
    return sum(
        bool(first and second) and not tick
        for line in BOX_LINES
        for tick, (first, second) in zip(ticks(grid, line), pairwise(numbers(grid, line)), strict=True)
    )
