"""Probability of winning Knaster long before the end, by a model of final scores.

The final scores of all seats are independent and normally distributed around their values, with one standard deviation
(`deviation`), because the game ends for all seats in the same round. The shared dice are left out: sheets differ after
a few rounds, and a fit finds no correlation. Sheets that are still equal count as different, because players decide
differently sooner or later. The probability depends smoothly on the points of an action, so that it has no sampling
noise: the action that is better for points is better to win.
"""

from math import pi, sqrt
from typing import Any

import numpy as np

from knobel.engines.knaster.sheet import FREE, SUMS, fewest_free, score
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.special_functions import exp
from knobel.engines.shared.winning_shared_dice import INTEGRATION_INTERVALS, INTEGRATION_RANGE, normal_cdf

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
    tables, scratch = rollouts.search.tables, rollouts.search.scratch
    prepare(tables, scratch, sheet, m)
    mean = 0.0
    for total in range(SUMS):
        best = evaluate(tables, scratch, sheet, m, total, rollouts.values)
        mean += tables.chances[total] * rollouts.values[best]
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
