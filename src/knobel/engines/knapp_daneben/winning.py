"""The chance to win Knapp Daneben! against the sheets on the table, which share the dice."""

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
"""With more free circles before an entry, risks taken do not pay for the points that they cost."""
LEAST, MOST = 0.3, 3.0
"""How far a variance may be from the usual one, as a factor."""
ROLLS = 256
"""So many rolls stand for all where entries are compared."""
LAST = 1
"""With so few free circles before a roll nothing is unknown after it: all rolls are looked into, and chances exact."""
THEIRS = Search.of(4, exact=3)
"""How others are taken to search."""


class Seats(NamedTuple):
    """The sheets of all seats, the one whose chance is looked for first, and what is known of their final points.

    `sheets` (seats) of `SHEET`. `mean` and `deviation` (seats): of the final points. Where the next roll is looked
    into: `rolls` (any, 5), dice as in `Rules`; `after` (rolls, seats), the mean after each of them; and the deviation
    is that after the roll.
    """

    sheets: Array
    mean: Array
    deviation: Array
    rolls: Array
    after: Array

    @classmethod
    def of(cls, sheets: Array, rolls: Array) -> "Seats":
        """Nothing else is known yet."""
        n = len(sheets)
        return cls(sheets, np.zeros(n), np.zeros(n), rolls, np.zeros((len(rolls), n)))


@cache
def some_rolls() -> Array:
    """Some of all rolls, always the same."""
    rolls = usual_rules().rolls
    return read_only(rolls[np.random.default_rng(0).choice(len(rolls), ROLLS, replace=False)], np.int64)


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
def deviation_after(spread: Any, sheet: Sheet, next_: Float) -> Float:
    """The deviation of the points still to come after the next roll, which makes the part `next_` of their variance."""
    n = free_circles(sheet)
    if n < 2:
        return 0.0
    usual = spread.deviation[CELLS - n + 1] ** 2
    variance = value_of(spread.variances, sheet) - next_
    # What was learned of rare sheets may be far off.
    return sqrt(min(max(variance, LEAST * usual), MOST * usual))


@compiled
def reply(tables: Any, search: Any, scratch: Any, seats: Any, faces: Array, most: Int) -> None:
    """Let the others who have more than so many free circles enter the present roll by search for points."""
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
    """What the final points of the others are expected to be before the next roll, and after it."""
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
    """The chance to win before the next roll with a sheet that is expected to end with so many points, given what is
    expected of the others.

    With fewer than `RACE` free circles the next roll is looked into for all sheets at once, and what is to come after
    it deviates normally from its value; before, all that is to come does.
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
    """How much more the best entry is worth by deeper search than the value of the sheet after it says."""
    cell, total = best_entry(searched)
    gain = put(tables, sheet, cell, total)
    evaluate(tables, sheet, level.all, level)
    better = searched[cell, total] - gain - mean_of_best(sheet.own, level.best)
    take_back(tables, sheet, cell)
    return better


@compiled
def value_chances(tables: Any, spread: Any, scratch: Any, seats: Any, entries: Any) -> None:
    """The chances to win, `win` of `entries`, with the entries searched. The others have replied to the roll."""
    level, sheet = scratch[0], seats.sheets[0]
    points, n = points_on(tables, sheet), free_circles(sheet)
    expect_others(tables, spread, level, seats)
    # Deeper search knows entries to be better than the value a roll later says. Only how they differ in that counts,
    # from the best one: the sheets of the others are better, too.
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
    """The chance to win when this seat and the others wait for the next roll."""
    level, sheet = scratch[0], seats.sheets[0]
    expect_others(tables, spread, level, seats)
    mean = 0.0 + points_on(tables, sheet)
    if free_circles(sheet) > 0:
        evaluate(tables, sheet, level.all, level)
        mean += mean_of_best(sheet.own, level.best)
    return chance(tables, spread, level, seats, mean)
