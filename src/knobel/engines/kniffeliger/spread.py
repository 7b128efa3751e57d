"""How far scores of a sheet spread under optimal play: the second moment of what is still to come, beside its mean."""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import LANES
from knobel.engines.shared.second_moment import choose, choose_holding, copy, enter
from knobel.engines.shared.turn_lanes import NEVER, throw


@compiled
def solve_sheets(points: Array, rank: Array, dice: Any, order: Array, values: Array, squares: Array) -> None:
    """Fill `values` as `engines.kniffeliger.induction.solve` does, and `squares` (2^rows) with second moments."""
    rows = points.shape[1]
    after = np.empty((rows, 1, LANES))
    after_square = np.empty_like(after)
    worth = np.empty((dice.remove_start.shape[0] - 1, LANES))
    square, best, best_square = np.empty_like(worth), np.empty_like(worth), np.empty_like(worth)
    first_roll = worth.shape[0] - points.shape[0]
    fields = np.arange(rows)
    values[-1] = squares[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            filled = order[start + lane]
            for i in range(rows):
                after[i, 0, lane] = NEVER if filled >> i & 1 else values[filled | 1 << i]
                after_square[i, 0, lane] = squares[filled | 1 << i]
        enter(points, rank, fields, rows, after, after_square, worth, square)
        throw(dice.add, worth)
        throw(dice.add, square)
        choose_holding(dice, worth, square, best, best_square)
        copy(worth, best, first_roll)
        copy(square, best_square, first_roll)
        choose(dice.remove, dice.remove_start, best, best_square, worth, square)
        throw(dice.add, worth)
        throw(dice.add, square)
        for lane in range(LANES):
            values[order[start + lane]] = worth[0, lane]
            squares[order[start + lane]] = square[0, lane]
