"""Compiled backward induction for Knöffel over all states of one column, from full columns.

`rules` is `knobel.engines.knoeffel.lookup.Rules`, `dice` is `knobel.engines.shared.five_dice.FiveDice`. A table of
values has the shape `Rules.shape`; that module also defines the order of its states.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Int, compiled, nested
from knobel.engines.shared.five_dice import FIVE_EQUAL, FORBIDDEN
from knobel.engines.shared.simd import LANES, empty_vectors
from knobel.engines.shared.turn_simd import Entries, Keeps, solve_turn
from knobel.games.knoeffel import KNOEFFEL


class ColumnState(NamedTuple):
    """A state of a column.

    `upper` and `lower` are the filled fields, `kind` is the class within the filled upper fields, and `used` is the
    number of free rolls used.
    """

    upper: Int
    lower: Int
    kind: Int
    used: Int


@compiled
def solve(rules: Any, dice: Any, values: Array) -> None:
    """Fill `values` with the expected points of every state under optimal play, from full columns back.

    The points are those of fields not yet filled, the upper bonus and the free-roll field. Entering a field leads to a
    set of filled fields with a higher number, so the states are computed in descending order.
    """
    rules, dice, values = borrow(rules), borrow(dice), borrow(values)
    count_fields, levels, ranks = rules.points.shape[1], rules.free_points.shape[0], rules.class_after.shape[2]
    keeps = dice.remove_start.shape[0] - 1
    keep_values, best = empty_vectors((keeps, LANES), values.dtype), empty_vectors((keeps, LANES), values.dtype)
    after = empty_vectors((min(levels, 2), count_fields, ranks, LANES), values.dtype)
    after[:] = FORBIDDEN
    fields, points = np.empty(count_fields, np.int64), rules.points.copy()
    for upper in range(rules.class_start.shape[0] - 2, -1, -1):
        first, classes = rules.class_start[upper], rules.class_start[upper + 1] - rules.class_start[upper]
        for lower in range(values.shape[0] - 1, -1, -1):
            block = values[lower, levels * first : levels * (first + classes)]
            write_jokers(rules, upper, lower, points)
            entries = Entries(points, rules.rank, open_fields(rules, upper, lower, fields))
            if len(entries.open) == 0:
                for i in range(len(block)):
                    block[i] = rules.bonus[first + i % classes] + rules.free_points[i // classes]
                continue
            for start in range(0, len(block), LANES):
                for lane in range(LANES):
                    i = min(start + lane, len(block) - 1)
                    gather(
                        rules, values, ColumnState(upper, lower, i % classes, i // classes), entries.open, after, lane
                    )
                solve_turn(entries, dice, after, Keeps(keep_values, keep_values, keep_values), best)
                for lane in range(min(LANES, len(block) - start)):
                    block[start + lane] = best[0, lane]


@nested
def knoeffel_state(rules: Any, lower: Int) -> Int:
    """Return the state of the Knöffel field, one of those in `variants`, from the filled lower fields with jokers."""
    upper_fields, count = rules.class_after.shape[1], rules.points.shape[1]
    filled = lower >> (KNOEFFEL - upper_fields) & 1
    return filled + (filled & lower >> (count - upper_fields))


@nested
def write_jokers(rules: Any, upper: Int, lower: Int, points: Array) -> None:
    """Write to `points` (252, fields) what five equal dice score in a state, if there are jokers."""
    if rules.joker.shape[0] == 0:
        return
    all_lower = (1 << (points.shape[1] - rules.class_after.shape[1])) - 1
    lower_free = int(lower & all_lower != all_lower)
    state = knoeffel_state(rules, lower)
    for face in range(len(FIVE_EQUAL)):
        for field in range(points.shape[1]):
            points[FIVE_EQUAL[face], field] = rules.joker[state, upper >> face & 1, lower_free, face, field]


@nested
def open_fields(rules: Any, upper: Int, lower: Int, fields: Array) -> Array:
    """Write the open fields to the beginning of `fields` and return that part."""
    count = 0
    for field in range(len(fields)):
        if not (lower << rules.class_after.shape[1] | upper) >> field & 1:
            fields[count] = field
            count += 1
    return fields[:count]


@nested
def gather(rules: Any, values: Array, state: Any, fields: Array, after: Array, lane: Int) -> None:
    """Write to a lane of `after` the values of the states after each entry, without and with a free roll to pay.

    :param fields: the open fields.
    :param after: (1 or 2, fields, ranks, LANES).
    """
    rules, values, fields, after = borrow(rules), borrow(values), borrow(fields), borrow(after)
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
                lower = state.lower | 1 << (field - upper_fields)
                out[field, 0, lane] = values[lower, here]
                if field == KNOEFFEL and rules.joker.shape[0] > 0:
                    out[field, 1, lane] = values[lower | 1 << (rules.points.shape[1] - upper_fields), here]
            else:
                new = state.upper | 1 << field
                block = levels * rules.class_start[new]
                block += used * (rules.class_start[new + 1] - rules.class_start[new])
                for rank in range(ranks):
                    kind = rules.class_after[first + state.kind, field, rank]
                    out[field, rank, lane] = values[state.lower, block + kind]
