"""Mean and second moment of the points still to come under optimal play.

The mean decides which dice are kept and which field is filled, as in `engines.shared.turn_simd`; the second moment
follows the same choices. Each array of lanes in that module is a pair of arrays here, `Moments`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, nested
from knobel.engines.shared.five_dice import FIRST_ROLL, FORBIDDEN
from knobel.engines.shared.simd import load, row, select_greater, splat, store, vector_add, vector_max, vector_multiply
from knobel.engines.shared.turn_simd import value_keeps as throw_one


class Moments(NamedTuple):
    """Two arrays of the same shape: means and second moments."""

    mean: Array
    square: Array


@nested
def value_rolls(entries: Any, after: Any, values: Any) -> None:
    """Set the values of rolls like `engines.shared.turn_simd.value_rolls`, with second moments."""
    entries, after, values = borrow(entries), borrow(after), borrow(values)
    points, rank, fields = entries.points, entries.rank, entries.open
    number_of = values.mean.dtype.type
    ranks = row(after.mean.shape[1])
    for roll in range(row(points.shape[0])):
        value, moment = splat(number_of(FORBIDDEN)), splat(number_of(0))
        for i in range(row(fields.shape[0])):
            field = row(fields[i])
            where = field * ranks + row(rank[roll, field])
            number = number_of(points[roll, field])
            rest = load(after.mean, where)
            this = vector_add(splat(number), rest)
            # (score + rest)^2 = score (score + 2 rest) + rest^2
            twice = vector_add(this, rest)
            this_moment = vector_add(vector_multiply(splat(number), twice), load(after.square, where))
            moment = select_greater(this, value, this_moment, moment)
            value = vector_max(this, value)
        store(values.mean, row(FIRST_ROLL) + roll, value)
        store(values.square, row(FIRST_ROLL) + roll, moment)


@nested
def value_keeps(dice: Any, values: Any) -> None:
    """Set the values of keeps like `engines.shared.turn_simd.value_keeps`, with second moments."""
    throw_one(dice, values.mean)
    throw_one(dice, values.square)


@nested
def best_keeps(dice: Any, values: Any, best: Any) -> None:
    """Choose the best keeps like `engines.shared.turn_simd.best_keeps`, with second moments."""
    dice, values, best = borrow(dice), borrow(values), borrow(best)
    store(best.mean, row(0), load(values.mean, row(0)))
    store(best.square, row(0), load(values.square, row(0)))
    for keep in range(row(1), row(values.mean.shape[0])):
        value, moment = load(values.mean, keep), load(values.square, keep)
        for i in range(row(dice.remove_start[keep]), row(dice.remove_start[keep + row(1)])):
            other = load(best.mean, row(dice.remove[i]))
            moment = select_greater(other, value, load(best.square, row(dice.remove[i])), moment)
            value = vector_max(other, value)
        store(best.mean, keep, value)
        store(best.square, keep, moment)


@nested
def copy_rolls(source: Any, target: Any) -> None:
    """Copy the values of rolls."""
    for i in range(row(FIRST_ROLL), row(source.mean.shape[0])):
        store(target.mean, i, load(source.mean, i))
        store(target.square, i, load(source.square, i))


@nested
def max_of_rolls(values: Any, other: Any) -> None:
    """Write to `values` the larger value of each roll in `values` and `other`, with its second moment."""
    for i in range(row(FIRST_ROLL), row(values.mean.shape[0])):
        mine, theirs = load(values.mean, i), load(other.mean, i)
        store(values.square, i, select_greater(theirs, mine, load(other.square, i), load(values.square, i)))
        store(values.mean, i, vector_max(theirs, mine))


@nested
def solve_rest_of_turn(dice: Any, values: Any, best: Any) -> None:
    """Compute the value of the turn, in row 0 of `best`, from the values of rolls after the third roll."""
    for _ in range(2):
        value_keeps(dice, values)
        best_keeps(dice, values, best)
        copy_rolls(best, values)
    value_keeps(dice, best)


@nested
def value_keeps_saving(dice: Any, values: Any, best: Any) -> None:
    """Compute the value of each keep when the best part that contains the keep must be kept after the throw.

    :param values: the value of each keep one roll later, with the entries of rolls in its last rows.
    :param best: receives the values, for keeps of fewer than five dice.
    """
    part = Moments(np.empty_like(values.mean), np.empty_like(values.mean))
    number_of = values.mean.dtype.type
    nothing = splat(number_of(0))
    for keep in range(row(values.mean.shape[0])):
        store(best.mean, keep, nothing)
        store(best.square, keep, nothing)
    for roll in range(row(dice.part_start.shape[0] - 1)):
        first, end = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        for i in range(row(1), end - first + row(1)):
            here = end - i
            keep = row(dice.part[here])
            value, moment = load(values.mean, keep), load(values.square, keep)
            for j in range(row(dice.larger_start[here]), row(dice.larger_start[here + row(1)])):
                other = row(dice.larger[j])
                moment = select_greater(load(part.mean, other), value, load(part.square, other), moment)
                value = vector_max(load(part.mean, other), value)
            store(part.mean, here - first, value)
            store(part.square, here - first, moment)
            share = splat(number_of(dice.part_chance[here]))
            store(best.mean, keep, vector_add(load(best.mean, keep), vector_multiply(share, value)))
            store(best.square, keep, vector_add(load(best.square, keep), vector_multiply(share, moment)))
