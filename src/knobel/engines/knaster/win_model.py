"""Probability of winning Knaster long before the end, by a model of final scores.

The final scores of all seats are normally distributed around their values, with one standard deviation (`deviation`),
because the game ends for all seats in the same round. The scores of two sheets are correlated because all seats share
the dice (`correlation`). The probability depends smoothly on the points of an action, so that it has no sampling noise:
the action that is better for points is better to win.
"""

from math import exp, pi, sqrt
from typing import Any

import numpy as np

from knobel.engines.knaster.sheet import FREE, SUMS, score
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.winning_shared_dice import INTEGRATION_INTERVALS, INTEGRATION_RANGE, normal_cdf

MAX_DEVIATION, DEVIATION_CELLS, DEVIATION_POWER = 17.6, 3.0, 0.75
"""Standard deviation of a final score from the value of the sheet, from 6 free cells on: `deviation`.

Fitted with the other constants to 20,000 sheets in 3,000 games of two to five seats, filled well and badly, which
were played to the end by value.
"""
LEAD_GROWTH = 0.02
"""Part of a lead in value by which the final lead is larger, for each free cell on the fullest sheet."""
CORRELATION_BASE, CORRELATION_SLOPE, CORRELATION_ALIKE = 0.08, 0.3, 0.35
"""Correlation of two final scores, given the correlation r of the effects of the next roll: `correlation`."""
COMMON_CORRELATION = 0.2
"""Correlation of the final scores of two other seats."""


@compiled
def deviation(left: Int) -> Float:
    """Return the standard deviation of final scores with `left` free cells on the fullest sheet."""
    return MAX_DEVIATION * (1 - exp(-left / DEVIATION_CELLS)) ** DEVIATION_POWER


@compiled
def correlation(r: Float) -> Float:
    """Return the correlation of two final scores on sheets that are not equal, which play differently sooner or later.

    :param r: the correlation of the effects of the next roll.
    """
    return max(CORRELATION_BASE + CORRELATION_SLOPE * r + CORRELATION_ALIKE * max(r, 0.0) ** 16, 0.0)


@compiled
def value_rolls(rollouts: Any, sheet: Array, m: Int, effects: Array) -> Float:
    """Return the expected final score of a sheet with a free cell before a roll, by the best move after each roll.

    `effects` (11) receives the changes of it by each sum, scaled to a variance of 1.
    """
    rollouts, sheet = borrow((rollouts, sheet))
    tables, scratch = rollouts.search.tables, rollouts.search.scratch
    prepare(tables, scratch, sheet, m)
    mean, variance = 0.0, 0.0
    for total in range(SUMS):
        effects[total] = rollouts.values[evaluate(tables, scratch, sheet, m, total, rollouts.values)]
        mean += tables.chances[total] * effects[total]
    for total in range(SUMS):
        effects[total] -= mean
        variance += tables.chances[total] * effects[total] ** 2
    effects /= sqrt(max(variance, 1e-12))
    return mean + score(tables, sheet)


@compiled
def lead_probability(lead: Array, alike: Array, spread: Float, margin: Float) -> Float:
    """Return the probability that a seat's final score exceeds those of all other seats by more than `margin`.

    The lead over each seat is its expectation `lead` (others), plus the seat's own deviation and less that of the other
    seat, both with the standard deviation `spread` and the correlation `alike` (others). Given the seat's own deviation
    the leads are independent.
    """
    step = 2 * INTEGRATION_RANGE / INTEGRATION_INTERVALS
    chance = 0.0
    for node in range(INTEGRATION_INTERVALS + 1):
        x = node * step - INTEGRATION_RANGE
        density = exp(-x * x / 2)
        for i in range(len(lead)):
            ahead = lead[i] - margin + spread * (1 - alike[i]) * x
            density *= normal_cdf(ahead / (spread * sqrt(1 - alike[i] ** 2)))
        # Simpson's rule.
        chance += density * (1 if node in (0, INTEGRATION_INTERVALS) else 2 + 2 * (node % 2))
    return min(chance * step / 3 / sqrt(2 * pi), 1.0)


@compiled
def compare_sheets(rollouts: Any, own: Array, others: Array, lead: Array, alike: Array) -> tuple[Int, Int]:
    """List the expected leads over other seats before a roll, and how alike they are (`lead_probability`).

    Seats with equal sheets play alike and count as one. `lead` (others) and `alike` (others) receive the figures of
    the seats whose sheets are not equal to `own`.

    :param others: the other sheets, each with a free cell, as `own`.
    :return: the number of these seats, and the number of seats whose sheets are equal to `own`.
    """
    rollouts, own, others = borrow((rollouts, own, others))
    chances, left = rollouts.search.tables.chances, min(own[FREE], others[:, FREE].min())
    effects, theirs = np.empty(SUMS), np.empty(SUMS)
    value = value_rolls(rollouts, own, others[:, FREE].min(), effects)
    n, equal = 0, 0
    for i in range(len(others)):
        if (others[i] == own).all():
            equal += 1
            continue
        known, m = False, own[FREE]
        for j in range(len(others)):
            if j != i:
                m = min(m, others[j, FREE])
                known |= j < i and (others[i] == others[j]).all()
        if known:
            continue
        lead[n] = (value - value_rolls(rollouts, others[i], m, theirs)) * (1 + LEAD_GROWTH * left)
        alike[n] = (correlation((chances * effects * theirs).sum()) - COMMON_CORRELATION) / (1 - COMMON_CORRELATION)
        n += 1
    return n, equal


@compiled
def estimate_wins(rollouts: Any, own: Array, others: Array, points: Array, won: Array) -> None:
    """Estimate the probability of winning before a roll for a sheet, and for sheets that differ from it in value.

    :param others: the other sheets, each with a free cell, as `own`.
    :param points: (n) the points by which each sheet is better than `own`.
    :param won: (n) receives the probabilities.
    """
    rollouts, own, others = borrow((rollouts, own, others))
    lead, alike = np.empty(len(others)), np.empty(len(others))
    n, equal = compare_sheets(rollouts, own, others, lead, alike)
    if equal:
        # The moves compared lead to different sheets, so none is taken to be equal.
        lead[n], alike[n] = 0.0, (correlation(1.0) - COMMON_CORRELATION) / (1 - COMMON_CORRELATION)
        n += 1
    left = min(own[FREE], others[:, FREE].min())
    spread = deviation(left) * sqrt(1 - COMMON_CORRELATION)
    for k in range(len(points)):
        leads = lead[:n] + points[k] * (1 + LEAD_GROWTH * left)
        won[k] = (
            lead_probability(leads, alike[:n], spread, 0.5) + lead_probability(leads, alike[:n], spread, -0.5)
        ) / 2


@compiled
def estimate_win(rollouts: Any, own: Array, others: Array) -> tuple[Float, Int]:
    """Return the probability that a sheet wins against all others that are not equal to it, before a roll.

    :return: the probability, and the number of other sheets that are equal and end with the same score.
    """
    rollouts, own, others = borrow((rollouts, own, others))
    lead, alike = np.empty(len(others)), np.empty(len(others))
    n, equal = compare_sheets(rollouts, own, others, lead, alike)
    if n == 0:
        return 1.0, equal
    spread = deviation(min(own[FREE], others[:, FREE].min())) * sqrt(1 - COMMON_CORRELATION)
    chance = lead_probability(lead[:n], alike[:n], spread, 0.5) + lead_probability(lead[:n], alike[:n], spread, -0.5)
    return chance / 2, equal
