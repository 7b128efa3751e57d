"""Kernels for the probability of winning Kniffeliger before the last phase, by samples of the end of the game.

Final scores are normal around the values of the sheets, and every turn still to come earns an action die with
probability `EARN_PROBABILITY`. The samples are always the same, so that actions are compared on common random numbers.
Of each sample, the model of the last phase (`knobel.engines.kniffeliger.win_model`) gives the winner.

`tables` is `engines.kniffeliger.lookup.SolvedTables` and `outlook` is `engines.kniffeliger.win_model.Outlook`.
`samples` is `Samples` for the number of seats, and `end` is `SampledEnd`.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.kniffeliger.action_dice import SHIFT, SWAP
from knobel.engines.kniffeliger.lookup import CDF_RANGE, CDF_STEPS, MOST_POINTS
from knobel.engines.kniffeliger.search import look_ahead
from knobel.engines.kniffeliger.win_model import MAX_SEATS, PASSIVE_PROBABILITY
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.compiled import Array, Float, Int, compiled, inlined, nested
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.kniffeliger import ACTION_DICE, ROUNDS

EARN_PROBABILITY = 0.45
"""The probability that a turn earns an action die."""
SAMPLES = 256
EARNED = 4
"""The number of cases of the seat's future points: nothing, a shift, a swap, both."""
NEITHER, ONE_SHIFT, ONE_SWAP, BOTH = range(EARNED)
MIN_VARIANCE = 1e-6


class Samples(NamedTuple):
    """The random samples that all comparisons at tables of one size share.

    - `normal` (seats, SAMPLES): standard normal numbers.
    - `shifts` and `swaps` (seats, ROUNDS, SAMPLES): how many of them are earned in each number of turns.
    """

    normal: Array
    shifts: Array
    swaps: Array


class SampledEnd(NamedTuple):
    """The sampled end of the game, seen from one seat: scratch space of kernels.

    - `others` (SAMPLES): the best final score of the other seats.
    - `gain` (EARNED, SAMPLES): how much more likely the seat wins if its own sheet is best than if that other one is.
    - `least` (EARNED): the mean of the probability that the seat wins if that other sheet is best.
    - `hands` (2, MAX_SEATS): the shifts and the swaps of each seat; `holder` (MAX_SEATS): who ends with the best sheet.
    - `known` (2, points): the probabilities of winning by the points of an entry, and whether it earns an action die.
    """

    others: Array
    gain: Array
    least: Array
    hands: Array
    holder: Array
    known: Array

    @classmethod
    def empty(cls) -> "SampledEnd":
        """Return new scratch space."""
        return cls(
            np.zeros(SAMPLES),
            np.zeros((EARNED, SAMPLES)),
            np.zeros(EARNED),
            np.zeros((2, MAX_SEATS), np.int64),
            np.zeros(MAX_SEATS, np.int64),
            np.zeros((2, MOST_POINTS + 1)),
        )


def random_samples(seats: int, seed: int = 0) -> Samples:
    """Return the samples for tables of one size; those of another seed are independent of them."""
    rng = np.random.Generator(np.random.PCG64(1000 * seed + seats))
    normal = rng.standard_normal((seats, SAMPLES))
    face = rng.integers(6, size=(seats, ROUNDS, SAMPLES))
    earned = rng.random((seats, ROUNDS, SAMPLES)) < EARN_PROBABILITY
    earned[:, 0] = False
    shifts, swaps = (np.cumsum(earned & ((face == die) | (face == len(ACTION_DICE))), axis=1) for die in (SHIFT, SWAP))
    return Samples(read_only(normal, np.float64), read_only(shifts, np.int8), read_only(swaps, np.int8))


@nested
def final_holder(shifts: Array, swaps: Array, holder: Array) -> None:
    """Write to `holder` the seat that ends with the best sheet, by the seat that holds it before the last phase.

    :param shifts: the number of shifts of each seat; `swaps` likewise.
    """
    seats = len(holder)
    for place in range(seats):
        holder[place] = place
    for seat in range(seats - 1, -1, -1):
        good = 0
        for place in range(seats):
            if holder[place] == seat:
                good |= 1 << place
        shifted = good
        for steps in range(1, min(shifts[seat], seats - 1) + 1):
            shifted |= good >> steps | good << (seats - steps)
        for place in range(seats):
            # One swap moves the best sheet to this seat, or from this seat to any other; shifts are possible before
            # and after.
            reached = shifted >> place & 1 > 0
            if good and swaps[seat] >= 1:
                reached |= shifted >> seat & 1 > 0 or shifts[seat] >= (seat - place) % seats or swaps[seat] >= 2
            if reached:
                holder[place] = seat


@nested
def sample_end(samples: Any, outlook: Any, end: Any) -> None:
    """Sample the end of the game."""
    seats, seat = len(samples.normal), outlook.seat
    shifts, swaps, holder = end.hands[0, :seats], end.hands[1, :seats], end.holder[:seats]
    for earned in range(EARNED):
        end.least[earned] = 0.0
    for k in range(SAMPLES):
        best, highest = -1, 0.0
        for other in range(seats):
            if other != seat:
                score = outlook.means[other] + outlook.deviations[other] * samples.normal[other, k]
                if best < 0 or score > highest:
                    best, highest = other, score
        end.others[k] = highest
        for earned in range(EARNED):
            own = least = 0.0
            # Either all seats play the last shifts and swaps, or only this seat does.
            for alone in range(2):
                for other in range(seats):
                    shifts[other] = swaps[other] = 0
                    if other == seat or not alone:
                        turns = outlook.hands[2 * seats + other]
                        shifts[other] = outlook.hands[other] + samples.shifts[other, turns, k]
                        swaps[other] = outlook.hands[seats + other] + samples.swaps[other, turns, k]
                shifts[seat] += earned in (ONE_SHIFT, BOTH)
                swaps[seat] += earned in (ONE_SWAP, BOTH)
                final_holder(shifts, swaps, holder)
                share = PASSIVE_PROBABILITY if alone else 1 - PASSIVE_PROBABILITY
                own += share * (holder[seat] == seat)
                least += share * (holder[best] == seat)
            end.gain[earned, k] = own - least
            end.least[earned] += least / SAMPLES


@inlined
def normal_cdf(cdf: Array, x: Float) -> Float:
    """Return the standard normal distribution function."""
    place = (x + CDF_RANGE) * CDF_STEPS
    if place <= 0:
        return cdf[0]
    if place >= len(cdf) - 1:
        return cdf[len(cdf) - 1]
    i = int(place)
    return cdf[i] + (place - i) * (cdf[i + 1] - cdf[i])


@nested
def chance(tables: Any, end: Any, mean: Float, variance: Float, earned: Int) -> Float:
    """Return the probability of winning for a sheet whose final score has this mean and variance."""
    deviation, total = sqrt(max(variance, MIN_VARIANCE)), 0.0
    for k in range(SAMPLES):
        total += end.gain[earned, k] * normal_cdf(tables.cdf, (mean - end.others[k]) / deviation)
    return end.least[earned] + total / SAMPLES


@nested
def chance_with_die(tables: Any, gains: Any, end: Any, mean: Float, variance: Float) -> Float:
    """Return the probability of winning for a sheet if its owner also earns an action die: the mean over its faces."""
    steal, freeze, cross = gains
    total = chance(tables, end, mean + steal, variance, NEITHER)
    total += chance(tables, end, mean + freeze, variance, NEITHER)
    total += chance(tables, end, mean + cross, variance, NEITHER)
    total += chance(tables, end, mean, variance, ONE_SHIFT)
    total += chance(tables, end, mean, variance, ONE_SWAP)
    total += chance(tables, end, mean + (steal + freeze + cross), variance, BOTH)
    return total / (len(gains) + EARNED - 1)


@compiled
def win_probability(tables: Any, samples: Any, outlook: Any, end: Any, mean: Float, variance: Float) -> Float:
    """Return the probability of winning for a sheet whose final score has this mean and variance.

    :param mean: without the value of action dice.
    """
    sample_end(samples, outlook, end)
    return chance(tables, end, mean, variance, NEITHER)


@compiled
def value_turn_to_win(
    tables: Any, samples: Any, outlook: Any, end: Any, after: Array, total: Float, earning: Int, turn: Any
) -> Float:
    """Value a turn by the probability of winning, and return the value before the first roll.

    :param after: `total` and `turn` too are those of `engines.kniffeliger.search.value_turn`.
    :param earning: 1 if an entry can earn an action die that counts, 0 otherwise.
    """
    sample_end(samples, outlook, end)
    for row in range(tables.points.shape[1]):
        filled = after[row]
        end.known[:] = -1
        for roll in range(tables.points.shape[0]):
            if filled < 0:
                turn.entries[roll, row] = FORBIDDEN
                continue
            # Most rolls have the same score in a row: only distinct cases are evaluated.
            points, earned = int(tables.points[roll, row]), earning * tables.earns[roll]
            if end.known[earned, points] < 0:
                mean, deviation = total + points + tables.expected[filled], tables.deviations[filled]
                if earned:
                    found = chance_with_die(tables, outlook.gains, end, mean, deviation * deviation)
                else:
                    found = chance(tables, end, mean, deviation * deviation, NEITHER)
                end.known[earned, points] = found
            turn.entries[roll, row] = end.known[earned, points]
    return look_ahead(tables.dice, turn)
