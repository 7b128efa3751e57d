"""Probability of winning Knöffel in kernels, where each seat rolls its own dice.

An end of a turn is valued by the expected share of the win of its final score, from the mean and the variance of the
points that all seats still score; see `knobel.engines.shared.winning_own_dice`. A seat with one turn left is assumed to
play it to win.
"""

from math import floor, sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.engine import POINT_WEIGHT
from knobel.engines.knoeffel.turn_plans import solve_ends
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.winning_own_dice import (
    MAX_TIE_VALUES,
    RANGE_SD,
    STANDARD_DEVIATIONS,
    tie_values,
)
from knobel.engines.shared.winning_own_dice import normal_cdf as interpolated_cdf

MAX_EXACT_OPPONENTS = 7
"""Maximum number of other seats for which last turns are computed exactly; otherwise they are approximated."""
MAX_SCORES = 1 << 12
"""Maximum range of final scores around those of the other seats."""
BEYOND = int(RANGE_SD * STANDARD_DEVIATIONS[-1])
"""Range of scores below and above that, in which the expected share of the win is still computed."""
SMOOTHING_SD = 6
"""Range of the smoothing of the share, in standard deviations."""
CDF_STEPS = 2001
"""Number of values of the normal distribution function."""


class WinTables(NamedTuple):
    """Data for the probability of winning, in addition to the values of sheets.

    - `steps`, `cdf`: the normal distribution function.
    - `deviations` (levels): the standard deviations for which the share is smoothed; others are interpolated.
    - `bells` (levels, distances): the weight of a score at each distance.
    - `tie`, `tie_weight` (number of values - 1, values): see `tie_values`.
    """

    steps: Array
    cdf: Array
    deviations: Array
    bells: Array
    tie: Array
    tie_weight: Array


def win_tables() -> WinTables:
    distances = np.arange(int(SMOOTHING_SD * STANDARD_DEVIATIONS[-1]) + 1)
    bells = np.zeros((len(STANDARD_DEVIATIONS), len(distances)))
    bells[:, 0] = 1
    for level, deviation in list(enumerate(STANDARD_DEVIATIONS))[1:]:
        bell = np.exp(-np.square(distances / deviation) / 2) * (distances <= int(SMOOTHING_SD * deviation))
        bells[level] = bell / (2 * bell.sum() - bell[0])
    ties = np.zeros((2, MAX_TIE_VALUES, MAX_TIE_VALUES))
    for number in range(1, MAX_TIE_VALUES + 1):
        ties[:, number - 1, :number] = tie_values(2 * number - 1)
    steps = np.linspace(-RANGE_SD - 1, RANGE_SD + 1, CDF_STEPS)
    arrays = steps, interpolated_cdf(steps), STANDARD_DEVIATIONS, bells, ties[0], ties[1]
    return WinTables(*(read_only(array, np.float64) for array in arrays))


class LastTurnScratch(NamedTuple):
    """Memory for a last turn: the final scores after its ends (`totals`), the chances to beat it with a score between
    or equal to them (`chances`), and the numbers of the totals (`total_of` (2, outcomes)).
    """

    totals: Array
    chances: Array
    total_of: Array

    @classmethod
    def empty(cls, outcomes: int) -> "LastTurnScratch":
        """Return memory for rules with at most this number of outcomes."""
        return cls(np.zeros(2 * outcomes), np.zeros(4 * outcomes + 1), np.zeros((2, outcomes), np.int64))


def smoothing_space() -> Array:
    """Return memory for the share of the win smoothed by each standard deviation."""
    return np.zeros((len(STANDARD_DEVIATIONS), MAX_SCORES + 2 * BEYOND))


@nested
def normal_cdf(wins: Any, x: Float) -> Float:
    """Return the standard normal distribution function, see `winning_own_dice.normal_cdf`."""
    steps, last = wins.steps, len(wins.steps) - 1
    if x <= steps[0]:
        return wins.cdf[0]
    if x >= steps[last]:
        return wins.cdf[last]
    i = min(int((x - steps[0]) / (steps[last] - steps[0]) * last), last - 1)
    while x < steps[i]:
        i -= 1
    while x >= steps[i + 1]:
        i += 1
    return wins.cdf[i] + (wins.cdf[i + 1] - wins.cdf[i]) / (steps[i + 1] - steps[i]) * (x - steps[i])


@nested
def beat_probability(wins: Any, score: Float, mean: Float, variance: Float, tie: Float) -> Float:
    """Return the probability that a score beats a score with this mean and variance, where a tie counts `tie`."""
    ahead = score - mean
    if variance <= 0:
        return 1.0 if ahead > 0 else tie if ahead == 0 else 0.0
    deviation = sqrt(variance)
    tied = normal_cdf(wins, (ahead + 0.5) / deviation) - normal_cdf(wins, (ahead - 0.5) / deviation)
    return min(max(normal_cdf(wins, ahead / deviation) + (tie - 0.5) * tied, 0.0), 1.0)


@compiled
def beat_score(wins: Any, first: Int, count: Int, mean: Float, variance: Float, seat: Int, products: Array) -> None:
    """Multiply the chances of final scores by those to beat a seat whose score has this mean and variance.

    :param first: the first of `count` scores.
    :param seat: the number of seats that were multiplied before.
    :param products: (values of a tie, scores) the chances to beat all seats, by the value of a tie, see `tie_values`.
    """
    wins, products = borrow((wins, products))
    for t in range(products.shape[0]):
        tie = wins.tie[products.shape[0] - 1, t]
        for i in range(count):
            chance = beat_probability(wins, first + i, mean, variance, tie)
            products[t, i] = chance if seat == 0 else products[t, i] * chance


@compiled
def beat_last_turn(
    of: Array,
    dice: Any,
    wins: Any,
    lanes: Any,
    last_turn: Any,
    means: Array,
    first: Int,
    count: Int,
    seat: Int,
    products: Array,
) -> None:
    """Multiply like `beat_score`, for a seat that plays its last turn to beat the score.

    All scores between the same two totals of that seat have the same chance.

    :param of: the outcome of each roll in each field, see `knoeffel.lookup.Outcomes`.
    :param last_turn: `LastTurnScratch`.
    :param means: the final scores of that seat after each end of its turn.
    """
    dice, wins, lanes, last_turn, products = borrow((dice, wins, lanes, last_turn, products))
    number = list_totals(means, last_turn)
    for t in range(products.shape[0]):
        tie = wins.tie[products.shape[0] - 1, t]
        for start in range(0, 2 * number + 1, LANES):
            for lane in range(LANES):
                here = start + lane
                for paid in range(2):
                    for o in range(means.shape[1]):
                        there = 2 * last_turn.total_of[paid, o] + 1
                        chance = 1.0 if there > here else 1.0 - tie if there == here else 0.0
                        lanes.ends[paid, o, lane] = chance
            solve_ends(of, dice, lanes)
            for lane in range(min(LANES, 2 * number + 1 - start)):
                last_turn.chances[start + lane] = 1.0 - lanes.best[0, lane]
        k = 0
        for i in range(count):
            while k < number and last_turn.totals[k] < first + i:
                k += 1
            tied = k < number and last_turn.totals[k] == first + i
            chance = last_turn.chances[2 * k + int(tied)]
            products[t, i] = chance if seat == 0 else products[t, i] * chance


@nested
def list_totals(means: Array, scratch: Any) -> Int:
    """List the totals after the ends of a last turn in ascending order, and return their number."""
    number, totals = 0, scratch.totals
    for find in range(2):
        for paid in range(2):
            for o in range(means.shape[1]):
                most = means[0, o, paid]
                for c in range(1, means.shape[0]):
                    most = max(most, means[c, o, paid])
                scratch.total_of[paid, o] = -1
                if most < FORBIDDEN / 2:
                    continue
                total, k = float(floor(most + 0.5)), 0
                while k < number and totals[k] < total:
                    k += 1
                if find:
                    scratch.total_of[paid, o] = k
                elif k == number or totals[k] > total:
                    for i in range(number, k, -1):
                        totals[i] = totals[i - 1]
                    totals[k] = total
                    number += 1
    return number


@nested
def start_smoothing(wins: Any, products: Array, count: Int, smooth: Array) -> None:
    """Write the expected share of the win of each score to the first row of `smooth`, and NaN where it is not smoothed
    yet.
    """
    ties = products.shape[0]
    for i in range(count + 2 * BEYOND):
        for level in range(smooth.shape[0]):
            smooth[level, i] = np.nan
        here = i - BEYOND
        smooth[0, i] = 1.0 if here >= count else 0.0
        if 0 <= here < count:
            for t in range(ties):
                smooth[0, i] += wins.tie_weight[ties - 1, t] * products[t, here]


@nested
def smoothed(wins: Any, smooth: Array, count: Int, level: Int, i: Int) -> Float:
    """Return the share of the win smoothed by a standard deviation, at a score counted from the first less `BEYOND`."""
    if smooth[level, i] != smooth[level, i]:
        bell, total, reach = wins.bells[level], 0.0, int(SMOOTHING_SD * wins.deviations[level])
        # Scores above the last one certainly win.
        for distance in range(max(count + BEYOND - i, -reach), reach + 1):
            total += bell[abs(distance)]
        for j in range(max(i - reach, BEYOND), min(i + reach + 1, count + BEYOND)):
            total += bell[abs(i - j)] * smooth[0, j]
        smooth[level, i] = min(max(total, 0.0), 1.0)
    return smooth[level, i]


@nested
def win_probability(wins: Any, smooth: Array, first: Int, count: Int, mean: Float, variance: Float) -> Float:
    """Return the expected share of the win of a final score with this mean and variance."""
    deviation, level = sqrt(max(variance, 0.0)), 0
    while level < len(wins.deviations) - 2 and deviation >= wins.deviations[level + 1]:
        level += 1
    width = wins.deviations[level + 1] - wins.deviations[level]
    part = min((deviation - wins.deviations[level]) / width, 1.0)
    place = min(max(mean - first + BEYOND, 0.0), count + 2 * BEYOND - 1.001)
    i = int(place)
    place -= i
    low = smoothed(wins, smooth, count, level, i) * (1 - place) + smoothed(wins, smooth, count, level, i + 1) * place
    if part == 0:
        return low
    level += 1
    high = smoothed(wins, smooth, count, level, i) * (1 - place) + smoothed(wins, smooth, count, level, i + 1) * place
    return low * (1 - part) + high * part


@compiled
def value_wins(
    wins: Any, products: Array, first: Int, count: Int, smooth: Array, means: Array, variances: Array, ends: Array
) -> None:
    """Value each end of a turn by the probability of winning, plus `POINT_WEIGHT` a point.

    :param products: those of all other seats, see `beat_score`.
    :param smooth: scratch space (levels, `MAX_SCORES` + 2 `BEYOND`).
    :param means: the means of final scores after each end; `variances` their variances.
    :param ends: of the same shape, receives the values.
    """
    wins, products, smooth = borrow((wins, products, smooth))
    start_smoothing(wins, products, count, smooth)
    for c in range(means.shape[0]):
        for o in range(means.shape[1]):
            for paid in range(2):
                mean, value = means[c, o, paid], FORBIDDEN
                if mean > FORBIDDEN / 2:
                    value = win_probability(wins, smooth, first, count, mean, variances[c, o, paid])
                    value += POINT_WEIGHT * mean
                ends[c, o, paid] = value


@compiled
def win_with(wins: Any, products: Array, first: Int, count: Int, smooth: Array, points: Float) -> float:
    """Return the probability of winning with a final score, see `value_wins`."""
    wins, products, smooth = borrow((wins, products, smooth))
    start_smoothing(wins, products, count, smooth)
    return float(win_probability(wins, smooth, first, count, points, 0.0))
