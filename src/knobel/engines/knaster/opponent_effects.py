"""Expected effect of the other seats: they fill cells more slowly than the values assume, so more rounds remain."""

from typing import Any

from knobel.engines.engine import Aim
from knobel.engines.knaster.engine import KnasterEngine

POINTS_PER_FREE_CELL, MIN_FREE_CELLS, MAX_FREE_CELLS = 0.75, 2, 11
"""Additional points for each free cell on the seat's own sheet, without the first ones and at most up to a number.

They apply to tables at which all seats play for points. Fitted to the effects of the rounds (`round_effect`) that
followed 42,000 positions in 700 games of two to five seats, which were played badly to a random round and then by the
effort `strong`.
"""
USUAL_POINTS, MAX_POINTS = 92.0, 102.0
"""Expected points from which a sheet gains less by more rounds, and from which it gains nothing.

Fitted to the final scores after a position in each of 310 games of two to five seats of all levels.
"""


def expected_effect(engine: KnasterEngine, view: Any, seat: int, _aim: Aim) -> float:
    """Return the mean change of a seat's final score by the other seats if all players play for points.

    It does not depend on the dice of an open round.
    """
    free: int = view.sheets[seat].grid.count(0)
    if len(view.sheets) == 1 or view.final or free <= MIN_FREE_CELLS:
        return 0.0
    rounds = POINTS_PER_FREE_CELL * (min(free, MAX_FREE_CELLS) - MIN_FREE_CELLS)
    room = (MAX_POINTS - engine.points_before_roll(view, seat)) / (MAX_POINTS - USUAL_POINTS)
    return rounds * min(max(room, 0.0), 1.0)
