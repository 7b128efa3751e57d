"""Probability of winning Knapp Daneben! against the sheets on the table, which share the dice."""

from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knapp_daneben.endgame import value_entries
from knobel.engines.knapp_daneben.search import Entries, Search, best_entry
from knobel.engines.knapp_daneben.tables import CELLS, SUMS, Sheet, usual_rules
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    best_offer,
    evaluate,
    free_circles,
    mean_of_best,
    points_on,
    put,
    take_back,
    value_of,
)
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.winning import win_chance

RACE = 8
"""Number of free circles before an entry from which risks cost more points than they gain in winning probability."""
LEAST, MOST = 0.3, 3.0
"""Bounds for a variance, as factors of the usual variance."""
ROLLS = 256
"""Number of rolls that represent all rolls in comparisons of entries."""
LAST = 1
"""Number of free circles before a roll up to which all rolls are enumerated and the probabilities are exact."""
THEIRS = Search.of(4, exact=3)
"""The search that the other seats are assumed to use."""


class Seats(NamedTuple):
    """The sheets of all seats, that of the evaluated seat first, and the expectations of their final points.

    - `sheets` (seats) of `SHEET`.
    - `mean` and `deviation` (seats): of the final points.
    - `rolls` (any, 5): if the next roll is enumerated, its dice as in `Rules`. `after` (rolls, seats) is then the mean
      after each roll, and the deviation is that after the roll.
    """

    sheets: Array
    mean: Array
    deviation: Array
    rolls: Array
    after: Array

    @classmethod
    def of(cls, sheets: Array, rolls: Array) -> "Seats":
        """Return the seats without any expectations."""
        n = len(sheets)
        return cls(sheets, np.zeros(n), np.zeros(n), rolls, np.zeros((len(rolls), n)))


@cache
def some_rolls() -> Array:
    """Return a fixed sample of all rolls."""
    rolls = usual_rules().rolls
    return read_only(rolls[np.random.default_rng(0).choice(len(rolls), ROLLS, replace=False)], np.int64)


@compiled
def offers(own: Int, best: Array, rolls: Array, mean: Float, out: Array) -> Float:
    """Write to `out` (rolls) the value of the best entry for each roll, and return the variance of these values.

    All values are shifted by the same amount so that they have the given mean.
    """
    total, square = 0.0, 0.0
    for r in range(len(rolls)):
        offer = best_offer(own, best, rolls[r])
        out[r] = offer
        total += offer
        square += offer * offer
    total /= len(rolls)
    for r in range(len(rolls)):
        out[r] += mean - total
    return square / len(rolls) - total**2


@compiled
def deviation_after(spread: Any, sheet: Sheet, next_: Float) -> Float:
    """Return the standard deviation of the points still to come after the next roll.

    :param next_: the part of the variance that is due to the next roll.
    """
    n = free_circles(sheet)
    if n < 2:
        return 0.0
    usual = spread.deviation[CELLS - n + 1] ** 2
    variance = value_of(spread.variances, sheet) - next_
    # The learned variances of rare sheets may be inaccurate.
    return sqrt(min(max(variance, LEAST * usual), MOST * usual))


@compiled
def reply(tables: Any, search: Any, scratch: Any, seats: Any, faces: Array, most: Int) -> None:
    """Let the other seats with more than `most` free circles enter the present roll, by search for points."""
    shape = CELLS, SUMS
    found = Entries(np.empty(shape), np.empty(shape), np.empty(shape))
    for i in range(1, len(seats.sheets)):
        sheet = seats.sheets[i]
        if free_circles(sheet) > most:
            value_entries(tables, search, scratch, sheet, faces, found)
            cell, total = best_entry(found.searched)
            put(tables, sheet, cell, total)


@compiled
def expect_others(tables: Any, spread: Any, level: Any, seats: Any) -> None:
    """Compute the expected final points of the other seats before and after the next roll."""
    for i in range(1, len(seats.sheets)):
        sheet = seats.sheets[i]
        n = free_circles(sheet)
        seats.mean[i], seats.deviation[i] = points_on(tables, sheet), 0.0
        if n > 0:
            evaluate(tables, sheet, level.all, level)
            seats.mean[i] += mean_of_best(sheet.own, level.best)
            if n >= RACE:
                seats.deviation[i] = spread.deviation[CELLS - n]
            else:
                next_ = offers(sheet.own, level.best, seats.rolls, seats.mean[i], seats.after[:, i])
                seats.deviation[i] = deviation_after(spread, sheet, next_)


@compiled
def chance(tables: Any, spread: Any, level: Any, seats: Any, mean: Float) -> Float:
    """Return the probability of winning before the next roll, for a sheet with this mean of final points.

    With fewer than `RACE` free circles, the next roll is enumerated for all sheets together, and the points after it
    are normally distributed around their value. With more, all points to come are.
    """
    sheet, others = seats.sheets[0], len(seats.sheets) - 1
    n = free_circles(sheet)
    filled = CELLS - n
    if n == 0:
        return win_chance(mean, 0.0, seats.mean[1:], seats.deviation[1:], others, 0.0)
    if n >= RACE:
        deviation, rho = spread.deviation[filled], spread.correlation[filled]
        return win_chance(mean, deviation, seats.mean[1:], seats.deviation[1:], others, rho)
    evaluate(tables, sheet, level.all, level)
    next_ = offers(sheet.own, level.best, seats.rolls, mean, seats.after[:, 0])
    deviation, rho = deviation_after(spread, sheet, next_), spread.correlation[filled + 1]
    total = 0.0
    for after in seats.after:
        total += win_chance(after[0], deviation, after[1:], seats.deviation[1:], others, rho)
    return total / len(seats.after)


@compiled
def undervalued(tables: Any, level: Any, sheet: Sheet, searched: Array) -> Float:
    """Return the value of the best entry by deeper search minus its value by the sheet after it."""
    cell, total = best_entry(searched)
    gain = put(tables, sheet, cell, total)
    evaluate(tables, sheet, level.all, level)
    better = searched[cell, total] - gain - mean_of_best(sheet.own, level.best)
    take_back(tables, sheet, cell)
    return better


@compiled
def value_chances(tables: Any, spread: Any, scratch: Any, seats: Any, entries: Any) -> None:
    """Compute the probabilities of winning, `win` of `entries`, for the searched entries.

    The other seats have already entered.
    """
    level, sheet = scratch[0], seats.sheets[0]
    points, n = points_on(tables, sheet), free_circles(sheet)
    expect_others(tables, spread, level, seats)
    # Deeper search finds higher values than the values one roll later. Only differences of this correction from that of
    # the best entry count, because the sheets of the others would also gain.
    better = undervalued(tables, level, sheet, entries.searched) if 1 < n <= RACE else 0.0
    entries.win[:] = IMPOSSIBLE
    for cell in range(CELLS):
        for total in range(SUMS):
            worth = entries.searched[cell, total]
            if worth > IMPOSSIBLE:
                put(tables, sheet, cell, total)
                entries.win[cell, total] = chance(tables, spread, level, seats, points + worth - better)
                take_back(tables, sheet, cell)


@compiled
def chance_before_roll(tables: Any, spread: Any, scratch: Any, seats: Any) -> Float:
    """Return the probability of winning when this seat and the others wait for the next roll."""
    level, sheet = scratch[0], seats.sheets[0]
    expect_others(tables, spread, level, seats)
    mean = 0.0 + points_on(tables, sheet)
    if free_circles(sheet) > 0:
        evaluate(tables, sheet, level.all, level)
        mean += mean_of_best(sheet.own, level.best)
    return chance(tables, spread, level, seats, mean)
