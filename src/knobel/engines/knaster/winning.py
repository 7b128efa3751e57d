"""Probability of winning Knaster, by rollouts to the end of the game.

All sheets share the dice and are otherwise independent. Near the end, the probability of winning is estimated by
rollouts in which all seats play by value. In the last roll, and in the roll before it, it is exact if the others play
by value. `rivals` is `Rivals`.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.dice import FACES
from knobel.engines.knaster.search import Mind, list_moves, list_ways, look
from knobel.engines.knaster.sheet import CELLS, FREE, NUMBER, OPEN_CELLS, SHEET, SUMS, copy_sheet, score
from knobel.engines.knaster.tables import ALONE, MOST_ROUNDS
from knobel.engines.knaster.values import evaluate, move, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.grid import grid

NEAREST = 8
"""Maximum number of other sheets considered: those that are ahead, and the one with the fewest free cells."""
RACE = 5
"""Number of free cells above which points decide, if every sheet has more."""
MARGIN = 4.0
"""Moves are not considered if they are worse than the best move by more than this number of points."""
BUDGET = 12_000
"""Approximate number of moves made in rollouts."""
ROLLS = len(FACES) ** 2
FUTURES = 16 * ROLLS
"""Number of roll sequences prepared for rollouts."""
CAUTION = 2.0
"""Minimum lead of another move over the best move for points, in standard errors."""


class Rivals(NamedTuple):
    """The search state, and memory for the other sheets.

    The fields are the values of a move (50); for the seats of a rollout the sheets and the numbers of free cells;
    `futures` (576, 52), the sum indices rolled in rollouts; and the result of the first move in each future.
    """

    mind: Mind
    values: Array
    sheets: Array
    free: Array
    futures: Array
    won: Array

    @classmethod
    def empty(cls, mind: Mind) -> "Rivals":
        return cls(
            mind,
            values=np.zeros(2 * CELLS, np.float32),
            sheets=np.zeros((NEAREST + 1, SHEET), np.int64),
            free=np.zeros(NEAREST + 1, np.int64),
            futures=futures(),
            won=np.zeros(FUTURES),
        )


def futures() -> Array:
    """Return `futures` of `Rivals`, always the same. The first roll takes each of its values equally often."""
    rolls = grid().rolls
    result = np.random.default_rng(0).choice(rolls, (FUTURES, MOST_ROUNDS))
    result[:, 0] = np.resize(rolls, FUTURES)
    return result


@compiled
def least_but(free: Array, n: Int, but: Int, least: Int) -> Int:
    """Return the least of n numbers, except one of them, and another number."""
    for i in range(n):
        if i != but:
            least = min(least, free[i])
    return least


@compiled
def move_on(rivals: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the other seats with a sum index.

    `own` is the number of free cells on the seat's own sheet; m is 0 in the last round.
    """
    rivals, others = borrowed((rivals, others))
    tables, scratch = rivals.mind.tables, rivals.mind.scratch
    for i in range(len(others)):
        rivals.free[i] = others[i, FREE]
    for i in range(len(others)):
        fewest = least_but(rivals.free, len(others), i, min(own, m))
        prepare(tables, scratch, others[i], fewest)
        k = evaluate(tables, scratch, others[i], fewest, total, rivals.values)
        move(tables, scratch, others[i], fewest, total, k)


@compiled
def win_of(tables: Any, own: Array, others: Array) -> Float:
    """Return the result of a final sheet against others: 1 for a sole first place, a half for a shared one, else 0.

    A shared first place counts half for any number of seats: seats that play alike on the same dice are like one
    opponent. If a first place shared by four counted a quarter, deviating from their play would pay.
    """
    points, won = score(tables, own), 1.0
    for other in others:
        more = score(tables, other) - points
        if more > 0:
            return 0.0
        if more == 0:
            won = 0.5
    return won


@compiled
def rollout(rivals: Any, own: Array, others: Array, run: Int) -> Float:
    """Return the result of a sheet when all seats play by value to the end, with the rolls of one of the futures."""
    rivals, own, others = borrowed((rivals, own, others))
    tables, scratch, future = rivals.mind.tables, rivals.mind.scratch, rivals.futures[run]
    n = len(others)
    sheets = rivals.sheets[: n + 1]
    for other in range(n):
        copy_sheet(others[other], sheets[other])
    copy_sheet(own, sheets[n])
    last, over, i = False, False, 0
    for sheet in sheets:
        last |= sheet[FREE] == 0
    while not over:
        over = last
        for seat in range(n + 1):
            rivals.free[seat] = sheets[seat, FREE]
        for seat in range(n + 1):
            m = 0 if over else least_but(rivals.free, n + 1, seat, ALONE)
            prepare(tables, scratch, sheets[seat], m)
            k = evaluate(tables, scratch, sheets[seat], m, future[i], rivals.values)
            move(tables, scratch, sheets[seat], m, future[i], k)
            last |= sheets[seat, FREE] == 0
        i += 1
    return win_of(tables, sheets[n], sheets[:n])


@compiled
def rollouts(left: Int, seats: Int, width: Int) -> Int:
    """Return the number of rollouts that the budget allows for each of `width` moves.

    :param left: the number of free cells on the fullest sheet.
    """
    # Seats sometimes circle, so grids fill more slowly than by one cell a round.
    moves_to_come = seats * (left + 2)
    return min(max(BUDGET // (ROLLS * moves_to_come * width), 1) * ROLLS, FUTURES)


@compiled
def lines_end_apart(tables: Any, sheet: Array) -> bool:
    """True if no single entry can complete two lines; circling in one after the other might not be optimal."""
    for cell in range(CELLS):
        ends = 0
        for p in range(tables.at_count[cell]):
            ends += sheet[NUMBER + cell] < 0 and tables.lines[sheet[tables.at[cell, p]], OPEN_CELLS] == 1
        if ends > 1:
            return False
    return True


@compiled
def race(rivals: Any, others: Array, width: Int) -> None:
    """Replace the merits of the best `width` moves by the probability of winning, and put the other moves below them.

    The others have already moved in this round. The probability is the mean result (`win_of`) of rollouts after the
    move with common random numbers: all moves use the same rolls. The next roll takes all its values equally often, so
    the probability is exact if only that roll remains. Otherwise a number of standard errors (`CAUTION`) is subtracted
    from the lead over the best move for points, so that chance alone does not favour another move.
    """
    rivals, others = borrowed((rivals, others))
    moves, rank = rivals.mind.moves, rivals.mind.moves.rank
    count = moves.size[0]
    top = moves.value[:count].max()
    soon = others[:, FREE].min()
    left = soon
    for k in range(count):
        rank[k] = moves.value[k]
        left = min(left, moves.sheets[k, FREE])
    seats = len(others) + 1
    width = min(width, count, max(BUDGET // (ROLLS * seats * (left + 2)), 2))
    runs = rollouts(left, seats, width) if soon else ROLLS
    lowest, usual = 1.0, 0.0
    for i in range(width):
        k = rank[:count].argmax()
        points = rank[k]
        if points < top - MARGIN:
            break
        rank[k] = -1e9
        more, squares = 0.0, 0.0
        for run in range(runs):
            won = rollout(rivals, moves.sheets[k], others, run)
            if i == 0:
                rivals.won[run] = won
                usual += won / runs
            more += won - rivals.won[run]
            squares += (won - rivals.won[run]) ** 2
        more /= runs
        chance = usual + more
        moves.win[k] = min(max(chance, 0.0), 1.0)
        ends = soon == 0 or moves.sheets[k, FREE] == 0
        moves.win_exact[k] = ends and lines_end_apart(rivals.mind.tables, moves.sheets[k])
        if soon:
            chance -= CAUTION * sqrt(max(squares / runs - more**2, 0.0) / runs)
        # Where the game is already won or lost, points decide.
        moves.value[k] = chance + (points - top) * 1e-6
        lowest = min(lowest, moves.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            moves.value[k] = lowest + (rank[k] - top) * 1e-4


@compiled
def last_win_values(rivals: Any, others: Array) -> None:
    """Replace the merits of the moves of the last round by their results, after the last moves of the others."""
    moves = rivals.mind.moves
    for k in range(moves.size[0]):
        moves.win[k] = win_of(rivals.mind.tables, moves.sheets[k], others)
        moves.win_exact[k] = moves.exact[k]
        moves.value[k] = moves.win[k] + moves.value[k] * 1e-6


@compiled
def races(own: Int, m: Int) -> bool:
    """True if few enough cells are free that the probability of winning decides; m is as in `consider`."""
    return bool(min(own, m) <= RACE)


@compiled
def consider(rivals: Any, sheet: Array, ways: Array, others: Array, m: Int, total: Int, win: Int) -> None:
    """List and evaluate the moves with a sum index, or the `ways` to circle cells of a line if there are any.

    If `win` is not 0, the best `win` moves are compared by the probability of winning, otherwise all moves by points.

    :param ways: as `list_ways` expects them.
    :param others: the other sheets when this round opened; they make their move where the probability of winning is
        computed.
    :param m: the fewest free cells elsewhere when this round opened, 0 in the last round.
    """
    rivals, sheet, others = borrowed((rivals, sheet, others))
    mind, own = rivals.mind, sheet[FREE]
    if len(ways):
        own += 1
        list_ways(mind, sheet, ways, m)
    else:
        list_moves(mind, sheet, m, total)
    if m == 0:
        if win and len(others):
            move_on(rivals, others, own, m, total)
            last_win_values(rivals, others)
        return
    look(mind, m)
    if win and len(others) and races(own, m):
        move_on(rivals, others, own, m, total)
        race(rivals, others, win)


@compiled
def before_roll(rivals: Any, sheet: Array, others: Array, m: Int, win: Int) -> tuple[Float, Float, bool, bool]:
    """Return the points to come and the probability of winning before a roll, and whether they are exact.

    They are means over all rolls of the best move by `consider`. They are exact if those of all moves are.
    """
    rivals, sheet, others = borrowed((rivals, sheet, others))
    moves, rolls = rivals.mind.moves, rivals.mind.tables.rolls
    moved_on, no_ways = np.empty_like(others), np.empty((0, 2), np.int64)
    points, chances = np.empty(SUMS), np.empty(SUMS)
    exact, win_exact = True, True
    for total in range(SUMS):
        moved_on[:] = others
        consider(rivals, sheet, no_ways, moved_on, m, total, win)
        count = moves.size[0]
        k = moves.value[:count].argmax()
        points[total], chances[total] = moves.points[k], moves.win[k]
        exact &= moves.exact[:count].all()
        win_exact &= moves.win_exact[:count].all()
    return points[rolls].mean(), chances[rolls].mean(), exact, win_exact


@compiled
def chance_to_win(rivals: Any, own: Array, others: Array) -> Float:
    """Return the probability of winning before a roll, if all seats play by value."""
    rivals, own, others = borrowed((rivals, own, others))
    left = own[FREE]
    for other in others:
        left = min(left, other[FREE])
    # The caller also computes the mean over all rolls, so this takes half the time of comparing moves.
    runs = rollouts(left, len(others) + 1, 2)
    won = 0.0
    for run in range(runs):
        won += rollout(rivals, own, others, run)
    return won / runs
