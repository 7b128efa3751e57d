"""How far scores spread under optimal play: the second moment of what is still to come, beside its mean.

The mean decides what is kept and entered, as in `engines.shared.turn_lanes` and `engines.knoeffel.induction`; the second moment follows the
same choices. Arrays of lanes are as there, each with a twin (`square`) for the second moment.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import larger, load, plus, row, splat, store, times, where_larger
from knobel.engines.shared.turn_lanes import NEVER, throw


@compiled
def enter(
    points: Array,
    rank: Array,
    fields: Array,
    count: int,
    after: Array,
    after_square: Array,
    worth: Array,
    square: Array,
) -> None:
    """Like `engines.shared.turn_lanes.enter`, with second moments."""
    ranks = row(after.shape[1])
    first_roll = row(worth.shape[0] - points.shape[0])
    for roll in range(row(points.shape[0])):
        value, moment = splat(worth.dtype.type(NEVER)), splat(worth.dtype.type(0))
        for i in range(row(count)):
            field = row(fields[i])
            where = field * ranks + row(rank[roll, field])
            number = worth.dtype.type(points[roll, field])
            rest = load(after, where)
            this = plus(splat(number), rest)
            # (score + rest)^2 = score (score + 2 rest) + rest^2
            twice = plus(this, rest)
            this_moment = plus(times(splat(number), twice), load(after_square, where))
            moment = where_larger(this, value, this_moment, moment)
            value = larger(this, value)
        store(worth, first_roll + roll, value)
        store(square, first_roll + roll, moment)


@compiled
def choose(remove: Array, remove_start: Array, worth: Array, square: Array, best: Array, best_square: Array) -> None:
    """Like `engines.shared.turn_lanes.choose`, with second moments."""
    store(best, row(0), load(worth, row(0)))
    store(best_square, row(0), load(square, row(0)))
    for keep in range(row(1), row(worth.shape[0])):
        value, moment = load(worth, keep), load(square, keep)
        for i in range(row(remove_start[keep]), row(remove_start[keep + row(1)])):
            other = load(best, row(remove[i]))
            moment = where_larger(other, value, load(best_square, row(remove[i])), moment)
            value = larger(other, value)
        store(best, keep, value)
        store(best_square, keep, moment)


@compiled
def copy(source: Array, target: Array, first: int) -> None:
    """Copy rows from the first one on."""
    for i in range(row(first), row(source.shape[0])):
        store(target, i, load(source, i))


@compiled
def larger_of(worth: Array, square: Array, other: Array, other_square: Array, first: int) -> None:
    """Write the larger of two worths into the first, with its second moment, from this row on."""
    for i in range(row(first), row(worth.shape[0])):
        store(square, i, where_larger(load(other, i), load(worth, i), load(other_square, i), load(square, i)))
        store(worth, i, larger(load(other, i), load(worth, i)))


@compiled
def rest_of_turn(dice: Any, worth: Array, square: Array, best: Array, best_square: Array, first: int) -> None:
    """From what rolls are worth after the third roll to what the turn is, in row 0 of `best` and `best_square`."""
    for _ in range(2):
        throw(dice.add, worth)
        throw(dice.add, square)
        choose(dice.remove, dice.remove_start, worth, square, best, best_square)
        copy(best, worth, first)
        copy(best_square, square, first)
    throw(dice.add, best)
    throw(dice.add, best_square)


@compiled
def choose_holding(dice: Any, worth: Array, square: Array, best: Array, best_square: Array) -> None:
    """What each keep is worth when the other dice are thrown and the best part that holds the keep is kept then.

    :param worth: (462, LANES) what each keep is worth one roll later, entries of rolls in its last rows.
    :param best: (462, LANES) receives it, for keeps of fewer than five dice.
    """
    part_best, part_square = np.empty_like(worth), np.empty_like(worth)
    nothing = splat(worth.dtype.type(0))
    for keep in range(row(worth.shape[0])):
        store(best, keep, nothing)
        store(best_square, keep, nothing)
    for roll in range(row(dice.part_start.shape[0] - 1)):
        first, end = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        for i in range(row(1), end - first + row(1)):
            part = end - i
            keep = row(dice.part[part])
            value, moment = load(worth, keep), load(square, keep)
            for j in range(row(dice.larger_start[part]), row(dice.larger_start[part + row(1)])):
                other = row(dice.larger[j])
                moment = where_larger(load(part_best, other), value, load(part_square, other), moment)
                value = larger(load(part_best, other), value)
            store(part_best, part - first, value)
            store(part_square, part - first, moment)
            share = splat(worth.dtype.type(dice.part_chance[part]))
            store(best, keep, plus(load(best, keep), times(share, value)))
            store(best_square, keep, plus(load(best_square, keep), times(share, moment)))
