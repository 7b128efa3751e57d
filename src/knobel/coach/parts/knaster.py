"""Parts of losses in Knaster."""

from typing import Any

from knobel.coach.line_values import line_differences
from knobel.coach.parts import ThemedPoints
from knobel.coach.parts.grids import continues_order, line_themes
from knobel.coach.reasons.line_expectation import line_numbers
from knobel.core import Game
from knobel.games.grid import CELL


def parts(
    game: Game[Any], view: Any, seat: int, better: str, played: str, loss: float, _values: object
) -> ThemedPoints:
    """Yield the parts of the loss of the action played."""
    grid, enters = view.sheets[seat].grid, [action in CELL for action in (better, played)]
    if not any(enters):
        yield "lines_to_close", loss
    elif not all(enters):
        yield "circle_or_enter", loss
    else:
        for line, points in (line_differences(game, view, seat, better, played) or {}).items():
            for theme in line_themes(line_numbers(grid, line)) if points else ():
                yield theme, points
        if game.preview(view, seat, better).circles != game.preview(view, seat, played).circles:
            yield "earning", loss
        if continues_order(grid, CELL[played], CELL[better]):
            yield "one_line", loss
