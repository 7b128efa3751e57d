"""Knöffel compiled: every state of a column solved, and games played.

`column` and `dice` are bundles of arrays, `knobel.engines.knoeffel.arrays.Column` and `knobel.engines.shared.five_dice.FiveDice`; a
table of values has the shape `Column.shape`, and the states in it are ordered as `Column` says.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import LANES, empty
from knobel.engines.shared.turn_lanes import NEVER, look_ahead


@compiled
def solve(column: Any, dice: Any, values: Array) -> None:
    """Fill `values` with the points still to be expected in every state under optimal play, from full columns back.

    The points are those of fields not yet filled, the upper bonus and the free-roll field. Entering a field leads to a
    set of filled fields of a higher number, so falling numbers see what they need.
    """
    column, dice, values = borrowed(column), borrowed(dice), borrowed(values)
    levels = column.free_points.shape[0]
    uppers, lowers = column.class_start.shape[0] - 1, values.shape[0]
    upper_fields, ranks = column.class_after.shape[1], column.class_after.shape[2]
    count_fields = column.points.shape[1]
    keeps = dice.remove_start.shape[0] - 1
    worth, best = empty((keeps, LANES), values.dtype), empty((keeps, LANES), values.dtype)
    after = empty((count_fields, ranks, LANES), values.dtype)
    after_free = empty((count_fields, ranks, LANES), values.dtype)
    after[:] = NEVER
    after_free[:] = NEVER
    fields = np.empty(count_fields, np.int64)
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
                    values[lower, levels * first + state] = (
                        column.bonus[first + state % classes] + column.free_points[state // classes]
                    )
                continue
            for start in range(0, states, LANES):
                for lane in range(LANES):
                    state = min(start + lane, states - 1)
                    used, kind = state // classes, state % classes
                    gather(column, values, upper, lower, kind, used, fields, count, after, lane)
                    if used + 1 < levels:
                        gather(column, values, upper, lower, kind, used + 1, fields, count, after_free, lane)
                    else:
                        after_free[:, :, lane] = NEVER
                look_ahead(
                    column.points,
                    column.rank,
                    dice,
                    fields,
                    count,
                    after,
                    after_free,
                    levels > 1,
                    worth,
                    worth,
                    worth,
                    best,
                )
                for lane in range(min(LANES, states - start)):
                    values[lower, levels * first + start + lane] = best[0, lane]


@compiled
def gather(
    column: Any,
    values: Array,
    upper: int,
    lower: int,
    kind: int,
    used: int,
    fields: Array,
    count: int,
    after: Array,
    lane: int,
) -> None:
    """Write into a lane of `after` (fields, ranks, LANES) the values of the states that entries lead to.

    :param kind: the class within its filled upper fields; `used`: the free rolls used when the entry is made.
    """
    levels = column.free_points.shape[0]
    upper_fields, ranks = column.class_after.shape[1], column.class_after.shape[2]
    first, classes = column.class_start[upper], column.class_start[upper + 1] - column.class_start[upper]
    for i in range(count):
        field = fields[i]
        if field >= upper_fields:
            here = levels * first + used * classes + kind
            after[field, 0, lane] = values[lower | 1 << (field - upper_fields), here]
        else:
            new = upper | 1 << field
            block = levels * column.class_start[new] + used * (column.class_start[new + 1] - column.class_start[new])
            for rank in range(ranks):
                after[field, rank, lane] = values[lower, block + column.class_after[first + kind, field, rank]]


@compiled
def solve_together(points: Array, rank: Array, dice: Any, order: Array, values: Array) -> None:
    """Fill `values` (3^fields) with the points to be expected from two columns whose fields are free, without a bonus
    and without free rolls, by how often each field is filled; the first field is the lowest of the base-3 digits.

    :param rank: (252, fields) zeros: what comes after an entry does not depend on its score.
    :param order: all states but the full one, such that every one comes later than those that its entries lead to, and
        any that stand together in a group of LANES, counted from the start, do not need each other.
    """
    count = points.shape[1]
    keeps = dice.remove_start.shape[0] - 1
    worth, best = empty((keeps, LANES), values.dtype), empty((keeps, LANES), values.dtype)
    after = empty((count, 1, LANES), values.dtype)
    fields = np.arange(count)
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            state = order[start + lane]
            weight = 1
            for field in range(count):
                after[field, 0, lane] = NEVER if state // weight % 3 == 2 else values[state + weight]
                weight *= 3
        look_ahead(points, rank, dice, fields, count, after, after, False, worth, worth, worth, best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]
