"""Probability of winning Knaster, by rollouts to the end of the game or, before the race, by a model of final scores.

All sheets share the dice and are otherwise independent. In the race (`is_race`), the probability of winning is
estimated by rollouts in which all seats play by value, and moves are chosen by it. In the last roll, and in the roll
before it, it is exact if the others play by value. `rollouts` is `RolloutState`.

In the model, the final scores of all seats are independent and normally distributed around their values, with one
standard deviation (`deviation`), because the game ends for all seats in the same round. The shared dice are left out:
sheets differ after a few rounds, and a fit finds no correlation. Sheets that are still equal count as different,
because players decide differently sooner or later. The probability depends smoothly on the points of an action, so that
it has no sampling noise: the action that is better for points is better to win.
"""

from math import pi, sqrt
from typing import Any

import numpy as np

from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knaster.playouts import ROLL_SEQUENCES, ROLLS, move_opponents, roll_out, win_share
from knobel.engines.knaster.search import list_moves, list_ways, search_moves
from knobel.engines.knaster.sheet import CELLS, FREE, NUMBER, OPEN_CELLS, SHEET, SUMS, copy_sheet, fewest_free, score
from knobel.engines.knaster.values import best_values, mean_error
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.special_functions import exp
from knobel.engines.shared.winning_shared_dice import INTEGRATION_INTERVALS, INTEGRATION_RANGE, normal_cdf

RACE_CELLS = 5
"""Number of free cells above which points decide, if every sheet has more: the race has not begun."""
MAX_LOSS = 4.0
"""Moves are not considered if they are worse than the best move by more than this number of points."""
MAX_ROLLOUT_MOVES = 12_000
"""Approximate number of moves made in rollouts."""
MIN_LEAD_STANDARD_ERRORS = 2.0
"""Minimum lead of another move over the best move for points, in standard errors."""
MAX_DEVIATION, DEVIATION_CELLS = 13.0, 3.0
"""Standard deviation of a final score from the value of the sheet: `deviation`.

Fitted to 1,206 sheets after good and bad moves in 101 games of two seats of all levels, which were played to the end by
value, 288 times each.
"""


@nested
def deviation(left: Int) -> Float:
    """Return the standard deviation of final scores with `left` free cells on the fullest sheet."""
    return MAX_DEVIATION * (1 - exp(-left / DEVIATION_CELLS))


@nested
def expected_score(rollouts: Any, sheet: Array, m: Int) -> Float:
    """Return the expected final score of a sheet with a free cell before a roll, by the best move after each roll.

    :param m: the fewest free cells elsewhere.
    """
    rollouts, sheet = borrow((rollouts, sheet))
    tables = rollouts.search.tables
    best_value = best_values(tables, rollouts.search.scratch, sheet, m)
    mean = 0.0
    for total in range(SUMS):
        mean += tables.chances[total] * best_value[total]
    return mean + score(tables, sheet)


@compiled
def lead_probability(leads: Array, spread: Float, margin: Float) -> Float:
    """Return the probability that a seat's final score exceeds those of all other seats by more than `margin`.

    Given the seat's own deviation from its expectation, the leads over the other seats are independent.

    :param leads: (others) the expected leads over the other seats.
    :param spread: the standard deviation of each score.
    """
    step = 2 * INTEGRATION_RANGE / INTEGRATION_INTERVALS
    chance = 0.0
    for node in range(INTEGRATION_INTERVALS + 1):
        x = node * step - INTEGRATION_RANGE
        density = exp(-x * x / 2)
        for lead in leads:
            density *= normal_cdf((lead - margin) / spread + x)
        # Simpson's rule.
        chance += density * (1 if node in (0, INTEGRATION_INTERVALS) else 2 + 2 * (node % 2))
    return min(chance * step / 3 / sqrt(2 * pi), 1.0)


@compiled
def win_probability(leads: Array, spread: Float) -> Float:
    """Return the probability to win, a tie shared, from the arguments of `lead_probability`."""
    return (lead_probability(leads, spread, 0.5) + lead_probability(leads, spread, -0.5)) / 2


@nested
def expected_leads(rollouts: Any, own: Array, others: Array) -> Array:
    """Return the expected leads (others) over other seats before a roll.

    :param others: the other sheets, each with a free cell, as `own`.
    """
    rollouts, own, others = borrow((rollouts, own, others))
    leads = np.empty(len(others))
    value = expected_score(rollouts, own, fewest_free(others))
    for i in range(len(others)):
        m = own[FREE]
        for j in range(len(others)):
            if j != i:
                m = min(m, others[j, FREE])
        leads[i] = value - expected_score(rollouts, others[i], m)
    return leads


@nested
def estimate_wins(rollouts: Any, own: Array, others: Array, points: Array, won: Array) -> None:
    """Estimate the probability of winning before a roll for a sheet, and for sheets that differ from it in value.

    :param others: the other sheets, each with a free cell, as `own`.
    :param points: (n) the points by which each sheet is better than `own`.
    :param won: (n) receives the probabilities.
    """
    rollouts, own, others = borrow((rollouts, own, others))
    leads, spread = expected_leads(rollouts, own, others), deviation(min(own[FREE], fewest_free(others)))
    for k in range(len(points)):
        won[k] = win_probability(leads + points[k], spread)


@nested
def estimate_win(rollouts: Any, own: Array, others: Array) -> Float:
    """Estimate the probability of winning before a roll, by the arguments of `estimate_wins`."""
    rollouts, own, others = borrow((rollouts, own, others))
    return win_probability(expected_leads(rollouts, own, others), deviation(min(own[FREE], fewest_free(others))))


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
