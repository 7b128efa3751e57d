"""Rollouts of positions of Knapp Daneben! by a search, for unbiased estimates of their values.

The luck of the rolls is a control variate (Kroese, Taimre and Botev, "Handbook of Monte Carlo Methods", 9.3).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from knobel.core import Decide
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from knobel.engines.knapp_daneben.tables import CELLS, FREE, SHEET, SUMS, Sheet
from knobel.engines.knapp_daneben.values import (
    IMPOSSIBLE,
    LOWEST,
    best_offer,
    evaluate,
    fill,
    free_circles,
    mean_of_best,
    offered,
    points_on,
    put,
    take_back,
)
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below, generator
from knobel.games import tuples
from knobel.games.grid import Grid

WIDTH, NEAR = 3, 1.0
"""Maximum number of entries looked into one roll ahead, and their maximum distance from the best entry, in points.

This plays 0.2 points worse than looking into sixteen entries.
"""
RUNS = 20
"""Number of playouts of a position; from half a sheet, the standard error of the mean is then 0.4 points."""
REMEMBERED = 1 << 10
"""Number of cached sheet values. Reviews repeat requests, and several seats may have equal sheets."""


class KnappDanebenRollouts:
    """The rollouts of the game, see `Rollouts`."""

    def __init__(self, engine: KnappDanebenEngine) -> None:
        self.engine = engine
        self.points = lru_cache(REMEMBERED)(self._points)

    def expect(self, view: Any, seat: int, seed: int) -> float:
        """Return the expected final score of a seat, see `Rollouts`."""
        numbers, turn = view.sheets[seat], self.engine.game.turn(view)
        if numbers.count(0) <= self.engine.searches["master"].exact:
            return self.engine.expect(view, seat, "master", "points").points
        if isinstance(turn, Decide) and seat in turn.seats:
            own, faces = self.engine.sheets(view, seat)[0], np.array(view.dice) - 1
            cell, total = entry(self.engine.trained[0], self.engine.scratch, own, faces)
            numbers = tuples.put(numbers, cell, total + LOWEST)
        return self.points(self.engine.colours[seat], numbers, seed)

    def _points(self, colour: int, numbers: Grid, seed: int) -> float:
        """Return the final points of a sheet of a colour before a roll."""
        tables, (sheet,) = self.engine.trained[0], np.zeros(1, SHEET)
        fill(tables, colour, np.array(numbers), sheet)
        return float(points_on(tables, sheet) + rollout(tables, self.engine.scratch, generator(seed), sheet, RUNS))


def rollouts(engine: KnappDanebenEngine) -> KnappDanebenRollouts:
    """Return the rollouts of the game."""
    return KnappDanebenRollouts(engine)


@compiled
def ahead(tables: Any, scratch: Any, sheet: Sheet, cell: Int, total: Int) -> Float:
    """Return the value of an entry, by the values after the next roll."""
    points = np.float64(put(tables, sheet, cell, total))
    evaluate(tables, sheet, scratch.all, scratch)
    points += mean_of_best(sheet.own, scratch.best)
    take_back(tables, sheet, cell)
    return points


@compiled
def choose(tables: Any, scratch: Any, sheet: Sheet, faces: Array) -> tuple[Int, Int]:
    """Return the circle and the sum of the entry to make, given the values of entries in `scratch[0]`.

    It is the best entry by value or, if others are nearly as good, the best of these one roll ahead.
    """
    level = scratch[0]
    offered(sheet.own, faces, level.wanted)
    cells, totals, worths = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64), np.full(WIDTH, IMPOSSIBLE)
    for cell in range(CELLS):
        for total in range(SUMS):
            if sheet.sums[cell] == FREE and level.wanted[tables.colour[cell], total]:
                k, worth = WIDTH - 1, level.worth[cell, total]
                if worth <= worths[k]:
                    continue
                while k > 0 and worth > worths[k - 1]:
                    cells[k], totals[k], worths[k] = cells[k - 1], totals[k - 1], worths[k - 1]
                    k -= 1
                cells[k], totals[k], worths[k] = cell, total, worth
    best, highest = 0, IMPOSSIBLE
    if worths[1] >= worths[0] - NEAR and free_circles(sheet) > 1:
        for k in range(WIDTH):
            if worths[k] >= worths[0] - NEAR:
                worth = ahead(tables, scratch[1], sheet, cells[k], totals[k])
                if worth > highest:
                    best, highest = k, worth
    return cells[best], totals[best]


@compiled
def entry(tables: Any, scratch: Any, sheet: Sheet, faces: Array) -> tuple[Int, Int]:
    """Return the entry by `choose` on a sheet for which no values are prepared."""
    evaluate(tables, sheet, scratch[0].all, scratch[0])
    return choose(tables, scratch, sheet, faces)


@compiled
def play_out(tables: Any, scratch: Any, rng: Array, sheet: Sheet) -> tuple[Int, Float]:
    """Fill a sheet with random rolls; return the points made and the luck of the rolls.

    The luck is the excess of the rolls over their expectation, by the values. Its expectation is zero for any values,
    so the points minus the luck have the mean of the points and less noise.
    """
    level, points, luck = scratch[0], 0, 0.0
    for _ in range(free_circles(sheet)):
        faces = tables.rolls[below(rng, len(tables.rolls))]
        evaluate(tables, sheet, level.all, level)
        luck += best_offer(sheet.own, level.best, faces) - mean_of_best(sheet.own, level.best)
        cell, total = choose(tables, scratch, sheet, faces)
        points += put(tables, sheet, cell, total)
    return points, luck


@compiled
def rollout(tables: Any, scratch: Any, rng: Array, sheet: Sheet, runs: Int) -> Float:
    """Return the points to come on a sheet before a roll: the mean over playouts, with their luck subtracted."""
    free, total = np.flatnonzero(sheet.sums == FREE), 0.0
    for _ in range(runs):
        points, luck = play_out(tables, scratch, rng, sheet)
        total += points - luck
        for cell in free:
            take_back(tables, sheet, cell)
    return total / runs
