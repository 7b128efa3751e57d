"""Probability of winning Knaster, by rollouts to the end of the game.

All sheets share the dice and are otherwise independent. Near the end, the probability of winning is estimated by
rollouts in which all seats play by value. In the last roll, and in the roll before it, it is exact if the others play
by value. `rollouts` is `RolloutState`.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.dice import FACES
from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knaster.lookup import MAX_ROUNDS, NO_OPPONENT
from knobel.engines.knaster.search import SearchState, list_moves, list_ways, search_moves
from knobel.engines.knaster.sheet import CELLS, FREE, NUMBER, OPEN_CELLS, SHEET, SUMS, copy_sheet, score
from knobel.engines.knaster.values import evaluate, make_move, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.grid import grid

MAX_OPPONENTS = 8
"""Maximum number of other sheets considered: the leading ones, and the one with the fewest free cells."""
RACE_CELLS = 5
"""Number of free cells above which points decide, if every sheet has more."""
MAX_LOSS = 4.0
"""Moves are not considered if they are worse than the best move by more than this number of points."""
MAX_ROLLOUT_MOVES = 12_000
"""Approximate number of moves made in rollouts."""
ROLLS = len(FACES) ** 2
ROLL_SEQUENCES = 16 * ROLLS
"""Number of roll sequences prepared for rollouts."""
MIN_LEAD_STANDARD_ERRORS = 2.0
"""Minimum lead of another move over the best move for points, in standard errors."""


class RolloutState(NamedTuple):
    """The search state, and memory for the other sheets.

    The fields are the values of a move (50); for the seats of a rollout the sheets and the numbers of free cells;
    `sequences` (576, 52), the sum indices rolled in rollouts; and the result of the first move in each rolls.
    """

    search: SearchState
    values: Array
    sheets: Array
    free: Array
    sequences: Array
    won: Array

    @classmethod
    def empty(cls, search: SearchState) -> "RolloutState":
        return cls(
            search,
            values=np.zeros(2 * CELLS, np.float32),
            sheets=np.zeros((MAX_OPPONENTS + 1, SHEET), np.int64),
            free=np.zeros(MAX_OPPONENTS + 1, np.int64),
            sequences=roll_sequences(),
            won=np.zeros(ROLL_SEQUENCES),
        )


def roll_sequences() -> Array:
    """Return `sequences` of `RolloutState`, always the same. The first roll takes each of its values equally often."""
    rolls = grid().rolls
    result = np.random.default_rng(0).choice(rolls, (ROLL_SEQUENCES, MAX_ROUNDS))
    result[:, 0] = np.resize(rolls, ROLL_SEQUENCES)
    return result


@compiled
def min_except(free: Array, n: Int, but: Int, least: Int) -> Int:
    """Return the least of n numbers, except one of them, and another number."""
    for i in range(n):
        if i != but:
            least = min(least, free[i])
    return least


@compiled
def move_opponents(rollouts: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the other seats with a sum index.

    `own` is the number of free cells on the seat's own sheet; m is 0 in the last round.
    """
    rollouts, others = borrow((rollouts, others))
    tables, scratch = rollouts.search.tables, rollouts.search.scratch
    for i in range(len(others)):
        rollouts.free[i] = others[i, FREE]
    for i in range(len(others)):
        fewest = min_except(rollouts.free, len(others), i, min(own, m))
        prepare(tables, scratch, others[i], fewest)
        k = evaluate(tables, scratch, others[i], fewest, total, rollouts.values)
        make_move(tables, scratch, others[i], fewest, total, k)


@compiled
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


@compiled
def rollout(rollouts: Any, own: Array, others: Array, run: Int) -> Float:
    """Return the result of a sheet when all seats play by value to the end, with the rolls of one of the sequences."""
    rollouts, own, others = borrow((rollouts, own, others))
    tables, scratch, rolls = rollouts.search.tables, rollouts.search.scratch, rollouts.sequences[run]
    n = len(others)
    sheets = rollouts.sheets[: n + 1]
    for other in range(n):
        copy_sheet(others[other], sheets[other])
    copy_sheet(own, sheets[n])
    last, over, i = False, False, 0
    for sheet in sheets:
        last |= sheet[FREE] == 0
    while not over:
        over = last
        for seat in range(n + 1):
            rollouts.free[seat] = sheets[seat, FREE]
        for seat in range(n + 1):
            m = 0 if over else min_except(rollouts.free, n + 1, seat, NO_OPPONENT)
            prepare(tables, scratch, sheets[seat], m)
            k = evaluate(tables, scratch, sheets[seat], m, rolls[i], rollouts.values)
            make_move(tables, scratch, sheets[seat], m, rolls[i], k)
            last |= sheets[seat, FREE] == 0
        i += 1
    return win_share(tables, sheets[n], sheets[:n])


@compiled
def rollout_count(left: Int, seats: Int, width: Int) -> Int:
    """Return the number of rollouts that the budget allows for each of `width` moves.

    :param left: the number of free cells on the fullest sheet.
    """
    # Seats sometimes circle, so grids fill more slowly than by one cell a round.
    moves_to_come = seats * (left + 2)
    return min(max(MAX_ROLLOUT_MOVES // (ROLLS * moves_to_come * width), 1) * ROLLS, ROLL_SEQUENCES)


@compiled
def completes_single_lines(tables: Any, sheet: Array) -> bool:
    """True if no single entry can complete two lines; circling in one after the other might not be optimal."""
    for cell in range(CELLS):
        ends = 0
        for p in range(tables.at_count[cell]):
            ends += sheet[NUMBER + cell] < 0 and tables.lines[sheet[tables.at[cell, p]], OPEN_CELLS] == 1
        if ends > 1:
            return False
    return True


@compiled
def compare_by_rollouts(rollouts: Any, others: Array, width: Int) -> None:
    """Replace the merits of the best `width` moves by the probability of winning, and put the other moves below them.

    The others have already moved in this round. The probability is the mean result (`win_share`) of rollouts after the
    move with common random numbers: all moves use the same rolls. The next roll takes all its values equally often, so
    the probability is exact if only that roll remains. Otherwise a number of standard errors
    (`MIN_LEAD_STANDARD_ERRORS`) is subtracted from the lead over the best move for points, so that chance alone does
    not favour another move.
    """
    rollouts, others = borrow((rollouts, others))
    moves, rank = rollouts.search.moves, rollouts.search.moves.rank
    count = moves.size[0]
    top = moves.value[:count].max()
    soon = others[:, FREE].min()
    left = soon
    for k in range(count):
        rank[k] = moves.value[k]
        left = min(left, moves.sheets[k, FREE])
    seats = len(others) + 1
    width = min(width, count, max(MAX_ROLLOUT_MOVES // (ROLLS * seats * (left + 2)), 2))
    runs = rollout_count(left, seats, width) if soon else ROLLS
    lowest, usual = 1.0, 0.0
    for i in range(width):
        k = rank[:count].argmax()
        points = rank[k]
        if points < top - MAX_LOSS:
            break
        rank[k] = -1e9
        more, squares = 0.0, 0.0
        for run in range(runs):
            won = rollout(rollouts, moves.sheets[k], others, run)
            if i == 0:
                rollouts.won[run] = won
                usual += won / runs
            more += won - rollouts.won[run]
            squares += (won - rollouts.won[run]) ** 2
        more /= runs
        chance = usual + more
        moves.win[k] = min(max(chance, 0.0), 1.0)
        ends = soon == 0 or moves.sheets[k, FREE] == 0
        moves.win_exact[k] = ends and completes_single_lines(rollouts.search.tables, moves.sheets[k])
        if soon:
            chance -= MIN_LEAD_STANDARD_ERRORS * sqrt(max(squares / runs - more**2, 0.0) / runs)
        moves.value[k] = chance + POINT_WEIGHT * (points - top)
        lowest = min(lowest, moves.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            moves.value[k] = lowest + (rank[k] - top) * 1e-4


@compiled
def value_last_round(rollouts: Any, others: Array) -> None:
    """Replace the merits of the moves of the last round by their results, after the last moves of the others."""
    moves = rollouts.search.moves
    for k in range(moves.size[0]):
        moves.win[k] = win_share(rollouts.search.tables, moves.sheets[k], others)
        moves.win_exact[k] = moves.exact[k]
        moves.value[k] = moves.win[k] + POINT_WEIGHT * moves.value[k]


@compiled
def is_race(own: Int, m: Int) -> bool:
    """True if few enough cells are free that the probability of winning decides; m is as in `evaluate_moves`."""
    return bool(min(own, m) <= RACE_CELLS)


@compiled
def evaluate_moves(rollouts: Any, sheet: Array, ways: Array, others: Array, m: Int, total: Int, win: Int) -> None:
    """List and evaluate the moves with a sum index, or the `ways` to circle cells of a line if there are any.

    If `win` is not 0, the best `win` moves are compared by the probability of winning, otherwise all moves by points.

    :param ways: as `list_ways` expects them.
    :param others: the other sheets when this round opened; they make their move where the probability of winning is
        computed.
    :param m: the fewest free cells elsewhere when this round opened, 0 in the last round.
    """
    rollouts, sheet, others = borrow((rollouts, sheet, others))
    search, own = rollouts.search, sheet[FREE]
    if len(ways):
        own += 1
        list_ways(search, sheet, ways, m)
    else:
        list_moves(search, sheet, m, total)
    if m == 0:
        if win and len(others):
            move_opponents(rollouts, others, own, m, total)
            value_last_round(rollouts, others)
        return
    search_moves(search, m)
    if win and len(others) and is_race(own, m):
        move_opponents(rollouts, others, own, m, total)
        compare_by_rollouts(rollouts, others, win)


@compiled
def value_before_roll(rollouts: Any, sheet: Array, others: Array, m: Int, win: Int) -> tuple[Float, Float, bool, bool]:
    """Return the points to come and the probability of winning before a roll, and whether they are exact.

    They are means over all rolls of the best move by `evaluate_moves`. They are exact if those of all moves are.
    """
    rollouts, sheet, others = borrow((rollouts, sheet, others))
    moves, rolls = rollouts.search.moves, rollouts.search.tables.rolls
    moved_on, no_ways = np.empty_like(others), np.empty((0, 2), np.int64)
    points, chances = np.empty(SUMS), np.empty(SUMS)
    exact, win_exact = True, True
    for total in range(SUMS):
        moved_on[:] = others
        evaluate_moves(rollouts, sheet, no_ways, moved_on, m, total, win)
        count = moves.size[0]
        k = moves.value[:count].argmax()
        points[total], chances[total] = moves.points[k], moves.win[k]
        exact &= moves.exact[:count].all()
        win_exact &= moves.win_exact[:count].all()
    return points[rolls].mean(), chances[rolls].mean(), exact, win_exact


@compiled
def rollout_win_probability(rollouts: Any, own: Array, others: Array) -> Float:
    """Return the probability of winning before a roll, if all seats play by value."""
    rollouts, own, others = borrow((rollouts, own, others))
    left = own[FREE]
    for other in others:
        left = min(left, other[FREE])
    # The caller also computes the mean over all rolls, so this takes half the time of comparing moves.
    runs = rollout_count(left, len(others) + 1, 2)
    won = 0.0
    for run in range(runs):
        won += rollout(rollouts, own, others, run)
    return won / runs
