"""One turn of five dice, with up to three rolls and possibly a fourth, for `LANES` positions in parallel.

Arrays of lanes have shape [..., LANES] (`engines.shared.lanes`). `worth` (462, LANES) contains the value of keeping
these dice and throwing the others; its last 252 rows contain the values of whole rolls. `best` (462, LANES) contains
the value of having these dice and keeping the best part of them. `dice` is `engines.shared.five_dice.FiveDice`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.lanes import larger, load, plus, row, splat, store, times
from knobel.engines.shared.rng import below, bits


class Entries(NamedTuple):
    """The entries that are possible.

    - `points` (252, fields): the score of each roll in each field.
    - `rank` (252, fields): the index of that score among the scores of the field.
    - `open` (at least 1): the fields that may be filled.
    """

    points: Array
    rank: Array
    open: Array


class Keeps(NamedTuple):
    """The value of each keep (462, LANES) before the `second`, the `third` and the `free` roll.

    All three may be the same array if the caller does not need them.
    """

    second: Array
    third: Array
    free: Array


@compiled
def enter(entries: Any, after: Array, worth: Array) -> None:
    """Write to `worth` the value of each roll when it is entered in the best open field.

    :param after: (fields, ranks, LANES) the value after each score in each field; `FORBIDDEN` where a lane cannot
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
    """Write to `worth` the value of each keep of fewer than five dice: the mean over the next die."""
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
    """Write to `best` the value of all dice when the best part of them, possibly all, is kept."""
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
    """Compute the value of every choice in a turn by backward induction.

    :param after: (1 or 2, fields, ranks, LANES) as in `enter`: for entries without a free roll and, if lanes may take a
        free roll, for entries after one was paid.
    :param keeps: receives the values of keeps, `Keeps`.
    :param best: (462, LANES) receives the value of the dice after the first roll, and in row 0 the value of the turn.
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
    """Compute values like `look_ahead`, without a fourth roll, where kept dice stay kept.

    Before the second roll, the value of a keep is the mean, over all rolls that it can become, of the best part that
    contains it.

    :param after: as in `enter`.
    :param second: (462, LANES) receives the value of each keep before the second roll; `third` before the third.
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
    """Return a random roll of five dice."""
    return int(dice.throws[below(rng, len(dice.throws))])


@compiled
def rethrow(rng: Array, dice: Any, keep: int) -> int:
    """Return the random roll that results from a keep when the other dice are thrown.

    The five faces are digits of one random number; the bias is below 10^-5 of each probability.
    """
    word, part = bits(rng) >> np.uint64(32), np.uint64(0xFFFFFFFF)
    while keep < dice.add.shape[0]:
        word *= np.uint64(6)
        keep = int(dice.add[keep, word >> np.uint64(32)])
        word &= part
    return keep - int(dice.add.shape[0])
