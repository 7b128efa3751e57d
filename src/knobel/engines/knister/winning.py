"""The chance to win at Knister: by distributions of final points, and at the end exactly.

All seats have the same number of free cells and get the same rolls; the others are taken to play for points. `sheets`
(seats) are one's own, which comes first, and those of the others.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knister.endgame import chosen, exact, fill, look
from knobel.engines.knister.tables import SUM_COUNT, Search, Tables, as_sheets
from knobel.engines.knister.values import best, copy, entered, evaluate, prepare, score, variance
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.winning import win_chance
from knobel.games.grid import Grid

RIVALS = 7
"""Against how many others the chance to win is worked out."""
RANGE = 2.0
"""Entries that lose more points than these are not made to win, before the end."""
EQUAL = 1e-4
"""Values that differ by no more than this are equal but for rounding."""
UNKNOWN = -1.0
"""In place of a chance that was not worked out."""
NOTHING = -1
"""In place of a sum index where nothing is to be entered before the next roll."""
UNLIKE, ALIKE, SAME = 0.1, 0.5, 0.35
"""How what later rolls bring to two sheets correlates, from r, which is how what the next roll brings does: by so much
where that does not at all, by so much times r more, and by so much times r**16, which only sheets get that are nearly
the same.

Fitted to 29,000 pairs of sheets after 4 to 20 rounds, filled well and badly, each played to its end by value three
times: but for nearly equal sheets, their difference varied by 0.8 to 1.1 times as much as that says."""


@compiled
def after_rolls(tables: Any, scratch: Any, sheet: Any, means: Array, sds: Array) -> Float:
    """For each next roll, the points to come on a sheet when the sum is entered where it is worth most, and their
    deviation then. Returns the mean over the rolls."""
    prepare(tables, scratch, sheet)
    mean = 0.0
    for total in range(SUM_COUNT):
        evaluate(tables, scratch, sheet, total)
        k = best(scratch.worth, sheet.left)
        means[total] = scratch.worth[k]
        mean += tables.grid.chances[total] * scratch.worth[k]
        entered(tables, sheet, k, total, scratch.later)
        sds[total] = sqrt(variance(tables, scratch.later))
    return mean


@compiled
def correlation(chances: Array, means: Array, other: Int) -> Float:
    """How the final points of the first sheet and of another correlate after the next roll (`UNLIKE`), from what each
    roll brings: `means` (rolls, sheets)."""
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
    return max(UNLIKE + ALIKE * r + SAME * r**16, 0.0)


@compiled
def by_distributions(tables: Any, scratch: Any, sheets: Any, total: Int, values: Array, chances: Array) -> None:
    """`chances[k]`: about how likely the first seat wins when it enters a sum index in its k-th free cell, for the
    cells whose `values`, points at once and to come, lose no more than `RANGE`; `UNKNOWN` for the others.

    One roll is looked ahead for all sheets; after it, final points are normal around the values. They correlate with
    those of every other sheet as with all of them on average, after the entry that is worth most: what an entry changes
    in that for the next roll it changes less for later ones.
    """
    n, others = sheets[0].left, len(sheets) - 1
    means, sds = np.empty((SUM_COUNT, others + 1)), np.empty((SUM_COUNT, others + 1))
    for other in range(1, others + 1):
        prepare(tables, scratch, sheets[other])
        evaluate(tables, scratch, sheets[other], total)
        gain = entered(tables, sheets[other], best(scratch.worth, n), total, scratch.sheet)
        after_rolls(tables, scratch, scratch.sheet, means[:, other], sds[:, other])
        means[:, other] += score(tables, sheets[other]) + gain
    least, own_score = values.max() - RANGE, score(tables, sheets[0])
    entered(tables, sheets[0], values.argmax(), total, scratch.sheet)
    after_rolls(tables, scratch, scratch.sheet, means[:, 0], sds[:, 0])
    rho = 0.0
    for other in range(1, others + 1):
        rho += correlation(tables.grid.chances, means, other) / others
    for k in range(n):
        chances[k] = UNKNOWN
        if values[k] < least:
            continue
        entered(tables, sheets[0], k, total, scratch.sheet)
        mean = after_rolls(tables, scratch, scratch.sheet, means[:, 0], sds[:, 0])
        chance = 0.0
        for roll in range(SUM_COUNT):
            own = own_score + values[k] + means[roll, 0] - mean
            won = win_chance(own, sds[roll, 0], means[roll, 1:], sds[roll, 1:], others, rho)
            chance += tables.grid.chances[roll] * won
        chances[k] = chance


@compiled
def enter_for_points(tables: Any, endgame: Any, sheet: Any, total: Int, target: Any) -> Int:
    """Make of `target` the sheet after a sum index is entered where it is worth most, exactly; returns the points at
    once."""
    found, highest = 0, -1.0
    for k in range(sheet.left):
        gain = entered(tables, sheet, k, total, target)
        value = gain + exact(tables, endgame, target)
        if value > highest + EQUAL:
            found, highest = k, value
    return entered(tables, sheet, found, total, target)


@compiled
def finals(tables: Any, endgame: Any, contest: Any, sheet: Any) -> None:
    """Raise `contest.rivals` to the final points of a sheet on which the rolls to come are entered for points."""
    n, codes, values, power = sheet.left, contest.codes, endgame.values, endgame.power
    exact(tables, endgame, sheet)
    codes[0] = 0
    count = 1
    for _ in range(n):
        # From the last sequence to the first, so that a longer one only overwrites those done.
        for sequence in range(count - 1, -1, -1):
            code = codes[sequence]
            for roll in range(SUM_COUNT - 1, -1, -1):
                reached, highest = 0, -1.0
                for d in range(n):
                    if code // power[d] % (SUM_COUNT + 1) == 0:
                        entered_code = code + (roll + 1) * power[d]
                        if values[entered_code] > highest + EQUAL:
                            reached, highest = entered_code, values[entered_code]
                codes[sequence * SUM_COUNT + roll] = reached
        count *= SUM_COUNT
    points = score(tables, sheet)
    for sequence in range(count):
        contest.rivals[sequence] = max(contest.rivals[sequence], points + values[codes[sequence]])


@compiled
def most_wins(tables: Any, endgame: Any, contest: Any, sheet: Any) -> Float:
    """The highest chance to end above `contest.rivals` from a sheet before a roll.

    Every order in which the cells can be filled, combined with every sequence of rolls, is worked back to the start.
    Orders are sorted, so those that begin alike are neighbours.
    """
    n = sheet.left
    if n:
        fill(tables, endgame, sheet)
    else:
        endgame.values[0] = 0
    points = score(tables, sheet)
    values, powers, won = endgame.values, contest.orders[n], contest.won
    orders = 1
    for d in range(n):
        orders *= d + 1
    for sequence in range(SUM_COUNT**n):
        rivals = contest.rivals[sequence]
        for order in range(orders):
            code, rest = 0, sequence
            for d in range(n - 1, -1, -1):
                code += (rest % SUM_COUNT + 1) * powers[order, d]
                rest //= SUM_COUNT
            ahead = points + values[code] - rivals
            won[sequence, order] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
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
                # What this overwrites has been read already.
                won[sequence, order] = chance
    return won[0, 0]


@compiled
def exactly(tables: Any, search: Any, sheets: Any, total: Int, chances: Array) -> None:
    """`chances[k]`: how likely the first seat wins, at best, when it enters a sum index in its k-th free cell."""
    endgame, contest = search.endgame, search.contest
    after = contest.sheet[0]
    contest.rivals[:] = -1
    for other in range(1, len(sheets)):
        enter_for_points(tables, endgame, sheets[other], total, after)
        finals(tables, endgame, contest, after)
    for k in range(sheets[0].left):
        entered(tables, sheets[0], k, total, after)
        chances[k] = most_wins(tables, endgame, contest, after)


@compiled
def chances_to_win(tables: Any, search: Any, sheets: Any, total: Int, values: Array, chances: Array) -> None:
    """As `by_distributions`, or as `exactly` with at most `search.contested` free cells after the entry."""
    tables, search = borrowed(tables), borrowed(search)
    if sheets[0].left - 1 <= search.contested:
        exactly(tables, search, sheets, total, chances)
    else:
        by_distributions(tables, search.scratch[0], sheets, total, values, chances)


@compiled
def before_roll(tables: Any, search: Any, sheets: Any) -> tuple[Float, Float]:
    """The points to come on the first sheet before a roll, the mean of the best after each, and the chance to win,
    `UNKNOWN` against nobody: such a mean too, or exact."""
    tables, search = borrowed(tables), borrowed(search)
    n, scratch, others = sheets[0].left, search.scratch[0], len(sheets) - 1
    points, chances = np.zeros(SUM_COUNT), np.full(SUM_COUNT, UNKNOWN)
    values, found = np.empty(n), np.empty(n)
    # All rolls at once take less than one of them after the other. With one cell left there is nothing to choose, so
    # that a chance needs no distributions.
    exact_points, exact_chance = n - 1 <= search.exact, n <= max(search.contested, 1)
    if not exact_points or (others and not exact_chance):
        for total in range(SUM_COUNT):
            look(tables, search, sheets[0], total)
            points[total] = scratch.worth[chosen(scratch, n)]
            if others and not exact_chance:
                for k in range(n):
                    values[k] = scratch.worth[k] if scratch.looked[k] else -np.inf
                by_distributions(tables, scratch, sheets, total, values, found)
                chances[total] = found.max()
    rolls = tables.grid.rolls
    mean, chance = points[rolls].mean(), chances[rolls].mean()
    if exact_points:
        mean = exact(tables, search.endgame, sheets[0])
    if others and exact_chance:
        search.contest.rivals[:] = -1
        for other in range(1, others + 1):
            finals(tables, search.endgame, search.contest, sheets[other])
        chance = most_wins(tables, search.endgame, search.contest, sheets[0])
    return mean, chance


@compiled
def outlooks(tables: Any, scratch: Any, sheets: Any, totals: Array, points: Array) -> None:
    """About what final points sheets come to, by value: after a sum index is entered, or as a mean over the next roll
    where there is `NOTHING` to enter."""
    tables = borrowed(tables)
    means, sds = np.empty(SUM_COUNT), np.empty(SUM_COUNT)
    for i in range(len(sheets)):
        points[i] = score(tables, sheets[i])
        if totals[i] != NOTHING:
            prepare(tables, scratch, sheets[i])
            evaluate(tables, scratch, sheets[i], totals[i])
            points[i] += scratch.worth[best(scratch.worth, sheets[i].left)]
        elif sheets[i].left:
            points[i] += after_rolls(tables, scratch, sheets[i], means, sds)


@compiled
def catch_up(tables: Any, search: Any, sheet: Any, total: Int) -> None:
    """Enter a sum index for points on the sheet of another seat: exactly with at most `search.contested` free cells
    after the entry, else by value."""
    tables, search = borrowed(tables), borrowed(search)
    scratch = search.scratch[0]
    if sheet.left - 1 <= search.contested:
        enter_for_points(tables, search.endgame, sheet, total, scratch.sheet)
    else:
        prepare(tables, scratch, sheet)
        evaluate(tables, scratch, sheet, total)
        entered(tables, sheet, best(scratch.worth, sheet.left), total, scratch.sheet)
    copy(scratch.sheet, sheet)


def rivals(tables: Tables, search: Search, others: Mapping[Grid, int]) -> Mapping[Grid, int]:
    """The sheets to win against: not those that are far behind most.

    :param others: different sheets, with the sum index that each is still to enter, or `NOTHING`.
    """
    if len(others) <= RIVALS:
        return others
    points = np.empty(len(others))
    outlooks(tables, search.scratch[0], as_sheets(list(others)), np.array(list(others.values())), points)
    grids = list(others)
    return {grids[i]: others[grids[i]] for i in points.argsort(kind="stable")[-RIVALS:]}
