"""Random playouts of Knöffel: all legal actions are equally likely."""

from typing import Any

import numpy as np

from benchmarks.kernels.playouts import Playouts
from benchmarks.kernels.solutions import knoeffel_rules
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import random_below
from knobel.engines.shared.turn_simd import sample_reroll
from knobel.games.knoeffel import FIELDS

COLUMNS = 2
SHIFT = 4
FIELD = 15
"""A place is encoded as the column, shifted by `SHIFT` bits, and the field."""


@compiled
def random_playouts(rng: Array, rules: Any, dice: Any, columns: int, scores: Array, trace: Array) -> None:
    """Play `len(scores)` games with this number of free columns.

    `scores` (games) receives the totals; `trace` is that of `engines.knoeffel.selfplay.play`.
    """
    count, last = rules.points.shape[1], rules.free_points.shape[0] - 1
    upper_fields, full = rules.class_after.shape[1], rules.class_start.shape[0] - 2
    places = columns * count
    open_ = np.empty(places, np.int64)
    upper = np.empty(columns, np.int64)
    kind = np.empty(columns, np.int64)
    used = np.empty(columns, np.int64)
    nothing = np.empty(trace.shape[2], trace.dtype)
    for game in range(len(scores)):
        for place in range(places):
            open_[place] = place // count << SHIFT | place % count
        upper[:] = 0
        kind[:] = 0
        used[:] = 0
        score = 0.0
        for turn in range(places):
            n = places - turn
            events = trace[game, turn] if game < len(trace) else nothing
            for k in range(9):
                events[k] = -1
            roll, paid, i = sample_reroll(rng, dice, 0), 0, 0
            for again in range(3):
                choices = dice.part_start[roll + 1] - dice.part_start[roll] - 1
                if again == 2 and not may_roll_free(open_, n, used, last):
                    choices = 0
                choice = random_below(rng, n + choices)
                i = choice
                if choice < n:
                    break
                keep = int(dice.part[dice.part_start[roll] + choice - n])
                events[2 * again] = roll
                events[2 * again + 1] = keep
                roll, paid = sample_reroll(rng, dice, keep), again // 2
                i = n
            if i == n:
                i = any_place(rng, open_, n, used, last - paid)
            where, field = open_[i] >> SHIFT, open_[i] & FIELD
            open_[i] = open_[n - 1]
            events[6] = roll
            events[7] = where
            events[8] = field
            score += rules.points[roll, field]
            used[where] += paid
            if field < upper_fields:
                row = rules.class_start[upper[where]] + kind[where]
                kind[where] = rules.class_after[row, field, rules.rank[roll, field]]
                upper[where] |= 1 << field
        for where in range(columns):
            score += rules.bonus[rules.class_start[full] + kind[where]] + rules.free_points[used[where]]
        scores[game] = score


@compiled
def may_roll_free(open_: Array, n: int, used: Array, last: int) -> bool:
    """True if one of the first `n` open places is in a column with a free roll left."""
    places = 0
    for i in range(n):
        places += int(used[open_[i] >> SHIFT] < last)
    return places > 0


@compiled
def any_place(rng: Array, open_: Array, n: int, used: Array, most: int) -> int:
    """Return a random one of the first `n` open places, in a column with at most `most` free rolls used."""
    while True:
        i = int(random_below(rng, n))
        if used[open_[i] >> SHIFT] <= most:
            return i


def make_playouts() -> Playouts:
    """Return playouts with one seat and two free columns."""
    trace = np.empty((0, COLUMNS * len(FIELDS), 9), np.int16)
    return Playouts(
        lambda rng, scores: random_playouts(rng, shipped_rules(), five_dice(), COLUMNS, scores, trace),
        np.empty,
        knoeffel_rules(),
        (COLUMNS,),
    )
