"""Games of Knister played out from a position, with the luck of the dice as a control variate.

The control variate removes most of the noise (Kroese, Taimre and Botev, "Handbook of Monte Carlo Methods", 9.3). The
mean over games played out improves the choice among entries that a search values almost equally: one step of policy
improvement (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", 1996).
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knister.lookup import CELL_COUNT, SUM_COUNT
from knobel.engines.knister.search import expected_points
from knobel.engines.knister.values import LOWEST, argmax, copy_sheet, enter, evaluate, prepare, score
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.rng import random_below

NEAR = 1.0
"""Maximum distance, in points, of an entry from the best one for which a game that is played out looks ahead."""
MAX_LOSS = 0.75
"""Maximum distance, in points, of an entry from the best one for which games are played out."""
BATCH = 24
"""Number of games played out after each entry before entries are dropped."""
MAX_STANDARD_ERRORS = 2.0
"""Maximum distance of an entry from the best one, in standard errors of their difference, after which it remains."""
HORIZON = 10
"""Number of rolls after which a comparison by games played out uses the value of the sheet."""


@nested
def value_one_roll_ahead(tables: Any, search: Any, sheet: Any, k: Int, total: Int) -> Float:
    """Return the value of a sum index in the k-th free cell, by the values after the next roll."""
    after = search.scratch[0].sheet
    copy_sheet(sheet, after)
    gain = enter(tables, after, k, total)
    return gain + expected_points(tables, search, 0, 1, after)


@nested
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
    for _ in range(search.widths[0, 0] - 1):
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
def choose_cell_unprepared(tables: Any, policy: Any, sheet: Any, total: Int) -> Int:
    """Return the cell by `choose_cell` on a sheet for which no values are prepared."""
    tables, policy = borrow(tables), borrow(policy)
    prepare(tables, policy.scratch[0], sheet)
    evaluate(tables, policy.scratch[0], sheet, total)
    return choose_cell(tables, policy, sheet, total)


@nested
def playout(tables: Any, search: Any, sheet: Any, rng: Array, horizon: Int) -> Float:
    """Fill a sheet with random rolls; return the points made, less the luck of the rolls.

    The luck is the excess of the rolls over their expectation, by the values. Its expectation is zero for any values,
    so the result has the mean of the points and less noise. After `horizon` rolls the value of the sheet is used.
    """
    tables, search = borrow(tables), borrow(search)
    scratch, chances = search.scratch[0], tables.grid.chances
    points = 0.0
    last = sheet.left - horizon
    while sheet.left:
        fallen = np.int64(tables.grid.rolls[random_below(rng, len(tables.grid.rolls))])
        prepare(tables, scratch, sheet)
        mean = 0.0
        for total in range(SUM_COUNT):
            if total != fallen:
                evaluate(tables, scratch, sheet, total)
                mean += chances[total] * scratch.values[argmax(scratch.values, sheet.left)]
        evaluate(tables, scratch, sheet, fallen)
        best = scratch.values[argmax(scratch.values, sheet.left)]
        mean += chances[fallen] * best
        if sheet.left == last:
            return points + mean
        points += mean - best
        points += enter(tables, sheet, choose_cell(tables, search, sheet, fallen), fallen)
    return points


@compiled
def rollout(tables: Any, search: Any, start: Any, sheet: Any, rng: Array, results: Array, horizon: Int) -> Float:
    """Play a sheet out before a roll, once for each of the `results`, and return their mean."""
    for run in range(len(results)):
        copy_sheet(start, sheet)
        results[run] = playout(tables, search, sheet, rng, horizon)
    return results.mean()


@compiled
def final_points(tables: Any, policy: Any, sheets: Any, seed: Int, results: Array) -> Float:
    """Return the mean of the final points of a sheet before a roll, played out to the end for each of the `results`.

    :param sheets: (2) the sheet, and memory for another one.
    """
    policy.rng[0] = np.uint64(seed)
    points = rollout(tables, policy, sheets[0], sheets[1], policy.rng[:1], results, CELL_COUNT)
    return score(tables, sheets[0]) + points


@nested
def shift_other_values(scratch: Any, before: Array, played_out: Array) -> None:
    """Change the values of entries that were not played out by the mean change of the others."""
    change, entries = 0.0, 0
    for k in range(len(before)):
        if played_out[k]:
            change += scratch.values[k] - before[k]
            entries += 1
    for k in range(len(before)):
        if not played_out[k]:
            scratch.values[k] += change / entries


@nested
def compare_by_playouts(tables: Any, search: Any, sheet: Any, total: Int) -> None:
    """Value the best entries of a sum index again, by games played out after each with the same dice.

    The entries are those of the deepest search, in `values` and `searched` of the first scratch space, that lose at
    most `MAX_LOSS`. After each batch of games, entries that are clearly worse than the best one are dropped. The
    entries that remain are `searched`. The values of entries for which no games are played are changed by the mean
    change of the others, so that all remain comparable.
    """
    scratch, policy, n = search.scratch[0], search.policy, sheet.left
    before, played_out = scratch.values[:n].copy(), np.zeros(n, np.bool_)
    top = LOWEST
    for k in range(n):
        if scratch.searched[k]:
            top = max(top, scratch.values[k])
    remaining = 0
    for k in range(n):
        scratch.searched[k] &= scratch.values[k] >= top - MAX_LOSS
        played_out[k] = scratch.searched[k]
        remaining += scratch.searched[k]
        policy.rng[k] = policy.rng[-1]
    results, space, budget, runs = policy.results, policy.sheets[-1], search.playouts, 0
    while 1 < remaining <= budget // BATCH and runs < results.shape[1]:
        best = -1
        for k in range(n):
            if not scratch.searched[k]:
                continue
            start = policy.sheets[k]
            copy_sheet(sheet, start)
            gain = enter(tables, start, k, total)
            batch = results[k, runs : runs + BATCH]
            rollout(tables, policy, start, space, policy.rng[k : k + 1], batch, HORIZON)
            scratch.values[k] = gain + results[k, : runs + BATCH].mean()
            if best < 0 or scratch.values[k] > scratch.values[best]:
                best = k
        runs += BATCH
        budget -= remaining * BATCH
        for k in range(n):
            if scratch.searched[k] and k != best:
                lead = scratch.values[best] - scratch.values[k]
                deviation = (results[best, :runs] - results[k, :runs]).std()
                if lead > MAX_STANDARD_ERRORS * deviation / sqrt(runs):
                    scratch.searched[k] = False
                    remaining -= 1
    shift_other_values(scratch, before, played_out)
