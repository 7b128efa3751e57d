"""Mean and second moment of the points still to come in a column under optimal play."""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knoeffel.induction import ColumnState, gather, open_fields, write_jokers
from knobel.engines.knoeffel.lookup import VALUE_STEP
from knobel.engines.shared.compiled import Array, Int, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.second_moment import (
    Moments,
    best_keeps,
    max_of_rolls,
    solve_rest_of_turn,
    value_keeps,
    value_rolls,
)
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.turn_simd import Entries

SOLVED_DEVIATION_STEP = 1 / 100
"""Resolution of solved standard deviations, in points."""
MOST_STEPS = (1 << 16) - 1
"""The highest number of steps of a value."""


@compiled
def solve(rules: Any, dice: Any, values: Array, squares: Array, upper: Int) -> None:
    """Fill `values` as `engines.knoeffel.induction.solve` does, and `squares` (same shape) with second moments.

    This is done for one set of filled upper fields, after all sets with a higher number.
    """
    count_fields, levels, ranks = rules.points.shape[1], rules.free_points.shape[0], rules.class_after.shape[2]
    keeps = dice.remove_start.shape[0] - 1, LANES
    keep_values = Moments(np.empty(keeps, values.dtype), np.empty(keeps, values.dtype))
    best = Moments(np.empty(keeps, values.dtype), np.empty(keeps, values.dtype))
    after = np.full((2, count_fields, ranks, LANES), FORBIDDEN, values.dtype)
    after_square = np.zeros_like(after)
    plain = Moments(after[0], after_square[0])
    paid = Moments(after[1], after_square[1])
    fields, points = np.empty(count_fields, np.int64), rules.points.copy()
    first, classes = rules.class_start[upper], rules.class_start[upper + 1] - rules.class_start[upper]
    for lower in range(values.shape[0] - 1, -1, -1):
        write_jokers(rules, upper, lower, points)
        entries = Entries(points, rules.rank, open_fields(rules, upper, lower, fields))
        for start in range(0, levels * classes, LANES):
            these = min(LANES, levels * classes - start)
            if len(entries.open) == 0:
                for i in range(start, start + these):
                    value = rules.bonus[first + i % classes] + rules.free_points[i // classes]
                    values[lower, levels * first + i] = value
                    squares[lower, levels * first + i] = value * value
                continue
            for lane in range(LANES):
                i = start + min(lane, these - 1)
                state = ColumnState(upper, lower, i % classes, i // classes)
                gather(rules, values, state, entries.open, after, lane)
                gather(rules, squares, state, entries.open, after_square, lane)
            value_rolls(entries, paid, keep_values)
            value_keeps(dice, keep_values)
            best_keeps(dice, keep_values, best)
            value_rolls(entries, plain, keep_values)
            max_of_rolls(keep_values, best)
            solve_rest_of_turn(dice, keep_values, best)
            for lane in range(these):
                values[lower, levels * first + start + lane] = best.mean[0, lane]
                squares[lower, levels * first + start + lane] = best.square[0, lane]


@compiled
def quantize(values: Array, squares: Array, value_steps: Array, deviation_steps: Array) -> tuple[float, float]:
    """Convert the results of `solve` to steps (uint16), and return the steps in which values and deviations are."""
    most = 0.0
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            most = max(most, values[i, j])
    step = max(VALUE_STEP, most / MOST_STEPS)
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            deviation = sqrt(max(squares[i, j] - values[i, j] * values[i, j], 0.0))
            value_steps[i, j] = int(values[i, j] / step + 0.5)
            deviation_steps[i, j] = int(deviation / SOLVED_DEVIATION_STEP + 0.5)
    return step, SOLVED_DEVIATION_STEP
