"""Rollouts of positions of Knister by a search, for unbiased estimates of their values.

The luck of the dice is a control variate (Kroese, Taimre and Botev, "Handbook of Monte Carlo Methods", 9.3).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from knobel.core import Decide
from knobel.engines.knister.engine import CACHE_SIZE, KnisterEngine
from knobel.engines.knister.lookup import SUM_COUNT
from knobel.engines.knister.search import Search, expected_points
from knobel.engines.knister.values import LOWEST, argmax, copy_sheet, enter, evaluate, prepare, score, to_sheets
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import generator, random_below
from knobel.games.grid import Grid
from knobel.games.tuples import put

WIDTH, NEAR = 3, 1.0
"""Maximum number of entries looked into one roll ahead, and their maximum distance from the best entry, in points."""
PLAYOUTS = 48
"""Number of playouts of a position.

From half a grid the standard error of the mean is then 0.6 points if it is filled badly, and 0.3 if it is filled well.
"""


class KnisterRollouts:
    """The rollouts of the game, see `Rollouts`."""

    def __init__(self, engine: KnisterEngine) -> None:
        self.engine = engine
        self.space = Search.of(((WIDTH,),))
        self.points = lru_cache(CACHE_SIZE)(self._points)

    def expect(self, view: Any, seat: int, seed: int) -> float:
        """Return the expected final score of a seat, see `Rollouts`."""
        sheet, turn = view.sheets[seat], self.engine.game.turn(view)
        if sheet.count(0) - 1 <= self.engine.searches["master"].exact:
            return self.engine.expect(view, seat, "master", "points").points
        if isinstance(turn, Decide) and seat in turn.seats:
            number, own = sum(view.dice), to_sheets([sheet])[0]
            k = choose_cell_unprepared(self.engine.tables, self.space, own, number - SUMS[0])
            sheet = put(sheet, int(own["free"][k]), number)
        return self.points(sheet, seed)

    def _points(self, sheet: Grid, seed: int) -> float:
        """Return the final points of a sheet before a roll."""
        tables, (start, space) = self.engine.tables, to_sheets([sheet, sheet])
        return float(score(tables, start) + rollout(tables, self.space, start, space, generator(seed), PLAYOUTS))


def rollouts(engine: KnisterEngine) -> KnisterRollouts:
    """Return the rollouts of the game."""
    return KnisterRollouts(engine)


@compiled
def value_one_roll_ahead(tables: Any, search: Any, sheet: Any, k: Int, total: Int) -> Float:
    """Return the value of a sum index in the k-th free cell, by the values after the next roll."""
    after = search.scratch[0].sheet
    copy_sheet(sheet, after)
    gain = enter(tables, after, k, total)
    return gain + expected_points(tables, search, 0, 1, after)


@compiled
def choose_cell(tables: Any, search: Any, sheet: Any, total: Int) -> Int:
    """Return the free cell in which to enter a sum index, given `values` of the first scratch space.

    It is the best cell by value or, if others are nearly as good, the best of these one roll ahead.
    """
    values, rank, n = search.scratch[0].values, search.scratch[0].rank, sheet.left
    first = argmax(values, n)
    for k in range(n):
        rank[k] = values[k]
    rank[first] = LOWEST
    found, highest = first, LOWEST
    for _ in range(WIDTH - 1):
        k = argmax(rank, n)
        if rank[k] < values[first] - NEAR:
            break
        rank[k] = LOWEST
        if found == first and highest == LOWEST:
            highest = value_one_roll_ahead(tables, search, sheet, first, total)
        value = value_one_roll_ahead(tables, search, sheet, k, total)
        if value > highest:
            found, highest = k, value
    return found


@compiled
def choose_cell_unprepared(tables: Any, search: Any, sheet: Any, total: Int) -> Int:
    """Return the cell by `choose_cell` on a sheet for which no values are prepared."""
    tables, search = borrow(tables), borrow(search)
    prepare(tables, search.scratch[0], sheet)
    evaluate(tables, search.scratch[0], sheet, total)
    return choose_cell(tables, search, sheet, total)


@compiled
def playout(tables: Any, search: Any, sheet: Any, rng: Array) -> tuple[Int, Float]:
    """Fill a sheet with random rolls; return the points made and the luck of the rolls.

    The luck is the excess of the rolls over their expectation, by the values. Its expectation is zero for any values,
    so the points minus the luck have the mean of the points and less noise.
    """
    tables, search = borrow(tables), borrow(search)
    scratch, chances = search.scratch[0], tables.grid.chances
    points, luck = 0, 0.0
    while sheet.left:
        fallen = np.int64(tables.grid.rolls[random_below(rng, len(tables.grid.rolls))])
        prepare(tables, scratch, sheet)
        for total in range(SUM_COUNT):
            if total != fallen:
                evaluate(tables, scratch, sheet, total)
                luck -= chances[total] * scratch.values[argmax(scratch.values, sheet.left)]
        evaluate(tables, scratch, sheet, fallen)
        luck += (1 - chances[fallen]) * scratch.values[argmax(scratch.values, sheet.left)]
        points += enter(tables, sheet, choose_cell(tables, search, sheet, fallen), fallen)
    return points, luck


@compiled
def rollout(tables: Any, search: Any, start: Any, sheet: Any, rng: Array, runs: Int) -> Float:
    """Return the points to come on a sheet before a roll: the mean over playouts, with their luck subtracted."""
    total = 0.0
    for _ in range(runs):
        copy_sheet(start, sheet)
        points, luck = playout(tables, search, sheet, rng)
        total += points - luck
    return total / runs
