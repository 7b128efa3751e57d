"""The value of a turn of Knöffel by the kernels that play games."""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.turn_simd import Entries, Keeps, solve_turn
from knobel_lab.learning.knoeffel.selfplay import gather_score_values


@compiled
def value_before_turn(tables: Any, dice: Any, sheet: Array, keeps: Array) -> Float:
    """Return the value of a sheet (columns, 3) before a turn.

    The first lane of `keeps` (3, 462, LANES) receives the value of each keep before the second, the third and the free
    roll.
    """
    rules = tables.rules
    fields = rules.points.shape[1]
    after = np.full((2, fields, rules.class_after.shape[2], LANES), FORBIDDEN)
    best = np.empty_like(keeps[0])
    gather_score_values(tables, sheet, after, 0)
    entries = Entries(rules.points, rules.rank, np.arange(fields))
    solve_turn(entries, dice, after, Keeps(keeps[0], keeps[1], keeps[2]), best)
    return best[0, 0]
