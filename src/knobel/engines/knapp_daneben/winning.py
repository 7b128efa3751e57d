"""Probability of winning Knapp Daneben! against the sheets on the table, which share the dice."""

from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.endgame import value_entries
from knobel.engines.knapp_daneben.lookup import CELLS, SUMS, default_rules
from knobel.engines.knapp_daneben.search import Entries, Search, best_entry
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    Sheet,
    best_entry_value,
    enter,
    evaluate,
    expected_best_entry,
    free_circles,
    score,
    sheet_value,
    undo_entry,
)
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.winning_shared_dice import win_probability

RISK_CIRCLES = 8
"""Number of free circles before an entry from which risks cost more points than they gain in winning probability."""
MIN_VARIANCE_FACTOR, MAX_VARIANCE_FACTOR = 0.3, 3.0
"""Bounds for a variance, as factors of the usual variance."""
SAMPLED_ROLLS = 256
"""Number of rolls that represent all rolls in comparisons of entries."""
OPPONENT_SEARCH = Search.of(4, exact=3)
"""The search that the other seats are assumed to use."""


@cache
def sample_rolls() -> Array:
    """Return a fixed sample of all rolls."""
    rolls = default_rules().rolls
    return read_only(rolls[np.random.default_rng(0).choice(len(rolls), SAMPLED_ROLLS, replace=False)], np.int64)


@nested
def value_rolls(own: Int, best: Array, rolls: Array, mean: Float, out: Array) -> Float:
    """Write to `out` (rolls) the value of the best entry for each roll, and return the variance of these values.

    All values are shifted by the same amount so that they have the given mean.
    """
    total, square = 0.0, 0.0
    for r in range(len(rolls)):
        offer = best_entry_value(own, best, rolls[r])
        out[r] = offer
        total += offer
        square += offer * offer
    total /= len(rolls)
    for r in range(len(rolls)):
        out[r] += mean - total
    return square / len(rolls) - total**2


@nested
def deviation_after(deviations: Any, sheet: Sheet, next_: Float) -> Float:
    """Return the standard deviation of the points still to come after the next roll.

    :param next_: the part of the variance that is due to the next roll.
    """
    n = free_circles(sheet)
    if n < 2:
        return 0.0
    usual = deviations.deviation[CELLS - n + 1] ** 2
    variance = sheet_value(deviations.variances, sheet) - next_
    # The learned variances of rare sheets may be inaccurate.
    return sqrt(min(max(variance, MIN_VARIANCE_FACTOR * usual), MAX_VARIANCE_FACTOR * usual))


@compiled
def enter_opponents(tables: Any, search: Any, scratch: Any, seats: Any, faces: Array, most: Int) -> None:
    """Let the other seats with more than `most` free circles enter the present roll, by search for points."""
    shape = CELLS, SUMS
    found = Entries(np.empty(shape), np.empty(shape), np.empty(shape))
    for i in range(1, len(seats.sheets)):
        sheet = seats.sheets[i]
        if free_circles(sheet) > most:
            value_entries(tables, search, scratch, sheet, faces, found)
            cell, total = best_entry(found.searched)
            enter(tables, sheet, cell, total)


@nested
def expect_opponents(tables: Any, deviations: Any, level: Any, seats: Any) -> None:
    """Compute the expected final points of the other seats before and after the next roll."""
    for i in range(1, len(seats.sheets)):
        sheet = seats.sheets[i]
        n = free_circles(sheet)
        seats.mean[i], seats.deviation[i] = score(tables, sheet), 0.0
        if n > 0:
            evaluate(tables, sheet, level.all, level)
            seats.mean[i] += expected_best_entry(sheet.own, level.best)
            if n >= RISK_CIRCLES:
                seats.deviation[i] = deviations.deviation[CELLS - n]
            else:
                next_ = value_rolls(sheet.own, level.best, seats.rolls, seats.mean[i], seats.after[:, i])
                seats.deviation[i] = deviation_after(deviations, sheet, next_)


@nested
def table_win_probability(tables: Any, deviations: Any, level: Any, seats: Any, mean: Float) -> Float:
    """Return the probability of winning before the next roll, for a sheet with this mean of final points.

    With fewer than `RISK_CIRCLES` free circles, the next roll is enumerated for all sheets together, and the points
    after it are normally distributed around their value. With more, all points to come are.
    """
    sheet, others = seats.sheets[0], len(seats.sheets) - 1
    n = free_circles(sheet)
    filled = CELLS - n
    if n == 0:
        return win_probability(mean, 0.0, seats.mean[1:], seats.deviation[1:], others, 0.0)
    if n >= RISK_CIRCLES:
        deviation, rho = deviations.deviation[filled], deviations.correlation[filled]
        return win_probability(mean, deviation, seats.mean[1:], seats.deviation[1:], others, rho)
    evaluate(tables, sheet, level.all, level)
    next_ = value_rolls(sheet.own, level.best, seats.rolls, mean, seats.after[:, 0])
    deviation, rho = deviation_after(deviations, sheet, next_), deviations.correlation[filled + 1]
    total = 0.0
    # The rows of a loop over the array would have the type of rows with gaps, for which all would be compiled again.
    for roll in range(len(seats.after)):
        after = seats.after[roll]
        total += win_probability(after[0], deviation, after[1:], seats.deviation[1:], others, rho)
    return total / len(seats.after)


@nested
def search_gain(tables: Any, level: Any, sheet: Sheet, searched: Array) -> Float:
    """Return the value of the best entry by deeper search minus its value by the sheet after it."""
    cell, total = best_entry(searched)
    gain = enter(tables, sheet, cell, total)
    evaluate(tables, sheet, level.all, level)
    better = searched[cell, total] - gain - expected_best_entry(sheet.own, level.best)
    undo_entry(tables, sheet, cell)
    return better


@compiled
def win_probabilities(tables: Any, deviations: Any, scratch: Any, seats: Any, entries: Any) -> None:
    """Compute the probabilities of winning, `win` of `entries`, for the searched entries.

    The other seats have already entered.
    """
    level, sheet = scratch[0], seats.sheets[0]
    points, n = score(tables, sheet), free_circles(sheet)
    expect_opponents(tables, deviations, level, seats)
    # Deeper search finds higher values than the values one roll later. Only differences of this correction from that of
    # the best entry count, because the sheets of the others would also gain.
    better = search_gain(tables, level, sheet, entries.searched) if 1 < n <= RISK_CIRCLES else 0.0
    entries.win[:] = IMPOSSIBLE
    for cell in range(CELLS):
        for total in range(SUMS):
            value = entries.searched[cell, total]
            if value > IMPOSSIBLE:
                enter(tables, sheet, cell, total)
                entries.win[cell, total] = table_win_probability(
                    tables, deviations, level, seats, points + value - better
                )
                undo_entry(tables, sheet, cell)


@compiled
def win_probability_before_roll(tables: Any, deviations: Any, scratch: Any, seats: Any) -> Float:
    """Return the probability of winning when this seat and the others wait for the next roll."""
    level, sheet = scratch[0], seats.sheets[0]
    expect_opponents(tables, deviations, level, seats)
    mean = 0.0 + score(tables, sheet)
    if free_circles(sheet) > 0:
        evaluate(tables, sheet, level.all, level)
        mean += expected_best_entry(sheet.own, level.best)
    return table_win_probability(tables, deviations, level, seats, mean)
