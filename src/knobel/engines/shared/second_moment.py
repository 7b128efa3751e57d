"""Mean and second moment of the points still to come under optimal play.

The mean decides which dice are kept and which field is filled, as in `engines.shared.turn_lanes`; the second moment
follows the same choices. Each array of lanes in that module is a pair of arrays here, `Moments`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FIRST_ROLL, FORBIDDEN
from knobel.engines.shared.lanes import larger, load, plus, row, splat, store, times, where_larger
from knobel.engines.shared.turn_lanes import throw as throw_one


class Moments(NamedTuple):
    """Two arrays of the same shape: means and second moments."""

    mean: Array
    square: Array


@compiled
def enter(entries: Any, after: Any, worth: Any) -> None:
    """Set the values of rolls like `engines.shared.turn_lanes.enter`, with second moments."""
    entries, after, worth = borrowed(entries), borrowed(after), borrowed(worth)
    points, rank, fields = entries.points, entries.rank, entries.open
    number_of = worth.mean.dtype.type
    ranks = row(after.mean.shape[1])
    for roll in range(row(points.shape[0])):
        value, moment = splat(number_of(FORBIDDEN)), splat(number_of(0))
        for i in range(row(fields.shape[0])):
            field = row(fields[i])
            where = field * ranks + row(rank[roll, field])
            number = number_of(points[roll, field])
            rest = load(after.mean, where)
            this = plus(splat(number), rest)
            # (score + rest)^2 = score (score + 2 rest) + rest^2
            twice = plus(this, rest)
            this_moment = plus(times(splat(number), twice), load(after.square, where))
            moment = where_larger(this, value, this_moment, moment)
            value = larger(this, value)
        store(worth.mean, row(FIRST_ROLL) + roll, value)
        store(worth.square, row(FIRST_ROLL) + roll, moment)


@compiled
def throw(dice: Any, worth: Any) -> None:
    """Set the values of keeps like `engines.shared.turn_lanes.throw`, with second moments."""
    throw_one(dice, worth.mean)
    throw_one(dice, worth.square)


@compiled
def choose(dice: Any, worth: Any, best: Any) -> None:
    """Choose the best keeps like `engines.shared.turn_lanes.choose`, with second moments."""
    dice, worth, best = borrowed(dice), borrowed(worth), borrowed(best)
    store(best.mean, row(0), load(worth.mean, row(0)))
    store(best.square, row(0), load(worth.square, row(0)))
    for keep in range(row(1), row(worth.mean.shape[0])):
        value, moment = load(worth.mean, keep), load(worth.square, keep)
        for i in range(row(dice.remove_start[keep]), row(dice.remove_start[keep + row(1)])):
            other = load(best.mean, row(dice.remove[i]))
            moment = where_larger(other, value, load(best.square, row(dice.remove[i])), moment)
            value = larger(other, value)
        store(best.mean, keep, value)
        store(best.square, keep, moment)


@compiled
def copy_rolls(source: Any, target: Any) -> None:
    """Copy the values of rolls."""
    for i in range(row(FIRST_ROLL), row(source.mean.shape[0])):
        store(target.mean, i, load(source.mean, i))
        store(target.square, i, load(source.square, i))


@compiled
def larger_of_rolls(worth: Any, other: Any) -> None:
    """Write to `worth` the larger value of each roll in `worth` and `other`, with its second moment."""
    for i in range(row(FIRST_ROLL), row(worth.mean.shape[0])):
        mine, theirs = load(worth.mean, i), load(other.mean, i)
        store(worth.square, i, where_larger(theirs, mine, load(other.square, i), load(worth.square, i)))
        store(worth.mean, i, larger(theirs, mine))


@compiled
def rest_of_turn(dice: Any, worth: Any, best: Any) -> None:
    """Compute the value of the turn, in row 0 of `best`, from the values of rolls after the third roll."""
    for _ in range(2):
        throw(dice, worth)
        choose(dice, worth, best)
        copy_rolls(best, worth)
    throw(dice, best)


@compiled
def choose_holding(dice: Any, worth: Any, best: Any) -> None:
    """Compute the value of each keep when the best part that contains the keep must be kept after the throw.

    :param worth: the value of each keep one roll later, with the entries of rolls in its last rows.
    :param best: receives the values, for keeps of fewer than five dice.
    """
    part = Moments(np.empty_like(worth.mean), np.empty_like(worth.mean))
    number_of = worth.mean.dtype.type
    nothing = splat(number_of(0))
    for keep in range(row(worth.mean.shape[0])):
        store(best.mean, keep, nothing)
        store(best.square, keep, nothing)
    for roll in range(row(dice.part_start.shape[0] - 1)):
        first, end = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        for i in range(row(1), end - first + row(1)):
            here = end - i
            keep = row(dice.part[here])
            value, moment = load(worth.mean, keep), load(worth.square, keep)
            for j in range(row(dice.larger_start[here]), row(dice.larger_start[here + row(1)])):
                other = row(dice.larger[j])
                moment = where_larger(load(part.mean, other), value, load(part.square, other), moment)
                value = larger(load(part.mean, other), value)
            store(part.mean, here - first, value)
            store(part.square, here - first, moment)
            share = splat(number_of(dice.part_chance[here]))
            store(best.mean, keep, plus(load(best.mean, keep), times(share, value)))
            store(best.square, keep, plus(load(best.square, keep), times(share, moment)))
