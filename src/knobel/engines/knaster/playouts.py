"""Games of Knaster played out by value, with the same rolls for all sheets."""

from typing import Any, NamedTuple

import numpy as np

from knobel.dice import FACES
from knobel.engines.knaster.lookup import MAX_ROUNDS, NO_OPPONENT
from knobel.engines.knaster.search import SearchState
from knobel.engines.knaster.sheet import (
    CELLS,
    CIRCLED,
    FREE,
    SHEET,
    SUMS,
    circle,
    circled_mask,
    copy_sheet,
    enter,
    position_numbers,
    score,
)
from knobel.engines.knaster.sheet_values import make_move
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.grid import grid
from knobel.engines.shared.position_cache import PositionCache, find_entry

MAX_OPPONENTS = 8
"""Maximum number of other sheets considered: the leading ones, and the one with the fewest free cells."""
KNOWN_MOVES = 1 << 14
"""Number of positions whose best move by value is kept."""
ROLLS = len(FACES) ** 2
ROLL_SEQUENCES = 16 * ROLLS
"""Number of roll sequences prepared for rollouts."""


class RolloutState(NamedTuple):
    """The search state, and memory for rollouts.

    The fields are the values of a move (50). For the other seats: `sheets` (54, 8, 74), the sheets when each round of
    the current rollout opens; `fewest` (54, 8), the fewest free cells elsewhere with which they moved in it; `known`
    (8), the number of rounds of the current rolls in which they have moved; and `free` (8), their free cells. Last,
    `sequences` (576, 52), the sum indices rolled in rollouts, and `made`, the moves of `move_by_value` and the cells
    that are circled after them.
    """

    search: SearchState
    values: Array
    sheets: Array
    fewest: Array
    known: Array
    free: Array
    sequences: Array
    made: PositionCache

    @classmethod
    def empty(cls, search: SearchState) -> "RolloutState":
        rounds = MAX_ROUNDS + 2
        return cls(
            search,
            values=np.zeros(2 * CELLS, np.float32),
            sheets=np.zeros((rounds, MAX_OPPONENTS, SHEET), np.int64),
            fewest=np.zeros((rounds, MAX_OPPONENTS), np.int64),
            known=np.zeros(MAX_OPPONENTS, np.int64),
            free=np.zeros(MAX_OPPONENTS, np.int64),
            sequences=roll_sequences(),
            made=PositionCache.empty(KNOWN_MOVES, 2, np.int32),
        )


def roll_sequences() -> Array:
    """Return `sequences` of `RolloutState`, always the same. The first roll takes each of its values equally often."""
    rolls = grid().rolls
    result = np.random.default_rng(0).choice(rolls, (ROLL_SEQUENCES, MAX_ROUNDS))
    result[:, 0] = np.resize(rolls, ROLL_SEQUENCES)
    return result


@nested
def min_except(free: Array, n: Int, but: Int, least: Int) -> Int:
    """Return the least of n numbers, except one of them, and another number."""
    for i in range(n):
        if i != but:
            least = min(least, free[i])
    return least


@nested
def move_by_value(rollouts: Any, sheet: Array, m: Int, total: Int) -> None:
    """Make the best move by value with a sum index, with the best circles in completed lines; none if there is none."""
    rollouts, sheet = borrow((rollouts, sheet))
    tables, scratch = rollouts.search.tables, rollouts.search.scratch
    entry, is_known = find_entry(rollouts.made, *position_numbers(sheet, m * SUMS + total))
    if not is_known:
        prepare(tables, scratch, sheet, m)
        k = evaluate(tables, scratch, sheet, m, total, rollouts.values)
        make_move(tables, scratch, sheet, m, total, k)
        rollouts.made.results[entry, 0], rollouts.made.results[entry, 1] = k, circled_mask(sheet)
        return
    k, circled = rollouts.made.results[entry, 0], rollouts.made.results[entry, 1]
    if 0 <= k < CELLS:
        enter(tables, sheet, k, total)
    for cell in range(CELLS):
        if circled >> cell & 1 and not sheet[CIRCLED + cell]:
            circle(tables, sheet, cell)


@nested
def move_opponents(rollouts: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the other seats with a sum index.

    `own` is the number of free cells on the seat's own sheet; m is 0 in the last round.
    """
    rollouts, others = borrow((rollouts, others))
    for i in range(len(others)):
        rollouts.free[i] = others[i, FREE]
    for i in range(len(others)):
        fewest = min_except(rollouts.free, len(others), i, min(own, m))
        move_by_value(rollouts, others[i], fewest, total)


@nested
def win_share(tables: Any, own: Array, others: Array) -> Float:
    """Return the share of the win of a final sheet against others: 1/n if n seats share the first place, otherwise 0 if
    another sheet has more points.
    """
    points, first = score(tables, own), 1
    for other in others:
        more = score(tables, other) - points
        if more > 0:
            return 0.0
        first += more == 0
    return 1 / first


@nested
def move_others(rollouts: Any, own: Int, n: Int, i: Int, total: Int) -> bool:
    """Make the best moves by value of n other seats in round i; return True if it is the last round.

    Seats that have already moved in this round, with the same fewest free cells elsewhere, do not move again.

    :param own: the number of free cells on the seat's own sheet.
    """
    rollouts = borrow(rollouts)
    free = rollouts.free
    over: bool = own == 0
    for other in range(n):
        free[other] = rollouts.sheets[i, other, FREE]
        over |= free[other] == 0
    for other in range(n):
        m = 0 if over else min_except(free, n, other, own)
        if rollouts.known[other] > i and rollouts.fewest[i, other] == m:
            continue
        rollouts.known[other], rollouts.fewest[i, other] = i + 1, m
        sheet = rollouts.sheets[i + 1, other]
        copy_sheet(rollouts.sheets[i, other], sheet)
        move_by_value(rollouts, sheet, m, total)
    return over


@nested
def move_own(rollouts: Any, own: Array, n: Int, over: bool, total: Int) -> None:
    """Make the best move by value of the seat itself in the round of the last call of `move_others`."""
    rollouts, own = borrow((rollouts, own))
    m = 0 if over else min_except(rollouts.free, n, -1, NO_OPPONENT)
    move_by_value(rollouts, own, m, total)


@compiled
def roll_out(rollouts: Any, starts: Array, others: Array, runs: Int, won: Array) -> None:
    """Play `runs` rollouts from each of the sheets `starts`, in which all seats play by value to the end.

    All sheets use the same rolls, a prefix of the sequences. `won` (starts, runs) receives the results.
    To save time, rollouts with the same rolls so far share the moves of the others, and the own moves after the first
    roll.
    """
    rollouts, starts, others = borrow((rollouts, starts, others))
    n, sequences, known = len(others), rollouts.sequences, rollouts.known
    own, after = np.empty(SHEET, np.int64), np.empty_like(starts)
    for other in range(n):
        copy_sheet(others[other], rollouts.sheets[0, other])
    for total in range(SUMS):
        known[:] = 0
        for k in range(len(starts)):
            copy_sheet(starts[k], after[k])
            over = move_others(rollouts, starts[k, FREE], n, np.int64(0), total)
            move_own(rollouts, after[k], n, over, total)
        for run in range(runs):
            if sequences[run, 0] != total:
                continue
            for other in range(n):
                known[other] = min(known[other], 1)
            for k in range(len(starts)):
                over = move_others(rollouts, starts[k, FREE], n, np.int64(0), total)
                copy_sheet(after[k], own)
                i = np.int64(1)
                while not over:
                    over = move_others(rollouts, own[FREE], n, i, sequences[run, i])
                    move_own(rollouts, own, n, over, sequences[run, i])
                    i += 1
                won[k, run] = win_share(rollouts.search.tables, own, rollouts.sheets[i, :n])
