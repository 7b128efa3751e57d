"""One turn of five dice, with up to three rolls and possibly a fourth, for `LANES` positions in parallel.

Arrays of lanes have shape [..., LANES] (`engines.shared.simd`). `values` (462, LANES) contains the value of keeping
these dice and throwing the others; its last 252 rows contain the values of whole rolls. `best` (462, LANES) contains
the value of having these dice and keeping the best part of them. `dice` is `engines.shared.five_dice.FiveDice`.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, nested
from knobel.engines.shared.five_dice import FIRST_ROLL
from knobel.engines.shared.rng import random_below, random_bits
from knobel.engines.shared.simd import load, row, splat, store, vector_add, vector_max, vector_multiply


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


@nested
def value_rolls(entries: Any, after: Array, values: Array) -> None:
    """Write to `values` the value of each roll when it is entered in the best open field.

    :param after: (fields, ranks, LANES) the value after each score in each field; `FORBIDDEN` where a lane cannot
        enter.
    """
    entries, after, values = borrow(entries), borrow(after), borrow(values)
    points, rank, fields = entries.points, entries.rank, entries.open
    ranks = row(after.shape[1])
    for roll in range(row(points.shape[0])):
        field = row(fields[0])
        score = splat(values.dtype.type(points[roll, field]))
        value = vector_add(score, load(after, field * ranks + row(rank[roll, field])))
        for i in range(row(1), row(fields.shape[0])):
            field = row(fields[i])
            score = splat(values.dtype.type(points[roll, field]))
            value = vector_max(value, vector_add(score, load(after, field * ranks + row(rank[roll, field]))))
        store(values, row(FIRST_ROLL) + roll, value)


@nested
def value_keeps(dice: Any, values: Array) -> None:
    """Write to `values` the value of each keep of fewer than five dice: the mean over the next die."""
    dice, values = borrow(dice), borrow(values)
    add = dice.add
    sixth = splat(values.dtype.type(1 / 6))
    for i in range(row(add.shape[0])):
        keep = row(add.shape[0]) - row(1) - i
        low = vector_add(load(values, row(add[keep, 0])), load(values, row(add[keep, 1])))
        middle = vector_add(load(values, row(add[keep, 2])), load(values, row(add[keep, 3])))
        high = vector_add(load(values, row(add[keep, 4])), load(values, row(add[keep, 5])))
        store(values, keep, vector_multiply(vector_add(vector_add(low, middle), high), sixth))


@nested
def best_keeps(dice: Any, values: Array, best: Array) -> None:
    """Write to `best` the value of all dice when the best part of them, possibly all, is kept."""
    dice, values, best = borrow(dice), borrow(values), borrow(best)
    remove, remove_start = dice.remove, dice.remove_start
    store(best, row(0), load(values, row(0)))
    for keep in range(row(1), row(values.shape[0])):
        value = load(values, keep)
        for i in range(row(remove_start[keep]), row(remove_start[keep + row(1)])):
            value = vector_max(value, load(best, row(remove[i])))
        store(best, keep, value)


@nested
def solve_turn(entries: Any, dice: Any, after: Array, keeps: Any, best: Array) -> None:
    """Compute the value of every choice in a turn by backward induction.

    :param after: (1 or 2, fields, ranks, LANES) as in `value_rolls`: for entries without a free roll and, if lanes
        may take a free roll, for entries after one was paid.
    :param keeps: receives the values of keeps, `Keeps`.
    :param best: (462, LANES) receives the value of the dice after the first roll, and in row 0 the value of the turn.
    """
    keeps, best = borrow(keeps), borrow(best)
    rolls = range(row(FIRST_ROLL), row(best.shape[0]))
    free = after.shape[0] > 1
    if free:
        value_rolls(entries, after[1], keeps.free)
        value_keeps(dice, keeps.free)
        best_keeps(dice, keeps.free, best)
    value_rolls(entries, after[0], keeps.third)
    if free:
        for roll in rolls:
            store(keeps.third, roll, vector_max(load(keeps.third, roll), load(best, roll)))
    value_keeps(dice, keeps.third)
    best_keeps(dice, keeps.third, best)
    for roll in rolls:
        store(keeps.second, roll, load(best, roll))
    value_keeps(dice, keeps.second)
    best_keeps(dice, keeps.second, best)
    value_keeps(dice, best)


@nested
def solve_turn_saving(entries: Any, dice: Any, after: Array, second: Array, third: Array, best: Array) -> None:
    """Compute values like `solve_turn`, without a fourth roll, where kept dice stay kept.

    Before the second roll, the value of a keep is the mean, over all rolls that it can become, of the best part that
    contains it.

    :param after: as in `value_rolls`.
    :param second: (462, LANES) receives the value of each keep before the second roll; `third` before the third.
    """
    dice, second, third, best = borrow(dice), borrow(second), borrow(third), borrow(best)
    value_rolls(entries, after, third)
    value_keeps(dice, third)
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
                value = vector_max(value, load(best, row(dice.larger[i])))
            store(best, part - first, value)
            share = vector_multiply(splat(second.dtype.type(dice.part_chance[part])), value)
            store(second, keep, vector_add(load(second, keep), share))
    best_keeps(dice, second, best)
    value_keeps(dice, best)


@nested
def sample_first_roll(rng: Array, dice: Any) -> int:
    """Return a random roll of five dice."""
    return int(dice.throws[random_below(rng, len(dice.throws))])


@nested
def sample_reroll(rng: Array, dice: Any, keep: int) -> int:
    """Return the random roll that results from a keep when the other dice are thrown.

    The five faces are digits of one random number; the bias is below 10^-5 of each probability.
    """
    word, part = random_bits(rng) >> np.uint64(32), np.uint64(0xFFFFFFFF)
    while keep < dice.add.shape[0]:
        word *= np.uint64(6)
        keep = int(dice.add[keep, word >> np.uint64(32)])
        word &= part
    return keep - int(dice.add.shape[0])
