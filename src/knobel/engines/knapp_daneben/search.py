"""Looking ahead in Knapp Daneben! over coming rolls, to the end of the game where few circles are free.

A sheet and `tables` are those of `engines.knapp_daneben.values`. `search` is `engines.knapp_daneben.player.Search`,
`levels` a tuple of scratch spaces (`engines.knapp_daneben.learn.Scratch`), one for every roll looked ahead and one more.
"""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.values import blank, choose, evaluate, mean_of_best, offered, put, take_back
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below

CELLS = 25
COLOURS = 5
LINES = 10
SUMS = 11
EVERYTHING = 1e6
"""A margin that nothing exceeds."""
NEVER = -1e9
IMPOSSIBLE = -1e8
"""Values below it are of what cannot be done."""


@compiled
def best_circle(tables: Any, worth: Array, colour: Int, total: Int) -> Int:
    """The circle of a colour where a sum is worth most."""
    best = -1
    for cell in range(CELLS):
        if tables.colour[cell] == colour and (best < 0 or worth[cell, total] > worth[best, total]):
            best = cell
    return best


@compiled
def lift(best: Array, chosen: Array, by: Float) -> None:
    """Add to what is possible and not among the chosen."""
    for colour in range(COLOURS):
        for total in range(SUMS):
            if not chosen[colour, total] and best[colour, total] > IMPOSSIBLE:
                best[colour, total] += by


@compiled
def expected(
    tables: Any,
    levels: Any,
    circles: Int,
    margin: Float,
    depth: Int,
    own: Int,
    sums: Array,
    codes: Array,
    free_count: Array,
    n: Int,
) -> Float:
    """The value of a sheet with n free circles before a roll, `depth` rolls looked ahead (at least one).

    Of every colour and sum it looks into the best few `circles`, unless they are worth more than `margin` less than
    what is typical: those are then worth as much more than their values say as the others are on average.
    """
    if n == 0:
        return 0.0
    level = levels[depth]
    best, worth = level.best, level.worth
    evaluate(tables, own, sums, codes, free_count, CELLS - n + 1, level.all, worth, best, level.where)
    mean = mean_of_best(own, best)
    if depth == 1 or n == 1:
        return mean
    least = mean - margin
    rise, count = 0.0, 0
    for colour in range(COLOURS):
        for total in range(SUMS):
            value, highest = best[colour, total], NEVER
            for _ in range(circles):
                cell = best_circle(tables, worth, colour, total)
                if worth[cell, total] < least:
                    break
                worth[cell, total] = NEVER
                gain = put(tables, own, sums, codes, free_count, cell, total)
                after = expected(tables, levels, circles, margin, depth - 1, own, sums, codes, free_count, n - 1)
                take_back(tables, own, sums, codes, free_count, cell)
                highest = max(highest, gain + after)
            level.wanted[colour, total] = highest > IMPOSSIBLE
            if highest > IMPOSSIBLE:
                best[colour, total] = highest
                rise += highest - value
                count += 1
    lift(best, level.wanted, rise / max(count, 1))
    return mean_of_best(own, best)


@compiled
def best_entry(worth: Array) -> tuple[Int, Int]:
    """The circle and the sum that are worth most."""
    best = worth.argmax()
    return best // SUMS, best % SUMS


@compiled
def look_into(
    tables: Any,
    levels: Any,
    width: Int,
    circles: Int,
    margin: Float,
    depth: Int,
    own: Int,
    sums: Array,
    codes: Array,
    free_count: Array,
    n: Int,
    out: Array,
) -> None:
    """Value the best entries of `out` (25, 11) anew, so many, by `expected` after them; the others become NEVER."""
    worth = levels[0].worth
    worth[:] = out
    out[:] = NEVER
    for _ in range(width):
        cell, total = best_entry(worth)
        if worth[cell, total] < IMPOSSIBLE:
            break
        worth[cell, total] = NEVER
        gain = put(tables, own, sums, codes, free_count, cell, total)
        out[cell, total] = gain + expected(tables, levels, circles, margin, depth, own, sums, codes, free_count, n - 1)
        take_back(tables, own, sums, codes, free_count, cell)


@compiled
def value_entries(
    tables: Any,
    search: Any,
    levels: Any,
    own: Int,
    sums: Array,
    codes: Array,
    free_count: Array,
    n: Int,
    faces: Array,
    out: Array,
) -> None:
    """What each entry that a roll allows, a sum in one of n free circles, is worth: points at once and to come.

    `out` (25, 11) receives it for the entries that the search has looked into as deeply as into any, NEVER for others.
    """
    level = levels[0]
    offered(own, faces, level.wanted)
    evaluate(tables, own, sums, codes, free_count, CELLS - n + 1, level.wanted, out, level.best, level.where)
    if n == 1:
        return
    if n <= search.exact:
        look_into(tables, levels, CELLS * SUMS, CELLS, EVERYTHING, n - 1, own, sums, codes, free_count, n, out)
        return
    for depth in range(1, len(search.widths) + 1):
        width = search.widths[depth - 1]
        look_into(tables, levels, width, search.circles, search.margin, depth, own, sums, codes, free_count, n, out)


@compiled
def play(tables: Any, search: Any, levels: Any, rng: Array, own: Int, scores: Array, luck: Array) -> None:
    """Play `len(scores)` games alone.

    `luck` (games) receives how much better the rolls were than expected, by the values; its expectation is zero.
    """
    sums, codes, free_count = np.empty(CELLS, np.int64), np.empty(LINES, np.int64), np.empty(COLOURS, np.int64)
    out = np.empty((CELLS, SUMS))
    level = levels[0]
    for game in range(len(scores)):
        blank(tables, own, sums, codes, free_count)
        score, chance = 0, 0.0
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[below(rng, len(tables.rolls))]
            evaluate(tables, own, sums, codes, free_count, filled, level.all, level.worth, level.best, level.where)
            chance -= mean_of_best(own, level.best)
            _, _, q = choose(tables, own, sums, codes, free_count, filled, faces, level)
            chance += q
            value_entries(tables, search, levels, own, sums, codes, free_count, CELLS + 1 - filled, faces, out)
            cell, total = best_entry(out)
            score += put(tables, own, sums, codes, free_count, cell, total)
        scores[game] = score
        luck[game] = chance
