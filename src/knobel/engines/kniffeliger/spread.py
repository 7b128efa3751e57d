"""How far scores of a sheet spread under optimal play: the second moment of what is still to come, beside its mean."""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.lanes import LANES
from knobel.engines.shared.second_moment import Moments, choose, choose_holding, copy_rolls, enter, throw
from knobel.engines.shared.turn_lanes import Entries


@compiled
def solve_sheets(points: Array, rank: Array, dice: Any, order: Array, values: Array, squares: Array) -> None:
    """Fill `values` as `engines.kniffeliger.induction.solve` does, and `squares` (2^rows) with second moments."""
    rows = points.shape[1]
    after = Moments(np.empty((rows, 1, LANES)), np.empty((rows, 1, LANES)))
    keeps = dice.remove_start.shape[0] - 1, LANES
    worth = Moments(np.empty(keeps), np.empty(keeps))
    best = Moments(np.empty(keeps), np.empty(keeps))
    entries = Entries(points, rank, np.arange(rows))
    values[-1] = squares[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            filled = order[start + lane]
            for i in range(rows):
                after.mean[i, 0, lane] = FORBIDDEN if filled >> i & 1 else values[filled | 1 << i]
                after.square[i, 0, lane] = squares[filled | 1 << i]
        enter(entries, after, worth)
        throw(dice, worth)
        choose_holding(dice, worth, best)
        copy_rolls(worth, best)
        choose(dice, best, worth)
        throw(dice, worth)
        for lane in range(LANES):
            values[order[start + lane]] = worth.mean[0, lane]
            squares[order[start + lane]] = worth.square[0, lane]
