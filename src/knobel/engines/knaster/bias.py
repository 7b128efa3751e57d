"""Mean errors of the values of Knaster, by which expected points are corrected.

The values are learned from seats that play better or worse than those of a real table, and do not know how the pace of
the others changes. The mean errors are added to the expected points, and not to the merits, so that no action is chosen
differently.
"""

import numpy as np

from knobel.engines.knaster.lookup import NO_OPPONENT
from knobel.engines.knaster.sheet import CELLS
from knobel.engines.shared.compiled import Int, compiled

FREE_CELLS = range(CELLS + 1)
ALONE = tuple(np.interp(FREE_CELLS, (0, 10), (0, 2.5)).tolist())
"""Mean error in points without other sheets, by the number of free cells.

Fitted, with `SHARED`, to 41,300 corrections in games of one to five seats of bots of all levels: the error of a
position is that of the next one and the correction between them. A fit to one half of the games lowers the mean
absolute correction in the other half from 0.51 to 0.47 points. Errors at more numbers of free cells, or by the points
of the sheet or the pace of the others, lower it by less than 0.01 more.
"""
SHARED = tuple(np.interp(FREE_CELLS, (0, 7, 18, 20, 25), (0, -1.35, 1.4, 1.5, -0.9)).tolist())
"""Mean error in points with other sheets, by the number of free cells."""


@compiled
def mean_error(n: Int, m: Int) -> float:
    """Return by how many points the final score after a move exceeds its estimate on average.

    :param n: the number of free cells on the sheet, at least 1.
    :param m: the fewest free cells elsewhere when the round opened, not 0; `NO_OPPONENT` without other sheets.
    """
    return ALONE[n] if m == NO_OPPONENT else SHARED[n]
