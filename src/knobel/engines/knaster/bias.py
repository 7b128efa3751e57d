"""Mean errors of the values of Knaster, by which expected points are corrected.

The values are learned for a few stages of the game, from seats that play better or worse than those of a real table.
They jump between stages, and alone they value badly filled sheets too low. The mean errors are added to the expected
points, and not to the merits, so that no action is chosen differently.
"""

from knobel.engines.knaster.lookup import EARLY_CELLS, NO_OPPONENT
from knobel.engines.shared.compiled import Float, Int, compiled

ALONE_PER_CELL, ALONE_MOST = 0.18, 2.4
"""Mean error of well-filled sheets without other sheets: points for each free cell, and their maximum.

Fitted, with the other constants, to 120,000 positions of 3,100 games in which every seat played with errors of one of
four sizes to a random round, and then as the effort `strong`; of seats with errors, only to the two following rounds.
"""
ALONE_USUAL, ALONE_SLOPE_PER_CELL, ALONE_MOST_SLOPE, ALONE_MOST_BADLY = 100.0, 0.02, 0.18, 7.5
"""Further error for each point by which a sheet is worth less than `ALONE_USUAL`.

It is `ALONE_SLOPE_PER_CELL` for each free cell and at most `ALONE_MOST_SLOPE`; together at most `ALONE_MOST_BADLY`.
"""
ALONE_EARLY_CELLS, ALONE_EARLY_FALL = 17, 0.06
"""Number of free cells above which errors without other sheets are smaller, and by which share for each cell."""
LATE_PER_CELL = -0.2
"""Mean error with other sheets for each free cell, from `EARLY_CELLS` + 1 on; earlier it is about 0."""
GAP_SLOPE, MAX_GAP, FULL_GAP_CELLS = 0.85, 4, 4
"""Mean error for each free cell that the fullest other sheet has more, from `EARLY_CELLS` + 1 on.

It is smaller for fewer than `FULL_GAP_CELLS` free cells.
"""


@compiled
def mean_error(n: Int, m: Int, points: Float) -> Float:
    """Return by how much the final score after a move exceeds its estimate `points` on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    if m == NO_OPPONENT:
        slope = min(ALONE_SLOPE_PER_CELL * n, ALONE_MOST_SLOPE)
        badly = min(slope * max(ALONE_USUAL - points, 0.0), ALONE_MOST_BADLY)
        share = 1 - ALONE_EARLY_FALL * max(n - ALONE_EARLY_CELLS, 0)
        return share * (min(ALONE_PER_CELL * n, ALONE_MOST) + badly)
    if n > EARLY_CELLS + 1:
        return 0.0
    gap = min(max(m - n, -MAX_GAP), MAX_GAP)
    return LATE_PER_CELL * n + GAP_SLOPE * gap * min((n - 1) / (FULL_GAP_CELLS - 1), 1.0)
