"""Compiled games of one sheet played alone by the solution."""

from typing import Any

import numpy as np

from knobel.engines.kniffeliger.solve import write_after
from knobel.engines.shared.compiled import Array, compiled, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.simd import LANES, empty_vectors
from knobel.engines.shared.turn_simd import Entries, sample_first_roll, sample_reroll, solve_turn_saving


@nested
def best_entry(tables: Any, values: Array, filled: int, roll: int) -> tuple[int, float]:
    """Return the row in which a roll has the highest value, and that value."""
    which, most = -1, FORBIDDEN
    for i in range(tables.points.shape[1]):
        if not filled >> i & 1 and tables.points[roll, i] + values[filled | 1 << i] > most:
            which, most = i, tables.points[roll, i] + values[filled | 1 << i]
    return which, most


@nested
def best_keep(dice: Any, keep_worth: Array, roll: int, saved: int, lane: int) -> int:
    """Return the most valuable part of a roll that contains the saved dice, if at least one die is thrown."""
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
def play(rng: Array, tables: Any, values: Array, scores: Array, trace: Array) -> None:
    """Play `len(scores)` games of one sheet alone by the values (2^rows).

    :param tables: `engines.kniffeliger.lookup.Tables`.
    :param scores: (games) receives the totals.
    :param trace: (any number of games, turns, 6) receives, for the first games and each turn, two pairs of a roll and
        the keep before the next throw, then the last roll and the row; -1 for events that did not happen.
    """
    rows, size = tables.points.shape[1], tables.dice.remove_start.shape[0] - 1
    dice, entries = tables.dice, Entries(tables.points, tables.rank, np.arange(rows))
    after = empty_vectors((rows, 1, LANES), values.dtype)
    keeps = empty_vectors((2, size, LANES), values.dtype)
    best = empty_vectors((size, LANES), values.dtype)
    filled = np.empty(LANES, np.int64)
    total = np.empty(LANES)
    events = np.empty(6, np.int64)
    for start in range(0, len(scores), LANES):
        filled[:] = 0
        total[:] = 0
        for turn in range(rows):
            for lane in range(LANES):
                write_after(values, filled[lane], after, lane)
            solve_turn_saving(entries, dice, after, keeps[0], keeps[1], best)
            for lane in range(LANES):
                events[:] = -1
                roll, saved = sample_first_roll(rng, dice), 0
                which, most = best_entry(tables, values, filled[lane], roll)
                for again in range(2):
                    keep = best_keep(dice, keeps[again], roll, saved, lane)
                    if keep < 0 or keeps[again, keep, lane] <= most:
                        break
                    events[2 * again] = roll
                    events[2 * again + 1] = keep
                    roll, saved = sample_reroll(rng, dice, keep), keep
                    which, most = best_entry(tables, values, filled[lane], roll)
                events[4:6] = roll, which
                total[lane] += tables.points[roll, which]
                filled[lane] |= 1 << which
                if start + lane < len(trace):
                    trace[start + lane, turn] = events
        for lane in range(min(LANES, len(scores) - start)):
            scores[start + lane] = total[lane]
