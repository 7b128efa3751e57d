"""How far scores of a column spread under optimal play: the second moment of what is still to come, beside its mean."""

from typing import Any

import numpy as np

from knobel.engines.knoeffel.induction import gather
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import LANES
from knobel.engines.shared.second_moment import choose, enter, larger_of, rest_of_turn
from knobel.engines.shared.turn_lanes import NEVER, throw


@compiled
def solve(column: Any, dice: Any, values: Array, squares: Array) -> None:
    """Fill `values` as `engines.knoeffel.induction.solve` does, and `squares`, of the same shape, with second moments."""
    levels = column.free_points.shape[0]
    uppers, lowers = column.class_start.shape[0] - 1, values.shape[0]
    upper_fields, ranks = column.class_after.shape[1], column.class_after.shape[2]
    count_fields = column.points.shape[1]
    worth = np.empty((dice.remove_start.shape[0] - 1, LANES), values.dtype)
    square, best, best_square = np.empty_like(worth), np.empty_like(worth), np.empty_like(worth)
    after = np.full((count_fields, ranks, LANES), NEVER, values.dtype)
    after_free, after_square, after_free_square = np.full_like(after, NEVER), np.zeros_like(after), np.zeros_like(after)
    fields = np.empty(count_fields, np.int64)
    first_roll = worth.shape[0] - column.points.shape[0]
    for upper in range(uppers - 1, -1, -1):
        first, classes = column.class_start[upper], column.class_start[upper + 1] - column.class_start[upper]
        states = levels * classes
        for lower in range(lowers - 1, -1, -1):
            count = 0
            for field in range(count_fields):
                if not (lower << upper_fields | upper) >> field & 1:
                    fields[count] = field
                    count += 1
            if count == 0:
                for state in range(states):
                    value = column.bonus[first + state % classes] + column.free_points[state // classes]
                    values[lower, levels * first + state] = value
                    squares[lower, levels * first + state] = value * value
                continue
            for start in range(0, states, LANES):
                for lane in range(LANES):
                    state = min(start + lane, states - 1)
                    used, kind = state // classes, state % classes
                    gather(column, values, upper, lower, kind, used, fields, count, after, lane)
                    gather(column, squares, upper, lower, kind, used, fields, count, after_square, lane)
                    if used + 1 < levels:
                        gather(column, values, upper, lower, kind, used + 1, fields, count, after_free, lane)
                        gather(column, squares, upper, lower, kind, used + 1, fields, count, after_free_square, lane)
                    else:
                        after_free[:, :, lane] = NEVER
                enter(column.points, column.rank, fields, count, after_free, after_free_square, worth, square)
                throw(dice.add, worth)
                throw(dice.add, square)
                choose(dice.remove, dice.remove_start, worth, square, best, best_square)
                enter(column.points, column.rank, fields, count, after, after_square, worth, square)
                larger_of(worth, square, best, best_square, first_roll)
                rest_of_turn(dice, worth, square, best, best_square, first_roll)
                for lane in range(min(LANES, states - start)):
                    values[lower, levels * first + start + lane] = best[0, lane]
                    squares[lower, levels * first + start + lane] = best_square[0, lane]
