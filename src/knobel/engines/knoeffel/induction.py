"""Knöffel solved in compiled code, backwards from full columns: every state of one, and two with free fields.

`rules` is `knobel.engines.knoeffel.tables.Rules`, `dice` `knobel.engines.shared.five_dice.FiveDice`; a table of values
has the shape `Rules.shape`, and the states in it are ordered as is said there.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Int, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.lanes import LANES, empty
from knobel.engines.shared.turn_lanes import Entries, Keeps, look_ahead


class State(NamedTuple):
    """A state of a column: the filled `upper` and `lower` fields, its class within its filled upper fields (`kind`),
    and the free rolls `used`."""

    upper: Int
    lower: Int
    kind: Int
    used: Int


@compiled
def solve(rules: Any, dice: Any, values: Array) -> None:
    """Fill `values` with the points still to be expected in every state under optimal play, from full columns back.

    The points are those of fields not yet filled, the upper bonus and the free-roll field. Entering a field leads to a
    set of filled fields of a higher number, so falling numbers see what they need.
    """
    rules, dice, values = borrowed(rules), borrowed(dice), borrowed(values)
    count_fields, levels, ranks = rules.points.shape[1], rules.free_points.shape[0], rules.class_after.shape[2]
    keeps = dice.remove_start.shape[0] - 1
    worth, best = empty((keeps, LANES), values.dtype), empty((keeps, LANES), values.dtype)
    after = empty((min(levels, 2), count_fields, ranks, LANES), values.dtype)
    after[:] = FORBIDDEN
    fields = np.empty(count_fields, np.int64)
    for upper in range(rules.class_start.shape[0] - 2, -1, -1):
        first, classes = rules.class_start[upper], rules.class_start[upper + 1] - rules.class_start[upper]
        for lower in range(values.shape[0] - 1, -1, -1):
            block = values[lower, levels * first : levels * (first + classes)]
            entries = Entries(rules.points, rules.rank, open_fields(rules, upper, lower, fields))
            if len(entries.open) == 0:
                for i in range(len(block)):
                    block[i] = rules.bonus[first + i % classes] + rules.free_points[i // classes]
                continue
            for start in range(0, len(block), LANES):
                for lane in range(LANES):
                    i = min(start + lane, len(block) - 1)
                    gather(rules, values, State(upper, lower, i % classes, i // classes), entries.open, after, lane)
                look_ahead(entries, dice, after, Keeps(worth, worth, worth), best)
                for lane in range(min(LANES, len(block) - start)):
                    block[start + lane] = best[0, lane]


@compiled
def open_fields(rules: Any, upper: Int, lower: Int, fields: Array) -> Array:
    """Which fields are not filled: the first ones of `fields`, which are written to."""
    count = 0
    for field in range(len(fields)):
        if not (lower << rules.class_after.shape[1] | upper) >> field & 1:
            fields[count] = field
            count += 1
    return fields[:count]


@compiled
def gather(rules: Any, values: Array, state: Any, fields: Array, after: Array, lane: Int) -> None:
    """Write into a lane of `after` (1 or 2, fields, ranks, LANES) the values of the states that entries lead to, first
    without and then with a free roll to pay.

    :param fields: the open ones.
    """
    rules, values, fields, after = borrowed(rules), borrowed(values), borrowed(fields), borrowed(after)
    levels, upper_fields, ranks = rules.free_points.shape[0], rules.class_after.shape[1], rules.class_after.shape[2]
    first, classes = rules.class_start[state.upper], rules.class_start[state.upper + 1] - rules.class_start[state.upper]
    for paid in range(after.shape[0]):
        out, used = after[paid], state.used + paid
        if used == levels:
            out[:, :, lane] = FORBIDDEN
            continue
        for field in fields:
            if field >= upper_fields:
                here = levels * first + used * classes + state.kind
                out[field, 0, lane] = values[state.lower | 1 << (field - upper_fields), here]
            else:
                new = state.upper | 1 << field
                block = levels * rules.class_start[new]
                block += used * (rules.class_start[new + 1] - rules.class_start[new])
                for rank in range(ranks):
                    kind = rules.class_after[first + state.kind, field, rank]
                    out[field, rank, lane] = values[state.lower, block + kind]


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
    after = empty((1, count, 1, LANES), values.dtype)
    entries = Entries(points, rank, np.arange(count))
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            state = order[start + lane]
            weight = 1
            for field in range(count):
                after[0, field, 0, lane] = FORBIDDEN if state // weight % 3 == 2 else values[state + weight]
                weight *= 3
        look_ahead(entries, dice, after, Keeps(worth, worth, worth), best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]
