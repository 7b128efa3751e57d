"""Parts of losses in Knister."""

from typing import Any

from knobel.coach.line_values import line_differences
from knobel.coach.parts import ThemedPoints
from knobel.coach.parts.grids import continues_order, line_themes, points_now
from knobel.coach.reasons.line_expectation import line_numbers
from knobel.core import Game
from knobel.games.grid import CELL, DIAGONALS, LINES_AT


def parts(
    game: Game[Any], view: Any, seat: int, better: str, played: str, loss: float, _values: object
) -> ThemedPoints:
    """Yield the parts of the loss of the action played."""
    grid = view.sheets[seat]
    for line, points in (line_differences(game, view, seat, better, played) or {}).items():
        if points:
            for theme in line_themes(line_numbers(grid, line)):
                yield theme, points
    diagonals, other = (sum(line in DIAGONALS for line in LINES_AT[CELL[action]]) for action in (better, played))
    if diagonals != other:
        yield "diagonals", loss if diagonals > other else -loss
    if continues_order(grid, CELL[played], CELL[better]):
        yield "one_line", loss
    yield from points_now(game, view, seat, better, played, loss)
