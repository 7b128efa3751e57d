"""Playouts of a sheet of Knapp Daneben! by a search.

The luck of the rolls is a control variate (Kroese, Taimre and Botev, "Handbook of Monte Carlo Methods", 9.3).
"""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.lookup import CELLS, FREE, SUMS
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    Sheet,
    best_entry_value,
    enter,
    evaluate,
    expected_best_entry,
    free_circles,
    mark_allowed,
    undo_entry,
)
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.rng import random_below

WIDTH, NEAR = 3, 1.0
"""Maximum number of entries looked into one roll ahead, and their maximum distance from the best entry, in points.

This plays 0.2 points worse than looking into sixteen entries.
"""


@nested
def value_one_roll_ahead(tables: Any, scratch: Any, sheet: Sheet, cell: Int, total: Int) -> Float:
    """Return the value of an entry, by the values after the next roll."""
    points = np.float64(enter(tables, sheet, cell, total))
    evaluate(tables, sheet, scratch.all, scratch)
    points += expected_best_entry(sheet.own, scratch.best)
    undo_entry(tables, sheet, cell)
    return points


@nested
def choose_entry(tables: Any, scratch: Any, sheet: Sheet, faces: Array) -> tuple[Int, Int]:
    """Return the circle and the sum of the entry to make, given the value of entries in `scratch[0]`.

    It is the best entry by value or, if others are nearly as good, the best of these one roll ahead.
    """
    level = scratch[0]
    mark_allowed(sheet.own, faces, level.wanted)
    cells, totals, values = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64), np.full(WIDTH, IMPOSSIBLE)
    for cell in range(CELLS):
        for total in range(SUMS):
            if sheet.sums[cell] == FREE and level.wanted[tables.colour[cell], total]:
                k, value = WIDTH - 1, level.values[cell, total]
                if value <= values[k]:
                    continue
                while k > 0 and value > values[k - 1]:
                    cells[k], totals[k], values[k] = cells[k - 1], totals[k - 1], values[k - 1]
                    k -= 1
                cells[k], totals[k], values[k] = cell, total, value
    best, highest = 0, IMPOSSIBLE
    if values[1] >= values[0] - NEAR and free_circles(sheet) > 1:
        for k in range(WIDTH):
            if values[k] >= values[0] - NEAR:
                value = value_one_roll_ahead(tables, scratch[1], sheet, cells[k], totals[k])
                if value > highest:
                    best, highest = k, value
    return cells[best], totals[best]


@compiled
def choose_entry_unprepared(tables: Any, scratch: Any, sheet: Sheet, faces: Array) -> tuple[Int, Int]:
    """Return the entry by `choose_entry` on a sheet for which no values are prepared."""
    evaluate(tables, sheet, scratch[0].all, scratch[0])
    return choose_entry(tables, scratch, sheet, faces)


@nested
def playout(tables: Any, scratch: Any, rng: Array, sheet: Sheet) -> tuple[Int, Float]:
    """Fill a sheet with random rolls; return the points made and the luck of the rolls.

    The luck is the excess of the rolls over their expectation, by the values. Its expectation is zero for any values,
    so the points minus the luck have the mean of the points and less noise.
    """
    level, points, luck = scratch[0], 0, 0.0
    for _ in range(free_circles(sheet)):
        faces = tables.rolls[random_below(rng, len(tables.rolls))]
        evaluate(tables, sheet, level.all, level)
        luck += best_entry_value(sheet.own, level.best, faces) - expected_best_entry(sheet.own, level.best)
        cell, total = choose_entry(tables, scratch, sheet, faces)
        points += enter(tables, sheet, cell, total)
    return points, luck


@compiled
def rollout(tables: Any, scratch: Any, seed: Int, sheet: Sheet, runs: Int) -> Float:
    """Return the points to come on a sheet before a roll: the mean over playouts, with their luck subtracted.

    `seed` is a word of `seed_words`, as a signed integer.
    """
    rng, free, total = np.full(1, np.uint64(seed), np.uint64), 0, 0.0
    for cell in range(CELLS):
        if sheet.sums[cell] == FREE:
            free |= 1 << cell
    for _ in range(runs):
        points, luck = playout(tables, scratch, rng, sheet)
        total += points - luck
        for cell in range(CELLS):
            if free >> cell & 1:
                undo_entry(tables, sheet, cell)
    return total / runs
