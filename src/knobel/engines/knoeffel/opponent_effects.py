"""Expected points that a seat of Knöffel gives up to win: it takes risks when behind, and none when ahead."""

from math import exp, sqrt

from knobel.engines.engine import Aim
from knobel.engines.knoeffel.engine import KnoeffelEngine
from knobel.games.knoeffel import State

LOSS_TO_WIN = 4.5
"""Points that playing to win costs over a game of two seats.

With n seats it is `sqrt(n - 1)` times as much. Fitted to the losses in games of two to five seats that play to win, see
`python -m benchmarks.knoeffel_aims`.
"""
LOSS_TURNS = 4.2
"""Number of turns before the end after which the loss still to come has risen to 63 % of that of a game."""


def expected_effect(_: KnoeffelEngine, view: State, seat: int, aim: Aim) -> float:
    """Return the mean change of a seat's final score, against play for points, if all seats play with this aim."""
    if aim == "points" or len(view.sheets) == 1:
        return 0.0
    turns = sum(column.points.count(None) for column in view.sheets[seat])
    return -LOSS_TO_WIN * sqrt(len(view.sheets) - 1) * (1 - exp(-turns / LOSS_TURNS))
