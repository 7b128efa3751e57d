"""One turn of up to three rolls of five dice, and perhaps a fourth, for `LANES` positions at once.

Arrays of lanes are [..., LANES] (`engines.shared.lanes`): `worth` (462, LANES) is what it is worth to keep these dice and
throw the others, that of whole rolls in its last 252 rows; `best` (462, LANES) what it is worth to have these dice and
choose what to keep of them. `dice` is a bundle of arrays, `knobel.engines.shared.five_dice.FiveDice`.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.lanes import larger, load, plus, row, splat, store, times
from knobel.engines.shared.rng import below, bits

NEVER = -1e9
"""The worth of what is not allowed, below all others."""


@compiled
def enter(points: Array, rank: Array, fields: Array, count: int, after: Array, worth: Array) -> None:
    """Write into `worth` what each roll is worth when it is entered in the best of the fields.

    :param points: (252, fields) what each roll scores.
    :param rank: (252, fields) which of the scores of a field that is.
    :param fields: the fields that may be entered, `count` of them, at least one.
    :param after: (fields, ranks, LANES) what comes after each score in each field; very low where a lane cannot enter.
    """
    ranks = row(after.shape[1])
    first_roll = row(worth.shape[0] - points.shape[0])
    for roll in range(row(points.shape[0])):
        field = row(fields[0])
        score = splat(worth.dtype.type(points[roll, field]))
        value = plus(score, load(after, field * ranks + row(rank[roll, field])))
        for i in range(row(1), row(count)):
            field = row(fields[i])
            score = splat(worth.dtype.type(points[roll, field]))
            value = larger(value, plus(score, load(after, field * ranks + row(rank[roll, field]))))
        store(worth, first_roll + roll, value)


@compiled
def throw(add: Array, worth: Array) -> None:
    """Write into `worth` what each keep of fewer than five dice is worth: the mean over the next die."""
    sixth = splat(worth.dtype.type(1 / 6))
    for i in range(row(add.shape[0])):
        keep = row(add.shape[0]) - row(1) - i
        low = plus(load(worth, row(add[keep, 0])), load(worth, row(add[keep, 1])))
        middle = plus(load(worth, row(add[keep, 2])), load(worth, row(add[keep, 3])))
        high = plus(load(worth, row(add[keep, 4])), load(worth, row(add[keep, 5])))
        store(worth, keep, times(plus(plus(low, middle), high), sixth))


@compiled
def choose(remove: Array, remove_start: Array, worth: Array, best: Array) -> None:
    """Write into `best` what all dice are worth when the best part of them, perhaps all, is kept."""
    store(best, row(0), load(worth, row(0)))
    for keep in range(row(1), row(worth.shape[0])):
        value = load(worth, keep)
        for i in range(row(remove_start[keep]), row(remove_start[keep + row(1)])):
            value = larger(value, load(best, row(remove[i])))
        store(best, keep, value)


@compiled
def look_ahead(
    points: Array,
    rank: Array,
    dice: Any,
    fields: Array,
    count: int,
    after: Array,
    after_free: Array,
    free: bool,
    keep2: Array,
    keep3: Array,
    keep4: Array,
    best: Array,
) -> None:
    """What every choice in a turn is worth, backwards from its end.

    :param after: as in `enter`, for an entry without a free roll; `after_free` for one that was paid with a free roll.
    :param free: whether any lane may roll freely; without, `after_free` is not read.
    :param keep2: (462, LANES) receives what each keep is worth before the second roll; `keep3` before the third and
        `keep4`, if `free`, before the free one. They may be one array if they are of no interest.
    :param best: (462, LANES) receives what the dice are worth after the first roll, and in row 0 what the turn is.
    """
    rolls = row(points.shape[0])
    first_roll = row(best.shape[0]) - rolls
    if free:
        enter(points, rank, fields, count, after_free, keep4)
        throw(dice.add, keep4)
        choose(dice.remove, dice.remove_start, keep4, best)
    enter(points, rank, fields, count, after, keep3)
    if free:
        for roll in range(first_roll, first_roll + rolls):
            store(keep3, roll, larger(load(keep3, roll), load(best, roll)))
    throw(dice.add, keep3)
    choose(dice.remove, dice.remove_start, keep3, best)
    for roll in range(first_roll, first_roll + rolls):
        store(keep2, roll, load(best, roll))
    throw(dice.add, keep2)
    choose(dice.remove, dice.remove_start, keep2, best)
    throw(dice.add, best)


@compiled
def look_ahead_saving(
    points: Array,
    rank: Array,
    dice: Any,
    fields: Array,
    count: int,
    after: Array,
    keep2: Array,
    keep3: Array,
    best: Array,
) -> None:
    """Like `look_ahead` without a fourth roll, where a die once kept stays kept.

    Before the second roll a keep is worth, over all rolls that it becomes, the mean of the best part that holds it.
    """
    enter(points, rank, fields, count, after, keep3)
    throw(dice.add, keep3)
    nothing = splat(keep2.dtype.type(0))
    for keep in range(row(keep2.shape[0])):
        store(keep2, keep, nothing)
    for roll in range(row(points.shape[0])):
        first, part = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        while part > first:
            part -= row(1)
            keep = row(dice.part[part])
            value = load(keep3, keep)
            for i in range(row(dice.larger_start[part]), row(dice.larger_start[part + row(1)])):
                value = larger(value, load(best, row(dice.larger[i])))
            store(best, part - first, value)
            share = times(splat(keep2.dtype.type(dice.part_chance[part])), value)
            store(keep2, keep, plus(load(keep2, keep), share))
    choose(dice.remove, dice.remove_start, keep2, best)
    throw(dice.add, best)


@compiled
def first_roll(rng: Array, dice: Any) -> int:
    """The roll that five dice show."""
    return int(dice.throws[below(rng, len(dice.throws))])


@compiled
def rethrow(rng: Array, dice: Any, keep: int) -> int:
    """The roll that comes of a keep when the other dice fall.

    Five faces are digits of one random number; the bias is below 10^-5 of each probability.
    """
    word, part = bits(rng) >> np.uint64(32), np.uint64(0xFFFFFFFF)
    while keep < dice.add.shape[0]:
        word *= np.uint64(6)
        keep = int(dice.add[keep, word >> np.uint64(32)])
        word &= part
    return keep - int(dice.add.shape[0])
