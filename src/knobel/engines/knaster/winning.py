"""The chance to win at Knaster: rollouts to its end.

All sheets share the dice and nothing else. Towards the end the chance to win is found by rollouts, everybody playing by
value; in the last roll, and before it, it is exact if the others play by value. `rivals` is `Rivals`.
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
"""At most so many other sheets are looked at: those ahead, and the one with the fewest free cells."""
RACE = 5
"""With more free cells on every sheet, points decide."""
MARGIN = 4.0
"""Moves that are worth so many points less than the best are not considered."""
BUDGET = 12_000
"""About how many moves are made in rollouts."""
ROLLS = len(FACES) ** 2
FUTURES = 16 * ROLLS
"""How many ways the dice can fall are known for rollouts."""
CAUTION = 2.0
"""By how many standard errors another move must be better than the best for points."""


class Rivals(NamedTuple):
    """A mind, and space for thinking of the other sheets: the values of a move (50); of the seats of a rollout the
    sheets and how many cells are free; `futures` (576, 52), the sum indices that fall in rollouts, and what the first
    move looked at has won in each.
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
    """`futures` of `Rivals`, always the same. The first roll takes each of its values equally often."""
    rolls = grid().rolls
    result = np.random.default_rng(0).choice(rolls, (FUTURES, MOST_ROUNDS))
    result[:, 0] = np.resize(rolls, FUTURES)
    return result


@compiled
def least_but(free: Array, n: Int, but: Int, least: Int) -> Int:
    """The least of n numbers but one, or another number if that is less."""
    for i in range(n):
        if i != but:
            least = min(least, free[i])
    return least


@compiled
def move_on(rivals: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the others with a sum index; `own` cells are free on one's own sheet, and m is 0
    in the last round."""
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
    """What a sheet has won in the end against others: 1 for the first place alone, half for a shared one.

    Half, however many share it: seats that play alike all along on the same dice are like one opponent. If a first
    place shared by four were a quarter, it would pay to do anything else than they do.
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
    """What a sheet wins when everybody plays on by value to the end, with the rolls of one of the futures."""
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
    """How many rollouts the budget allows for each of so many moves, `left` cells being free on the fullest sheet."""
    # Somebody circles now and then, so that the grids fill more slowly than by one cell a round.
    moves_to_come = seats * (left + 2)
    return min(max(BUDGET // (ROLLS * moves_to_come * width), 1) * ROLLS, FUTURES)


@compiled
def lines_end_apart(tables: Any, sheet: Array) -> bool:
    """Whether no one entry can complete two lines, which working them off one by one might not do in the best way."""
    for cell in range(CELLS):
        ends = 0
        for p in range(tables.at_count[cell]):
            ends += sheet[NUMBER + cell] < 0 and tables.lines[sheet[tables.at[cell, p]], OPEN_CELLS] == 1
        if ends > 1:
            return False
    return True


@compiled
def race(rivals: Any, others: Array, width: Int) -> None:
    """Replace the values of the best `width` moves by the chance to win against others who have moved on by this
    round, and put the other moves below them.

    The chance is what is won (`win_of`) in rollouts from what comes of the move, with common random numbers: the same
    rolls for all moves. The next roll takes all its values equally often, so with only that one to come the chance is
    exact. Otherwise a move must win more often than the best for points by more than chance would make it seem:
    standard errors are taken off (`CAUTION`).
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
        # Where nothing can be won or lost any more, points decide.
        moves.value[k] = chance + (points - top) * 1e-6
        lowest = min(lowest, moves.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            moves.value[k] = lowest + (rank[k] - top) * 1e-4


@compiled
def last_win_values(rivals: Any, others: Array) -> None:
    """Replace the values of the moves of the last round by what they win: others have moved on to the end."""
    moves = rivals.mind.moves
    for k in range(moves.size[0]):
        moves.win[k] = win_of(rivals.mind.tables, moves.sheets[k], others)
        moves.win_exact[k] = moves.exact[k]
        moves.value[k] = moves.win[k] + moves.value[k] * 1e-6


@compiled
def races(own: Int, m: Int) -> bool:
    """Whether so few cells are free that the chance to win decides; m as `consider` takes it."""
    return bool(min(own, m) <= RACE)


@compiled
def consider(rivals: Any, sheet: Array, ways: Array, others: Array, m: Int, total: Int, win: Int) -> None:
    """List and value the moves with a sum index, or the `ways` to work off a line if there are any (as `list_ways`
    takes them), for points or, where `win` of them are to be compared, to win.

    `m`: the fewest free cells elsewhere as this round opened, 0 in the last round. `others`: the others' sheets then;
    they move on by this round where the chance to win is worked out.
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
    """The points to come and the chance to win before a roll, means over all rolls of the best move by `consider`; and
    whether those of all moves are exact."""
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
    """The chance to win before a roll, if everybody plays on by value."""
    rivals, own, others = borrowed((rivals, own, others))
    left = own[FREE]
    for other in others:
        left = min(left, other[FREE])
    # Who asks also takes the mean over all rolls, so that this is to take half as long as comparing moves.
    runs = rollouts(left, len(others) + 1, 2)
    won = 0.0
    for run in range(runs):
        won += rollout(rivals, own, others, run)
    return won / runs
