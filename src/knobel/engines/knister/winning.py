"""Probability of winning Knister: by distributions of final points, and exactly at the end.

All seats have the same number of free cells and get the same rolls. The other seats are assumed to play for points. A
first place shared by n seats counts 1/n. `sheets` (seats) contains the sheet of the evaluated seat first, then the
different sheets of the others, and `copies` the number of other seats with each of these.
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.engine import NOT_CONSIDERED
from knobel.engines.knister.endgame import best_searched, evaluate_entries, exact_value, value_all_fillings
from knobel.engines.knister.lookup import SUM_COUNT
from knobel.engines.knister.values import argmax, copy_sheet, enter_copy, evaluate, prepare, score, variance
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.winning_shared_dice import win_probability_with_copies

MAX_LOSS = 2.0
"""Entries that lose more points than this are not made to win, before the end."""
ROUNDING = 1e-4
"""Maximum difference of values that is attributed to rounding."""
CORRELATION_BASE, CORRELATION_SLOPE, CORRELATION_EQUAL_SHEETS = 0.1, 0.5, 0.35
"""Correlation of the effects of later rolls on two sheets, given the correlation r of the effects of the next roll.

It is `CORRELATION_BASE` plus `CORRELATION_SLOPE` times r plus `CORRELATION_EQUAL_SHEETS` times r**16; the last term
matters only for nearly equal sheets. Fitted to 29,000 pairs of sheets after 4 to 20 rounds, filled well and badly, each
played to its end by value three times. Except for nearly equal sheets, the variance of their difference was 0.8 to 1.1
times the fitted one.
"""


@nested
def value_after_rolls(tables: Any, scratch: Any, sheet: Any, means: Array, sds: Array) -> Float:
    """Compute the points to come and their standard deviation after each next roll, and return the mean over the rolls.

    Each sum is entered in the cell with the highest value.
    """
    prepare(tables, scratch, sheet)
    mean = 0.0
    for total in range(SUM_COUNT):
        evaluate(tables, scratch, sheet, total)
        k = argmax(scratch.values, sheet.left)
        means[total] = scratch.values[k]
        mean += tables.grid.chances[total] * scratch.values[k]
        enter_copy(tables, sheet, k, total, scratch.later)
        sds[total] = sqrt(variance(tables, scratch.later))
    return mean


@nested
def correlation(chances: Array, means: Array, other: Int) -> Float:
    """Return the correlation of the final points of the first sheet and another one after the next roll
    (`CORRELATION_BASE`).

    :param means: (rolls, sheets) the points to come after each roll.
    """
    own = theirs = 0.0
    for roll in range(SUM_COUNT):
        own += chances[roll] * means[roll, 0]
        theirs += chances[roll] * means[roll, other]
    one = two = both = 0.0
    for roll in range(SUM_COUNT):
        a, b = means[roll, 0] - own, means[roll, other] - theirs
        one += chances[roll] * a * a
        two += chances[roll] * b * b
        both += chances[roll] * a * b
    r = both / sqrt(one * two) if one * two > 0 else 0.0
    return max(CORRELATION_BASE + CORRELATION_SLOPE * r + CORRELATION_EQUAL_SHEETS * r**16, 0.0)


@nested
def estimate_win_probabilities(
    tables: Any, scratch: Any, sheets: Any, copies: Array, total: Int, values: Array, chances: Array
) -> None:
    """Estimate the probability that the first seat wins, for each entry of a sum index.

    `chances[k]` receives the probability for the k-th free cell if its value in `values` (immediate points plus points
    to come) loses no more than `MAX_LOSS`, otherwise `NOT_CONSIDERED`. One roll is looked ahead for all sheets. After
    it, final points are normally distributed around the values. Their correlation with each other sheet is that after
    the entry with the highest value, for all entries: an entry changes the correlation for the next roll, but less so
    for later rolls.
    """
    n, others = sheets[0].left, len(sheets) - 1
    means, sds = np.empty((SUM_COUNT, others + 1)), np.empty((SUM_COUNT, others + 1))
    for other in range(1, others + 1):
        prepare(tables, scratch, sheets[other])
        evaluate(tables, scratch, sheets[other], total)
        gain = enter_copy(tables, sheets[other], argmax(scratch.values, n), total, scratch.sheet)
        value_after_rolls(tables, scratch, scratch.sheet, means[:, other], sds[:, other])
        points = score(tables, sheets[other]) + gain
        for roll in range(SUM_COUNT):
            means[roll, other] += points
    best, own_score = argmax(values, n), score(tables, sheets[0])
    least = values[best] - MAX_LOSS
    enter_copy(tables, sheets[0], best, total, scratch.sheet)
    value_after_rolls(tables, scratch, scratch.sheet, means[:, 0], sds[:, 0])
    rho = 0.0
    for other in range(1, others + 1):
        rho += correlation(tables.grid.chances, means, other) / others
    for k in range(n):
        chances[k] = NOT_CONSIDERED
        if values[k] < least:
            continue
        enter_copy(tables, sheets[0], k, total, scratch.sheet)
        mean = value_after_rolls(tables, scratch, scratch.sheet, means[:, 0], sds[:, 0])
        chance = 0.0
        for roll in range(SUM_COUNT):
            own = own_score + values[k] + means[roll, 0] - mean
            won = win_probability_with_copies(own, sds[roll, 0], means[roll, 1:], sds[roll, 1:], copies, others, rho)
            chance += tables.grid.chances[roll] * won
        chances[k] = chance


@nested
def enter_for_points(tables: Any, endgame: Any, sheet: Any, total: Int, target: Any) -> Int:
    """Write to `target` the sheet after the exactly best entry for points, and return the immediate points."""
    found, highest = 0, -1.0
    for k in range(sheet.left):
        gain = enter_copy(tables, sheet, k, total, target)
        value = gain + exact_value(tables, endgame, target)
        if value > highest + ROUNDING:
            found, highest = k, value
    return enter_copy(tables, sheet, found, total, target)


@nested
def raise_opponent_scores(tables: Any, endgame: Any, winning: Any, sheet: Any, copies: Int) -> None:
    """Raise `winning.best_opponent` to the final points of a sheet on which the coming rolls are entered for points.

    :param copies: the number of seats with this sheet, which are counted in `winning.best_count`.
    """
    n, codes, values, power = sheet.left, winning.codes, endgame.values, endgame.power
    exact_value(tables, endgame, sheet)
    codes[0] = 0
    count = 1
    for _ in range(n):
        # The descending order ensures that a longer sequence overwrites only processed ones.
        for sequence in range(count - 1, -1, -1):
            code = codes[sequence]
            for roll in range(SUM_COUNT - 1, -1, -1):
                reached, highest = 0, -1.0
                for d in range(n):
                    if code // power[d] % (SUM_COUNT + 1) == 0:
                        entered_code = code + (roll + 1) * power[d]
                        if values[entered_code] > highest + ROUNDING:
                            reached, highest = entered_code, values[entered_code]
                codes[sequence * SUM_COUNT + roll] = reached
        count *= SUM_COUNT
    points = score(tables, sheet)
    for sequence in range(count):
        final = points + values[codes[sequence]]
        if final > winning.best_opponent[sequence]:
            winning.best_opponent[sequence] = final
            winning.best_count[sequence] = 0
        if final == winning.best_opponent[sequence]:
            winning.best_count[sequence] += copies


@nested
def best_win_probability(tables: Any, endgame: Any, winning: Any, sheet: Any) -> Float:
    """Return the highest expected share of the win against `winning.best_opponent` from a sheet before a roll.

    The method is backward induction over every order of filling the cells and every sequence of rolls. Orders are
    sorted, so orders with the same beginning are adjacent.
    """
    n = sheet.left
    if n:
        value_all_fillings(tables, endgame, sheet)
    else:
        endgame.values[0] = 0
    points = score(tables, sheet)
    values, powers, won = endgame.values, winning.orders[n], winning.won
    orders = 1
    for d in range(n):
        orders *= d + 1
    for sequence in range(SUM_COUNT**n):
        best_opponent, shared = winning.best_opponent[sequence], 1 / (1 + winning.best_count[sequence])
        for order in range(orders):
            code, rest = 0, sequence
            for d in range(n - 1, -1, -1):
                code += (rest % SUM_COUNT + 1) * powers[order, d]
                rest //= SUM_COUNT
            ahead = points + values[code] - best_opponent
            won[sequence, order] = 1.0 if ahead > 0 else shared if ahead == 0 else 0.0
    for left in range(1, n + 1):
        orders //= left
        for sequence in range(SUM_COUNT ** (n - left)):
            for order in range(orders):
                chance = 0.0
                for total in range(SUM_COUNT):
                    highest = np.float32(0)
                    for k in range(left):
                        highest = max(highest, won[sequence * SUM_COUNT + total, order * left + k])
                    chance += tables.grid.chances[total] * highest
                # The overwritten element has already been read.
                won[sequence, order] = chance
    return won[0, 0]


@nested
def exact_win_probabilities(tables: Any, search: Any, sheets: Any, copies: Array, total: Int, chances: Array) -> None:
    """Compute the exact probability `chances[k]` that the first seat wins if it enters in its k-th free cell."""
    endgame, winning = search.endgame, search.winning
    after = winning.sheet[0]
    winning.best_opponent[:] = -1
    for other in range(1, len(sheets)):
        enter_for_points(tables, endgame, sheets[other], total, after)
        raise_opponent_scores(tables, endgame, winning, after, copies[other - 1])
    for k in range(sheets[0].left):
        enter_copy(tables, sheets[0], k, total, after)
        chances[k] = best_win_probability(tables, endgame, winning, after)


@compiled
def win_probabilities(
    tables: Any, search: Any, sheets: Any, copies: Array, total: Int, values: Array, chances: Array
) -> None:
    """Compute probabilities of winning, exactly with at most `search.exact_win` free cells left, else estimated."""
    tables, search = borrow(tables), borrow(search)
    if sheets[0].left - 1 <= search.exact_win:
        exact_win_probabilities(tables, search, sheets, copies, total, chances)
    else:
        estimate_win_probabilities(tables, search.scratch[0], sheets, copies, total, values, chances)


@compiled
def value_before_roll(tables: Any, search: Any, sheets: Any, copies: Array) -> tuple[Float, Float]:
    """Return the points to come on the first sheet before a roll, and the probability of winning.

    The points are the mean over the rolls of the best entry after each. The probability is such a mean or exact; it is
    `NOT_CONSIDERED` without opponents.
    """
    tables, search = borrow(tables), borrow(search)
    n, scratch, others = sheets[0].left, search.scratch[0], len(sheets) - 1
    points, chances, values, found = np.zeros(SUM_COUNT), np.empty(SUM_COUNT), np.empty(n), np.empty(n)
    chances[:] = NOT_CONSIDERED
    # Computing all rolls together is faster than one after the other. With one cell left there is no choice, so the
    # probability needs no distributions.
    exact_points, exact_chance = n - 1 <= search.exact, n <= max(search.exact_win, 1)
    if not exact_points or (others and not exact_chance):
        for total in range(SUM_COUNT):
            evaluate_entries(tables, search, sheets[0], total)
            points[total] = scratch.values[best_searched(scratch, n)]
            if others and not exact_chance:
                for k in range(n):
                    values[k] = scratch.values[k] if scratch.searched[k] else -np.inf
                estimate_win_probabilities(tables, scratch, sheets, copies, total, values, found)
                chances[total] = found[argmax(found, n)]
    mean = chance = 0.0
    for roll in tables.grid.rolls:
        mean += points[roll]
        chance += chances[roll]
    mean, chance = mean / len(tables.grid.rolls), chance / len(tables.grid.rolls)
    if exact_points:
        mean = exact_value(tables, search.endgame, sheets[0])
    if others and exact_chance:
        search.winning.best_opponent[:] = -1
        for other in range(1, others + 1):
            raise_opponent_scores(tables, search.endgame, search.winning, sheets[other], copies[other - 1])
        chance = best_win_probability(tables, search.endgame, search.winning, sheets[0])
    return mean, chance


@compiled
def estimate_final_scores(tables: Any, search: Any, sheets: Any, totals: Array, points: Array) -> None:
    """Estimate the final points of sheets by value, after a sum index is entered.

    Where `totals` is negative, nothing is entered, and the estimate is a mean over the next roll.
    """
    tables, scratch = borrow(tables), search.scratch[0]
    means, sds = np.empty(SUM_COUNT), np.empty(SUM_COUNT)
    for i in range(len(sheets)):
        points[i] = score(tables, sheets[i])
        if totals[i] >= 0:
            prepare(tables, scratch, sheets[i])
            evaluate(tables, scratch, sheets[i], totals[i])
            points[i] += scratch.values[argmax(scratch.values, sheets[i].left)]
        elif sheets[i].left:
            points[i] += value_after_rolls(tables, scratch, sheets[i], means, sds)


@compiled
def enter_pending_roll(tables: Any, search: Any, sheet: Any, total: Int) -> None:
    """Enter a sum index for points on the sheet of another seat.

    The entry is exact with at most `search.exact_win` free cells after it, otherwise by value.
    """
    tables, search = borrow(tables), borrow(search)
    scratch = search.scratch[0]
    if sheet.left - 1 <= search.exact_win:
        enter_for_points(tables, search.endgame, sheet, total, scratch.sheet)
    else:
        prepare(tables, scratch, sheet)
        evaluate(tables, scratch, sheet, total)
        enter_copy(tables, sheet, argmax(scratch.values, sheet.left), total, scratch.sheet)
    copy_sheet(scratch.sheet, sheet)
