"""Probability of winning Knaster, by rollouts to the end of the game or, before the race, by a model of final scores.

All sheets share the dice and are otherwise independent. In the race (`is_race`), the probability of winning is
estimated by rollouts in which all seats play by value, and moves are chosen by it. In the last roll, and in the roll
before it, it is exact if the others play by value. `rollouts` is `RolloutState`.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.dice import FACES
from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knaster.lookup import MAX_ROUNDS, NO_OPPONENT
from knobel.engines.knaster.search import SearchState, list_moves, list_ways, search_moves
from knobel.engines.knaster.sheet import CELLS, FREE, NUMBER, OPEN_CELLS, SHEET, SUMS, copy_sheet, fewest_free, score
from knobel.engines.knaster.values import evaluate, make_move, mean_error, prepare
from knobel.engines.knaster.win_model import estimate_win, estimate_wins
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.grid import grid

MAX_OPPONENTS = 8
"""Maximum number of other sheets considered: the leading ones, and the one with the fewest free cells."""
RACE_CELLS = 5
"""Number of free cells above which points decide, if every sheet has more: the race has not begun."""
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
    """The search state, and memory for rollouts.

    The fields are the values of a move (50). For the other seats: `sheets` (54, 8, 74), the sheets when each round of
    the current rollout opens; `fewest` (54, 8), the fewest free cells elsewhere with which they moved in it; `known`
    (8), the number of rounds of the current rolls in which they have moved; and `free` (8), their free cells. Last,
    `sequences` (576, 52), the sum indices rolled in rollouts.
    """

    search: SearchState
    values: Array
    sheets: Array
    fewest: Array
    known: Array
    free: Array
    sequences: Array

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
    tables, scratch, free = rollouts.search.tables, rollouts.search.scratch, rollouts.free
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
        prepare(tables, scratch, sheet, m)
        k = evaluate(tables, scratch, sheet, m, total, rollouts.values)
        make_move(tables, scratch, sheet, m, total, k)
    return over


@nested
def move_own(rollouts: Any, own: Array, n: Int, over: bool, total: Int) -> None:
    """Make the best move by value of the seat itself in the round of the last call of `move_others`."""
    rollouts, own = borrow((rollouts, own))
    tables, scratch = rollouts.search.tables, rollouts.search.scratch
    m = 0 if over else min_except(rollouts.free, n, -1, NO_OPPONENT)
    prepare(tables, scratch, own, m)
    k = evaluate(tables, scratch, own, m, total, rollouts.values)
    make_move(tables, scratch, own, m, total, k)


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


@nested
def rollout_count(left: Int, seats: Int, width: Int) -> Int:
    """Return the number of rollouts that the budget allows for each of `width` moves.

    :param left: the number of free cells on the fullest sheet.
    """
    # Seats sometimes circle, so grids fill more slowly than by one cell a round.
    moves_to_come = seats * (left + 2)
    return min(max(MAX_ROLLOUT_MOVES // (ROLLS * moves_to_come * width), 1) * ROLLS, ROLL_SEQUENCES)


@nested
def completes_single_lines(tables: Any, sheet: Array) -> bool:
    """True if no single entry can complete two lines; circling in one after the other might not be optimal."""
    for cell in range(CELLS):
        ends = 0
        for p in range(tables.at_count[cell]):
            ends += sheet[NUMBER + cell] < 0 and tables.lines[sheet[tables.at[cell, p]], OPEN_CELLS] == 1
        if ends > 1:
            return False
    return True


@nested
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
    top = moves.value[moves.value[:count].argmax()]
    soon = fewest_free(others)
    left = soon
    for k in range(count):
        rank[k] = moves.value[k]
        left = min(left, moves.sheets[k, FREE])
    seats = len(others) + 1
    width = min(width, count, max(MAX_ROLLOUT_MOVES // (ROLLS * seats * (left + 2)), 2))
    runs = rollout_count(left, seats, width) if soon else ROLLS
    chosen, starts = np.empty(width, np.int64), np.empty((width, SHEET), np.int64)
    size = 0
    while size < width:
        k = rank[:count].argmax()
        if rank[k] < top - MAX_LOSS:
            break
        rank[k] = -1e9
        chosen[size] = k
        copy_sheet(moves.sheets[k], starts[size])
        size += 1
    won = np.empty((size, runs))
    roll_out(rollouts, starts[:size], others, runs, won)
    lowest, usual = 1.0, won[0].mean()
    for i in range(size):
        k = chosen[i]
        points = moves.value[k]
        lead = won[i] - won[0]
        chance = usual + lead.mean()
        moves.win[k] = min(max(chance, 0.0), 1.0)
        ends = soon == 0 or moves.sheets[k, FREE] == 0
        moves.win_exact[k] = ends and completes_single_lines(rollouts.search.tables, moves.sheets[k])
        if soon:
            chance -= MIN_LEAD_STANDARD_ERRORS * lead.std() / sqrt(runs)
        moves.value[k] = chance + POINT_WEIGHT * (points - top)
        lowest = min(lowest, moves.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            moves.value[k] = lowest + (rank[k] - top) * 1e-4


@nested
def estimate_moves(rollouts: Any, others: Array) -> None:
    """Estimate the probability of winning after each move by a model of final scores; the merits stay points.

    The others have already moved in this round.
    """
    rollouts, others = borrow((rollouts, others))
    moves = rollouts.search.moves
    count = moves.size[0]
    best = moves.value[:count].argmax()
    # Moves that were searched less deeply than the best one can seem better.
    points = np.minimum(moves.points[:count] - moves.points[best], 0.0)
    estimate_wins(rollouts, moves.sheets[best], others, points, moves.win)


@nested
def value_last_round(rollouts: Any, others: Array) -> None:
    """Replace the merits of the moves of the last round by their results, after the last moves of the others."""
    moves = rollouts.search.moves
    for k in range(moves.size[0]):
        moves.win[k] = win_share(rollouts.search.tables, moves.sheets[k], others)
        moves.win_exact[k] = moves.exact[k]
        moves.value[k] = moves.win[k] + POINT_WEIGHT * moves.value[k]


@nested
def is_race(own: Int, m: Int) -> bool:
    """True if few enough cells are free that the probability of winning decides; m is as in `evaluate_moves`."""
    return bool(min(own, m) <= RACE_CELLS)


@nested
def search_listed(search: Any, m: Int) -> None:
    """Evaluate the listed moves over coming rolls, and correct their points by the mean error of the values.

    In the last round (m = 0), the points are those listed.
    """
    search = borrow(search)
    moves = search.moves
    if m == 0:
        return
    search_moves(search, m)
    for k in range(moves.size[0]):
        if not moves.exact[k] and moves.sheets[k, FREE]:
            moves.points[k] += mean_error(moves.sheets[k, FREE], m)


@compiled
def evaluate_moves(rollouts: Any, sheet: Array, m: Int, total: Int) -> None:
    """List and evaluate by points the moves with a sum index.

    :param m: the fewest free cells elsewhere when this round opened, 0 in the last round.
    """
    rollouts, sheet = borrow((rollouts, sheet))
    list_moves(rollouts.search, sheet, m, total)
    search_listed(rollouts.search, m)


@compiled
def evaluate_ways(rollouts: Any, sheet: Array, ways: Array, m: Int) -> None:
    """List and evaluate by points the ways to circle cells of a line that `list_ways` lists; m is as in
    `evaluate_moves`.
    """
    rollouts, sheet = borrow((rollouts, sheet))
    list_ways(rollouts.search, sheet, ways, m)
    search_listed(rollouts.search, m)


@compiled
def evaluate_wins(rollouts: Any, left: Int, others: Array, m: Int, total: Int, width: Int) -> None:
    """Compute the probability of winning after the moves of `evaluate_moves` or `evaluate_ways`.

    In the race it decides between the best `width` moves. Before the race, points decide.

    :param left: the number of free cells on the seat's own sheet when this round opened.
    :param others: the other sheets when this round opened, at least one; they make their move.
    """
    rollouts, others = borrow((rollouts, others))
    move_opponents(rollouts, others, left, m, total)
    if m == 0:
        value_last_round(rollouts, others)
    elif is_race(left, m):
        compare_by_rollouts(rollouts, others, width)
    else:
        estimate_moves(rollouts, others)


@compiled
def value_before_roll(rollouts: Any, sheet: Array, others: Array, m: Int, win: Int) -> tuple[Float, Float, bool, bool]:
    """Return the points to come and the probability of winning before a roll, and whether they are exact.

    They are means over all rolls of the best move by `evaluate_moves`. They are exact if those of all moves are.
    """
    rollouts, sheet, others = borrow((rollouts, sheet, others))
    moves, rolls = rollouts.search.moves, rollouts.search.tables.rolls
    moved_on = np.empty_like(others)
    points, chances = np.empty(SUMS), np.empty(SUMS)
    exact, win_exact = True, True
    for total in range(SUMS):
        for i in range(len(others)):
            copy_sheet(others[i], moved_on[i])
        evaluate_moves(rollouts, sheet, m, total)
        if win and len(others):
            evaluate_wins(rollouts, sheet[FREE], moved_on, m, total, win)
        count = moves.size[0]
        k = moves.value[:count].argmax()
        points[total], chances[total] = moves.points[k], moves.win[k]
        exact &= moves.exact[:count].all()
        win_exact &= moves.win_exact[:count].all()
    mean = chance = 0.0
    for roll in rolls:
        mean += points[roll]
        chance += chances[roll]
    return mean / len(rolls), chance / len(rolls), exact, win_exact


@compiled
def win_probability_before_roll(rollouts: Any, sheet: Array, others: Array) -> Float:
    """Return the probability of winning before a roll, if all seats play by value.

    It is the mean over rollouts in the race, and estimated by the model before it.
    """
    rollouts, sheet, others = borrow((rollouts, sheet, others))
    left = min(sheet[FREE], fewest_free(others))
    if not is_race(sheet[FREE], left):
        return estimate_win(rollouts, sheet, others)
    # The caller also computes the mean over all rolls, so this takes half the time of comparing moves.
    runs = rollout_count(left, len(others) + 1, 2)
    starts, won = np.empty((1, SHEET), np.int64), np.empty((1, runs))
    copy_sheet(sheet, starts[0])
    roll_out(rollouts, starts, others, runs, won)
    return won.mean()
