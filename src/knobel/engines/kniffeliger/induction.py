"""Kniffeliger compiled: a sheet that is played alone solved, and such games played.

A sheet is the set of its filled rows, a bit mask; row 0 is the lowest bit. Crossed rows count as filled. `points` (252,
rows) is what each roll scores in each row, `dice` the bundle of arrays `knobel.engines.shared.five_dice.FiveDice`.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.lanes import LANES, empty
from knobel.engines.shared.turn_lanes import Entries, first_roll, look_ahead_saving, rethrow


@compiled
def look(values: Array, filled: int, frozen: int, after: Array, lane: int) -> None:
    """Write into a lane of `after` (rows, 1, LANES) what the sheet is worth after an entry in each row."""
    for i in range(len(after)):
        after[i, 0, lane] = FORBIDDEN if (filled | frozen) >> i & 1 else values[filled | 1 << i]


@compiled
def solve(points: Array, rank: Array, dice: Any, order: Array, values: Array) -> None:
    """Fill `values` (2^rows) with the points still to be expected of every sheet under optimal play alone.

    :param rank: (252, rows) zeros: what comes after an entry does not depend on its score.
    :param order: all sheets but the full one, such that every one comes later than those that its entries lead to, and
        any that stand together in a group of LANES, counted from the start, do not need each other.
    """
    rows = points.shape[1]
    keeps = dice.remove_start.shape[0] - 1
    after = empty((rows, 1, LANES), values.dtype)
    keep2, keep3 = empty((keeps, LANES), values.dtype), empty((keeps, LANES), values.dtype)
    best = empty((keeps, LANES), values.dtype)
    entries = Entries(points, rank, np.arange(rows))
    values[-1] = 0
    for start in range(0, len(order), LANES):
        for lane in range(LANES):
            look(values, order[start + lane], 0, after, lane)
        look_ahead_saving(entries, dice, after, keep2, keep3, best)
        for lane in range(LANES):
            values[order[start + lane]] = best[0, lane]


@compiled
def best_entry(points: Array, values: Array, filled: int, frozen: int, roll: int) -> tuple[int, float]:
    """The row in which a roll is worth most, and how much."""
    which, most = -1, FORBIDDEN
    for i in range(points.shape[1]):
        if not (filled | frozen) >> i & 1 and points[roll, i] + values[filled | 1 << i] > most:
            which, most = i, points[roll, i] + values[filled | 1 << i]
    return which, most


@compiled
def best_keep(dice: Any, keep_worth: Array, roll: int, saved: int, lane: int) -> int:
    """The part of a roll, saved dice in it, that is worth most when the other dice, one at least, are thrown."""
    best = -1
    for p in range(dice.part_start[roll], dice.part_start[roll + 1] - 1):
        keep = dice.part[p]
        holds = True
        for face in range(dice.faces.shape[1]):
            holds &= dice.faces[keep, face] >= dice.faces[saved, face]
        if holds and (best < 0 or keep_worth[keep, lane] > keep_worth[best, lane]):
            best = keep
    return best


@compiled
def play(rng: Array, points: Array, rank: Array, dice: Any, values: Array, scores: Array, trace: Array) -> None:
    """Play `len(scores)` games of one sheet alone, as well as the values know.

    `scores` (games) receives the totals. `trace` (any number of games, turns, 6) receives of the first games, turn by
    turn, twice a roll and the keep that is thrown from, then the last roll and the row; -1 for what did not happen.
    """
    rows = points.shape[1]
    after = empty((rows, 1, LANES), values.dtype)
    keeps = empty((2, dice.remove_start.shape[0] - 1, LANES), values.dtype)
    best = empty((dice.remove_start.shape[0] - 1, LANES), values.dtype)
    entries = Entries(points, rank, np.arange(rows))
    filled = np.empty(LANES, np.int64)
    total = np.empty(LANES)
    events = np.empty(6, np.int64)
    for start in range(0, len(scores), LANES):
        filled[:] = 0
        total[:] = 0
        for turn in range(rows):
            for lane in range(LANES):
                look(values, filled[lane], 0, after, lane)
            look_ahead_saving(entries, dice, after, keeps[0], keeps[1], best)
            for lane in range(LANES):
                events[:] = -1
                roll, saved = first_roll(rng, dice), 0
                which, most = best_entry(points, values, filled[lane], 0, roll)
                for again in range(2):
                    keep = best_keep(dice, keeps[again], roll, saved, lane)
                    if keep < 0 or keeps[again, keep, lane] <= most:
                        break
                    events[2 * again] = roll
                    events[2 * again + 1] = keep
                    roll, saved = rethrow(rng, dice, keep), keep
                    which, most = best_entry(points, values, filled[lane], 0, roll)
                events[4:6] = roll, which
                total[lane] += points[roll, which]
                filled[lane] |= 1 << which
                if start + lane < len(trace):
                    trace[start + lane, turn] = events
        for lane in range(min(LANES, len(scores) - start)):
            scores[start + lane] = total[lane]
