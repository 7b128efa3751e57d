"""Expected effect of the other seats: they fill cells more slowly than the values assume, so more rounds remain."""

from typing import Any

from knobel.engines.engine import Aim
from knobel.engines.knaster.engine import KnasterEngine

POINTS_PER_FREE_CELL, MAX_FREE_CELLS = 0.68, 11
"""Additional points for each free cell on the seat's own sheet, and the maximum number of cells that count.

They apply to tables at which all seats play for points. Fitted by least squares to the results of 2,700 sheets before a
roll in 990 games of bots of all levels.
"""


def expected_effect(_: KnasterEngine, view: Any, seat: int, _aim: Aim) -> float:
    """Return the mean change of a seat's final score by the other seats if all players play for points."""
    if len(view.sheets) == 1 or view.final:
        return 0.0
    free: int = view.sheets[seat].grid.count(0)
    return POINTS_PER_FREE_CELL * min(free, MAX_FREE_CELLS)
