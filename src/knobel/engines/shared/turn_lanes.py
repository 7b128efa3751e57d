"""One turn of up to three rolls of five dice, and perhaps a fourth, for `LANES` positions at once.

Arrays of lanes are [..., LANES] (`engines.shared.lanes`): `worth` (462, LANES) is what it is worth to keep these dice
and throw the others, that of whole rolls in its last 252 rows; `best` (462, LANES) what it is worth to have these dice
and choose what to keep of them. `dice` is `engines.shared.five_dice.FiveDice`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.lanes import larger, load, plus, row, splat, store, times
from knobel.engines.shared.rng import below, bits


class Entries(NamedTuple):
    """What may be entered. `points` (252, fields): what each roll scores. `rank` (252, fields): which of the scores of
    a field that is. `open` (at least 1): the fields that may be entered."""

    points: Array
    rank: Array
    open: Array


class Keeps(NamedTuple):
    """What each keep is worth (462, LANES) before the `second`, the `third` and the `free` roll. They may be one array
    if they are of no interest."""

    second: Array
    third: Array
    free: Array


@compiled
def enter(entries: Any, after: Array, worth: Array) -> None:
    """Write into `worth` what each roll is worth when it is entered in the best of the open fields.

    :param after: (fields, ranks, LANES) what comes after each score in each field; `FORBIDDEN` where a lane cannot
        enter.
    """
    entries, after, worth = borrowed(entries), borrowed(after), borrowed(worth)
    points, rank, fields = entries.points, entries.rank, entries.open
    ranks = row(after.shape[1])
    for roll in range(row(points.shape[0])):
        field = row(fields[0])
        score = splat(worth.dtype.type(points[roll, field]))
        value = plus(score, load(after, field * ranks + row(rank[roll, field])))
        for i in range(row(1), row(fields.shape[0])):
            field = row(fields[i])
            score = splat(worth.dtype.type(points[roll, field]))
            value = larger(value, plus(score, load(after, field * ranks + row(rank[roll, field]))))
        store(worth, row(FIRST_ROLL) + roll, value)


@compiled
def throw(dice: Any, worth: Array) -> None:
    """Write into `worth` what each keep of fewer than five dice is worth: the mean over the next die."""
    dice, worth = borrowed(dice), borrowed(worth)
    add = dice.add
    sixth = splat(worth.dtype.type(1 / 6))
    for i in range(row(add.shape[0])):
        keep = row(add.shape[0]) - row(1) - i
        low = plus(load(worth, row(add[keep, 0])), load(worth, row(add[keep, 1])))
        middle = plus(load(worth, row(add[keep, 2])), load(worth, row(add[keep, 3])))
        high = plus(load(worth, row(add[keep, 4])), load(worth, row(add[keep, 5])))
        store(worth, keep, times(plus(plus(low, middle), high), sixth))


@compiled
def choose(dice: Any, worth: Array, best: Array) -> None:
    """Write into `best` what all dice are worth when the best part of them, perhaps all, is kept."""
    dice, worth, best = borrowed(dice), borrowed(worth), borrowed(best)
    remove, remove_start = dice.remove, dice.remove_start
    store(best, row(0), load(worth, row(0)))
    for keep in range(row(1), row(worth.shape[0])):
        value = load(worth, keep)
        for i in range(row(remove_start[keep]), row(remove_start[keep + row(1)])):
            value = larger(value, load(best, row(remove[i])))
        store(best, keep, value)


@compiled
def look_ahead(entries: Any, dice: Any, after: Array, keeps: Any, best: Array) -> None:
    """What every choice in a turn is worth, backwards from its end.

    :param after: (1 or 2, fields, ranks, LANES) as in `enter`: for entries without a free roll and, if lanes may roll
        freely, for those that were paid with one.
    :param keeps: receives what keeps are worth, `Keeps`.
    :param best: (462, LANES) receives what the dice are worth after the first roll, and in row 0 what the turn is.
    """
    keeps, best = borrowed(keeps), borrowed(best)
    rolls = range(row(FIRST_ROLL), row(best.shape[0]))
    free = after.shape[0] > 1
    if free:
        enter(entries, after[1], keeps.free)
        throw(dice, keeps.free)
        choose(dice, keeps.free, best)
    enter(entries, after[0], keeps.third)
    if free:
        for roll in rolls:
            store(keeps.third, roll, larger(load(keeps.third, roll), load(best, roll)))
    throw(dice, keeps.third)
    choose(dice, keeps.third, best)
    for roll in rolls:
        store(keeps.second, roll, load(best, roll))
    throw(dice, keeps.second)
    choose(dice, keeps.second, best)
    throw(dice, best)


@compiled
def look_ahead_saving(entries: Any, dice: Any, after: Array, second: Array, third: Array, best: Array) -> None:
    """Like `look_ahead` without a fourth roll, where a die once kept stays kept.

    Before the second roll a keep is worth, over all rolls that it becomes, the mean of the best part that holds it.

    :param after: as in `enter`.
    :param second: (462, LANES) receives what each keep is worth before the second roll; `third` before the third.
    """
    dice, second, third, best = borrowed(dice), borrowed(second), borrowed(third), borrowed(best)
    enter(entries, after, third)
    throw(dice, third)
    nothing = splat(second.dtype.type(0))
    for keep in range(row(second.shape[0])):
        store(second, keep, nothing)
    for roll in range(row(dice.part_start.shape[0] - 1)):
        first, part = row(dice.part_start[roll]), row(dice.part_start[roll + row(1)])
        while part > first:
            part -= row(1)
            keep = row(dice.part[part])
            value = load(third, keep)
            for i in range(row(dice.larger_start[part]), row(dice.larger_start[part + row(1)])):
                value = larger(value, load(best, row(dice.larger[i])))
            store(best, part - first, value)
            share = times(splat(second.dtype.type(dice.part_chance[part])), value)
            store(second, keep, plus(load(second, keep), share))
    choose(dice, second, best)
    throw(dice, best)


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
