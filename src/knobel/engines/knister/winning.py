"""Playing Knister to win: distributions of final points, and exact chances against known sheets at the end.

`contest` (`engines.knister.player.Contest`) is scratch space. All seats have the same number of free cells and get the
same rolls; the others are taken to play for points.
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knister.search import exact, fill
from knobel.engines.knister.values import best, enter, evaluate, prepare
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below
from knobel.engines.shared.td import adapt
from knobel.engines.shared.winning import win_chance

LINES = 12
SUMS = 11
EQUAL = 1e-4
"""Values that differ by no more than this are equal but for rounding."""


@compiled
def variance(tables: Any, lines: Array, filled: Int) -> Float:
    """The variance of the points still to come, by the lines of a position with so many cells filled."""
    total = 0.0
    for line in range(LINES):
        i = lines[line]
        if i < tables.open:
            total += tables.variances[filled, tables.line_kind[line], min(i, np.int64(tables.mirror[i]))]
    return max(total, 0.0)


@compiled
def learn_variances(tables: Any, work: Any, rng: Array, games: Int, errors: Array, moments: Array) -> None:
    """Play pairs of sheets on the same rolls by value and learn how final points scatter around the values.

    Both sheets take some second-best placements at first, so that they differ; learning is from the positions after.
    `tables.variances` move towards squared errors of the values, `errors` is what `adapt` keeps for them. `moments`
    (26, 4): how many pairs, and the sums of the one's and the other's squared errors and of the products of both.
    """
    cells = len(tables.crossings)
    lines = np.empty((2, LINES), np.int64)
    free = np.empty((2, cells), np.int64)
    seen = np.empty((2, cells + 1, LINES), np.int64)
    to_come = np.empty((2, cells + 1))
    score = np.empty(2, np.int64)
    out = np.empty(cells, np.float32)
    weights = tables.variances.reshape(-1)
    features = np.empty(LINES, np.int64)
    for _ in range(games):
        lines[:] = 0
        score[:] = 0
        free[:] = np.arange(cells)
        unsettled = below(rng, cells - 4)
        for n in range(cells, 0, -1):
            filled = cells - n + 1
            total = np.int64(tables.rolls[below(rng, len(tables.rolls))])
            for seat in range(2):
                value = prepare(tables, work, lines[seat], free[seat], n, filled)
                evaluate(tables, work, value, lines[seat], free[seat], n, filled, total, out)
                k = best(out, n)
                if filled <= unsettled and below(rng, 3) == 0:
                    out[k] = -1e9
                    k = best(out, n)
                gain = enter(tables, lines[seat], free[seat], n, k, total)
                score[seat] += gain
                to_come[seat, filled] = score[seat] + out[k] - gain
                seen[seat, filled] = lines[seat]
        for filled in range(unsettled + 1, cells):
            one, other = score[0] - to_come[0, filled], score[1] - to_come[1, filled]
            if (seen[0, filled] != seen[1, filled]).any():
                moments[filled, 0] += 1
                moments[filled, 1] += one * one
                moments[filled, 2] += other * other
                moments[filled, 3] += one * other
            for seat in range(2):
                count, now = 0, 0.0
                for line in range(LINES):
                    i = seen[seat, filled, line]
                    if i < tables.open:
                        kind = tables.line_kind[line]
                        at = (filled * len(tables.variances[0]) + kind) * tables.open + min(i, tables.mirror[i])
                        features[count] = at
                        now += weights[at]
                        count += 1
                error = (score[seat] - to_come[seat, filled]) ** 2 - now
                for f in range(count):
                    adapt(weights, errors, features[f], np.float32(error / count), np.float32(error))


@compiled
def take(tables: Any, lines: Array, free: Array, n: Int, k: Int, total: Int, lines_out: Array, free_out: Array) -> Int:
    """The position after a sum index is entered in the k-th of n free cells, the order of the others kept; returns the
    points at once."""
    lines_out[:] = lines
    for j in range(n - 1):
        free_out[j] = free[j + (j >= k)]
    cell = free[k]
    gain = 0
    for p in range(tables.at_count[cell]):
        line = tables.at[cell, p]
        lines_out[line] = tables.next[lines[line], total]
        gain += tables.points[line, lines_out[line]]
    return gain


@compiled
def after_rolls(
    tables: Any, work: Any, lines: Array, free: Array, n: Int, out: Array, means: Array, sds: Array
) -> Float:
    """For each next roll, the points to come from a position with n free cells when the sum is entered where it is
    worth most, and their deviation then. Returns the mean over the rolls."""
    filled = len(tables.crossings) - n + 1
    value = prepare(tables, work, lines, free, n, filled)
    after_lines, after_free = np.empty(LINES, np.int64), np.empty(n, np.int64)
    mean = 0.0
    for total in range(SUMS):
        evaluate(tables, work, value, lines, free, n, filled, total, out)
        k = best(out, n)
        means[total] = out[k]
        mean += tables.chances[total] * out[k]
        take(tables, lines, free, n, k, total, after_lines, after_free)
        sds[total] = sqrt(variance(tables, after_lines, filled))
    return mean


@compiled
def by_distributions(
    tables: Any,
    work: Any,
    lines: Array,
    free: Array,
    scores: Array,
    n: Int,
    total: Int,
    values: Array,
    least: Float,
    chances: Array,
) -> None:
    """`chances[k]`: about how likely seat 0 wins when it enters a sum index in its k-th free cell, for the cells with
    `values[k]` of at least `least`. `lines`, `free`, `scores` are by seat; `values` is what a search found for seat 0.

    One roll is looked ahead for all sheets; after it, final points are normal around the values.
    """
    others = len(scores) - 1
    means, sds = np.empty((SUMS, others + 1)), np.empty((SUMS, others + 1))
    after_lines, after_free = np.empty(LINES, np.int64), np.empty(n, np.int64)
    out = np.empty(n, np.float32)
    filled = len(tables.crossings) - n + 1
    rho = tables.rho[min(filled + 1, len(tables.rho) - 1)]
    for other in range(1, others + 1):
        value = prepare(tables, work, lines[other], free[other], n, filled)
        evaluate(tables, work, value, lines[other], free[other], n, filled, total, out)
        k = best(out, n)
        gain = take(tables, lines[other], free[other], n, k, total, after_lines, after_free)
        after_rolls(tables, work, after_lines, after_free, n - 1, out, means[:, other], sds[:, other])
        means[:, other] += scores[other] + gain
    for k in range(n):
        if values[k] < least:
            continue
        take(tables, lines[0], free[0], n, k, total, after_lines, after_free)
        mean = after_rolls(tables, work, after_lines, after_free, n - 1, out, means[:, 0], sds[:, 0])
        chance = 0.0
        for roll in range(SUMS):
            own = scores[0] + values[k] + means[roll, 0] - mean
            won = win_chance(own, sds[roll, 0], means[roll, 1:], sds[roll, 1:], others, rho)
            chance += tables.chances[roll] * won
        chances[k] = chance


@compiled
def solved(tables: Any, solver: Any, lines: Array, free: Array, n: Int) -> Float:
    """Like `exact`, also for positions without free cells."""
    if n == 0:
        solver.values[0] = 0
        return 0.0
    return exact(tables, solver, lines, free, n)


@compiled
def finals(tables: Any, solver: Any, contest: Any, lines: Array, free: Array, score: Int, n: Int, total: Int) -> None:
    """Raise `contest.best` to the final points of a sheet that enters a sum index in one of n free cells and plays on
    for points: for each sequence of the rolls to come, as a number to base 11, the first roll first."""
    chosen, highest = 0, -1.0
    for k in range(n):
        gain = take(tables, lines, free, n, k, total, contest.lines, contest.free)
        value = gain + solved(tables, solver, contest.lines, contest.free, n - 1)
        if value > highest + EQUAL:
            chosen, highest = k, value
    score += take(tables, lines, free, n, chosen, total, contest.lines, contest.free)
    solved(tables, solver, contest.lines, contest.free, n - 1)
    codes, values, power = contest.codes, solver.values, solver.power
    codes[0] = 0
    count = 1
    for _ in range(n - 1):
        # From the last sequence to the first, so that a longer one only overwrites those done.
        for sequence in range(count - 1, -1, -1):
            code = codes[sequence]
            for roll in range(SUMS - 1, -1, -1):
                reached, highest = 0, -1.0
                for d in range(n - 1):
                    if code // power[d] % (SUMS + 1) == 0:
                        entered = code + (roll + 1) * power[d]
                        if values[entered] > highest + EQUAL:
                            reached, highest = entered, values[entered]
                codes[sequence * SUMS + roll] = reached
        count *= SUMS
    for sequence in range(count):
        contest.best[sequence] = max(contest.best[sequence], score + values[codes[sequence]])


@compiled
def most_wins(tables: Any, solver: Any, contest: Any, score: Int, n: Int) -> Float:
    """The highest chance to end above `contest.best` from a position with n free cells that `fill` has filled.

    Every order in which the cells can be filled, combined with every sequence of rolls, is worked back to the start.
    Orders are sorted, so those that begin alike are neighbours.
    """
    values, powers, won = solver.values, contest.orders[n], contest.won
    orders = 1
    for d in range(n):
        orders *= d + 1
    for sequence in range(SUMS**n):
        rivals = contest.best[sequence]
        for order in range(orders):
            code, rest = 0, sequence
            for d in range(n - 1, -1, -1):
                code += (rest % SUMS + 1) * powers[order, d]
                rest //= SUMS
            ahead = score + values[code] - rivals
            won[sequence, order] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    for left in range(1, n + 1):
        orders //= left
        for sequence in range(SUMS ** (n - left)):
            for order in range(orders):
                chance = 0.0
                for total in range(SUMS):
                    highest = np.float32(0)
                    for k in range(left):
                        highest = max(highest, won[sequence * SUMS + total, order * left + k])
                    chance += tables.chances[total] * highest
                # What this overwrites has been read already.
                won[sequence, order] = chance
    return won[0, 0]


@compiled
def exactly(
    tables: Any,
    solver: Any,
    contest: Any,
    lines: Array,
    free: Array,
    scores: Array,
    n: Int,
    total: Int,
    chances: Array,
) -> None:
    """`chances[k]`: how likely seat 0 wins, at best, when it enters a sum index in its k-th free cell and the others
    play for points, exactly. `lines`, `free`, `scores` are by seat."""
    contest.best[:] = -1
    for other in range(1, len(scores)):
        finals(tables, solver, contest, lines[other], free[other], scores[other], n, total)
    for k in range(n):
        score = scores[0] + take(tables, lines[0], free[0], n, k, total, contest.lines, contest.free)
        if n == 1:
            solver.values[0] = 0
        else:
            fill(tables, solver, contest.lines, contest.free, n - 1)
        chances[k] = most_wins(tables, solver, contest, score, n - 1)
