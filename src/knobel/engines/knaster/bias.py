"""Mean errors of the values of Knaster, by which expected points are corrected.

The first stage of the values does not know the pace of the others, and the values are learned from seats that play
better or worse than those of a real table. The mean errors are added to the expected points, and not to the merits, so
that no action is chosen differently.
"""

from knobel.engines.knaster.lookup import EARLY_CELLS, NO_OPPONENT
from knobel.engines.shared.compiled import Float, Int, compiled

ALONE_PER_CELL, ALONE_MOST = 0.2, 2.0
"""Mean error without other sheets: points for each free cell, and their maximum.

Fitted, with the other constants, to the corrections of 611 games alone and 95 games of two to five seats of bots of all
levels: what is added to a position is the mean of the corrections that follow it.
"""
USUAL_PER_CELL, USUAL_MOST, EARLY_FALL = 0.23, 2.5, 0.38
"""Mean error of well-filled sheets with other sheets: points for each free cell, and their maximum.

It falls by `EARLY_FALL` for each cell above `EARLY_CELLS`.
"""
USUAL_POINTS, BAD_POINTS = 100.0, 50.0
BADLY_PER_CELL, BADLY_MOST = 0.6, 5.0
"""Further error of sheets that are worth `BAD_POINTS` or less, to be subtracted: for each free cell, and its maximum.

It falls linearly to 0 at `USUAL_POINTS`.
"""


@compiled
def mean_error(n: Int, m: Int, points: Float) -> Float:
    """Return by how much the final score after a move exceeds its estimate `points` on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    if m == NO_OPPONENT:
        return min(ALONE_PER_CELL * n, ALONE_MOST)
    badly = min(max((USUAL_POINTS - points) / (USUAL_POINTS - BAD_POINTS), 0.0), 1.0)
    usual = min(USUAL_PER_CELL * n, USUAL_MOST) - EARLY_FALL * max(n - EARLY_CELLS, 0)
    return usual - badly * min(BADLY_PER_CELL * n, BADLY_MOST)
