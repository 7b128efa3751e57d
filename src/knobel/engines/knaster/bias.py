"""Mean errors of the values of Knaster, by which expected points are corrected.

The values are learned for a few stages of the game, from seats that play better or worse than those of a real table.
They jump between stages, and alone they value badly filled sheets too low. The mean errors are added to the expected
points, and not to the merits, so that no action is chosen differently.
"""

from knobel.engines.knaster.lookup import EARLY_CELLS, NO_OPPONENT
from knobel.engines.shared.compiled import Float, Int, compiled

ALONE_PER_CELL, ALONE_MOST = 0.18, 2.4
"""Mean error of well-filled sheets without other sheets: points for each free cell, and their maximum.

Chosen, with the other constants, by 56,000 positions of 2,400 games in which the seat played with errors of one of
four sizes to a random round, and then as the effort `strong`; after errors, only to the two following rounds.
"""
ALONE_USUAL = 100.0
ALONE_BADLY_PER_CELL, ALONE_MOST_BADLY = 0.001, 0.0065
ALONE_CAP_PER_CELL, ALONE_CAP = 1.9, 7.0
ALONE_STEP = 0.4
"""Further error for the square of the points by which a sheet is worth less than `ALONE_USUAL`.

It is `ALONE_BADLY_PER_CELL` for each free cell, at most `ALONE_MOST_BADLY`, and together at most `ALONE_CAP_PER_CELL`
points for each free cell and `ALONE_CAP` points. Each of the two cells above `EARLY_CELLS`, where another stage of the
values begins, makes it larger by `ALONE_STEP` of this.
"""
ALONE_EARLY_CELLS, ALONE_EARLY_FALL = 17, 0.06
"""Number of free cells above which errors without other sheets are smaller, and by which share for each cell."""
LATE_PER_CELL, LATE_CELLS, MIDDLE_PER_CELL, EARLY_ERROR = -0.17, 5, 0.1, 0.8
"""Mean error with other sheets: `LATE_PER_CELL` for each of the first `LATE_CELLS` free cells.

Each further cell adds `MIDDLE_PER_CELL`. Above `EARLY_CELLS` + 1 free cells the error is `EARLY_ERROR`. Chosen by the
corrections in 60 games of bots of all levels at tables of two to five seats.
"""


@compiled
def mean_error(n: Int, m: Int, points: Float) -> Float:
    """Return by how much the final score after a move exceeds its estimate `points` on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    if m == NO_OPPONENT:
        worse = max(ALONE_USUAL - points, 0.0)
        badly = min(min(ALONE_BADLY_PER_CELL * n, ALONE_MOST_BADLY) * worse**2, ALONE_CAP_PER_CELL * n, ALONE_CAP)
        badly *= 1 + ALONE_STEP * min(max(n - EARLY_CELLS, 0), 2)
        share = 1 - ALONE_EARLY_FALL * max(n - ALONE_EARLY_CELLS, 0)
        return share * (min(ALONE_PER_CELL * n, ALONE_MOST) + badly)
    if n > EARLY_CELLS + 1:
        return EARLY_ERROR
    return LATE_PER_CELL * min(n, LATE_CELLS) + MIDDLE_PER_CELL * max(n - LATE_CELLS, 0)
