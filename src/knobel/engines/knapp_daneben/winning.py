"""The chance to win Knapp Daneben! against the sheets on the table, which share the dice.

Sheets and `tables` are those of `engines.knapp_daneben.values`; `search`, `levels` and
`others` are as in `engines.knapp_daneben.search` and `engines.knapp_daneben.player.Others`.
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.search import IMPOSSIBLE, best_entry, value_entries
from knobel.engines.knapp_daneben.values import evaluate, mean_of_best, put, take_back, value_of
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.winning import win_chance

CELLS = 25
COLOURS = 5
SUMS = 11
RACE = 8
"""With more free circles, risks taken do not pay for the points that they cost."""
LEAST, MOST = 0.3, 3.0
"""How far a variance may be from the usual one, as a factor."""


@compiled
def best_offer(own: Int, best: Array, faces: Array) -> Float:
    """The best entry that a roll offers, given `evaluate`'s `best` for every sum."""
    highest = -1e9
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            highest = max(highest, best[own, total], best[colour, total])
    return highest


@compiled
def offers(own: Int, best: Array, rolls: Array, mean: Float, out: Array) -> Float:
    """Note in `out` (rolls) the best entry that each roll offers, all moved so that their mean is right; returns their
    variance."""
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
def deviation_after(spread: Any, own: Int, sums: Array, codes: Array, free_count: Array, n: Int, next_: Float) -> Float:
    """The deviation of the points still to come after the next roll, on a sheet with n free circles.

    `next_` is the part of the variance that the next roll makes.
    """
    if n < 2:
        return 0.0
    usual = spread.deviation[CELLS - n + 1] ** 2
    variance = value_of(spread.variances, own, sums, codes, free_count, CELLS - n) - next_
    # What was learned of rare sheets may be far off.
    return sqrt(min(max(variance, LEAST * usual), MOST * usual))


@compiled
def reply(tables: Any, spread: Any, search: Any, levels: Any, others: Any, rolls: Array, n: Int, faces: Array) -> None:
    """Let the others, who have n free circles, enter the present roll by search for points.

    Then `others.points` (others) are the points on their sheets, `others.mean` (others) those that they expect to end
    with, `others.after` (rolls, others) the same after each of the next rolls, and `others.deviation` (others) how far
    they deviate then.
    """
    level, filled, entries = levels[0], CELLS - n + 1, np.empty((CELLS, SUMS))
    for i in range(len(others.own)):
        own, sums, codes, free_count = others.own[i], others.sums[i], others.codes[i], others.free_count[i]
        value_entries(tables, search, levels, own, sums, codes, free_count, n, faces, entries)
        cell, total = best_entry(entries)
        others.points[i] += put(tables, own, sums, codes, free_count, cell, total)
        if n > 1:
            evaluate(tables, own, sums, codes, free_count, filled + 1, level.all, level.worth, level.best, level.where)
            others.mean[i] = others.points[i] + mean_of_best(own, level.best)
            next_ = offers(own, level.best, rolls, others.mean[i], others.after[:, i])
            others.deviation[i] = deviation_after(spread, own, sums, codes, free_count, n - 1, next_)


@compiled
def value_chances(
    tables: Any,
    spread: Any,
    search: Any,
    levels: Any,
    others: Any,
    rolls: Array,
    own: Int,
    points: Int,
    sums: Array,
    codes: Array,
    free_count: Array,
    n: Int,
    faces: Array,
    out: Array,
) -> None:
    """Turn points to come, `out` (25, 11) of `value_entries`, into chances to win.

    In the last rounds (`RACE`) the next roll is looked into, for all sheets at once, over `rolls` (any, 5), and what is
    to come after it deviates normally from its value. Before, points decide. `points` are on one's own sheet, which has
    n free circles as those of the others have.
    """
    reply(tables, spread, search, levels, others, rolls, n, faces)
    level, m, filled = levels[0], len(others.own), CELLS - n + 1
    after, searched = np.empty((len(rolls), 1)), out.copy()
    if n > RACE:
        others.deviation[:] = spread.deviation[filled]
        for cell in range(CELLS):
            for total in range(SUMS):
                if out[cell, total] > IMPOSSIBLE:
                    out[cell, total] = win_chance(
                        points + out[cell, total],
                        spread.deviation[filled],
                        others.mean,
                        others.deviation,
                        m,
                        spread.correlation[filled],
                    )
        return
    best_cell, best_total = best_entry(searched)
    # Deeper search knows entries to be better than the value a roll later says. Only how they differ in that counts,
    # from the best one: the sheets of the others are better, too.
    better = 0.0
    for place in range(-1, CELLS * SUMS):
        cell, total = (place // SUMS, place % SUMS) if place >= 0 else (best_cell, best_total)
        if searched[cell, total] < IMPOSSIBLE:
            continue
        gain = put(tables, own, sums, codes, free_count, cell, total)
        if n == 1:
            out[cell, total] = win_chance(points + gain, 0.0, others.points, others.deviation, m, 0.0)
        else:
            evaluate(tables, own, sums, codes, free_count, filled + 1, level.all, level.worth, level.best, level.where)
            if place < 0:
                better = searched[cell, total] - gain - mean_of_best(own, level.best)
            next_ = offers(own, level.best, rolls, points + searched[cell, total] - better, after[:, 0])
            deviation = deviation_after(spread, own, sums, codes, free_count, n - 1, next_)
            chance = 0.0
            for r in range(len(rolls)):
                rho = spread.correlation[filled + 1]
                chance += win_chance(after[r, 0], deviation, others.after[r], others.deviation, m, rho)
            out[cell, total] = chance / len(rolls)
        take_back(tables, own, sums, codes, free_count, cell)
