"""Probability of winning where all seats share the dice, from the mean and standard deviation of final points.

A first place shared by n seats counts 1/n. The expected share is computed as an integral: 1/(1 + k) is that of t^k for
t from 0 to 1, so it is the integral of the product, over the opponents, of the probability to beat each if a tie counts
t. `TIE_VALUES` are the points of a Gauss quadrature, exact for up to seven ties.
"""

from math import pi, sqrt

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.special_functions import erfc, exp

INTEGRATION_INTERVALS = 32
INTEGRATION_RANGE = 4.5
"""Number of intervals, and range in standard deviations, for the integration over the common part."""
_NODES, _FACTORS = np.polynomial.legendre.leggauss(4)
TIE_VALUES, TIE_WEIGHTS = (_NODES + 1) / 2, _FACTORS / 2
"""Values of a tie, and their weights, in the quadrature."""


@nested
def normal_cdf(x: Float) -> Float:
    """Return the standard normal distribution function."""
    return 0.5 * erfc(-x / 1.4142135623730951)


@nested
def pair_probability(own: Float, own_sd: Float, mean: Float, sd: Float, rho: Float, margin: Float) -> Float:
    """Return the probability that a seat's points exceed those of one opponent by more than `margin`."""
    ahead = own - mean - margin
    deviation = sqrt(max(own_sd**2 + sd**2 - 2 * rho * own_sd * sd, 0.0))
    return normal_cdf(ahead / deviation) if deviation > 0 else (1.0 if ahead > 0 else 0.0)


@nested
def common_factor(own_sd: Float, sd: Float, rho: Float) -> Float:
    """Return the standard deviation of the part of the lead over an opponent that all comparisons share."""
    return sqrt((1 - rho) * own_sd**2 + rho * (own_sd - sd) ** 2)


@nested
def share_from(
    own: Float, own_sd: Float, means: Array, sds: Array, copies: Array, n: Int, rho: Float, low: Float, ties: Int
) -> Float:
    """Return the expected share of the win if the common part is at least `low`.

    The seat ties with `ties` opponents and beats the others without an independent part; the remaining ones are
    compared.
    """
    if low >= INTEGRATION_RANGE:
        return 0.0
    values, alone = len(TIE_VALUES), sqrt(1 - rho)
    powers, beats = np.empty((n, values)), np.empty(values)
    compared = 0
    for i in range(n):
        compared += alone * sds[i] > 0
        for k in range(values):
            powers[i, k] = TIE_VALUES[k] ** copies[i]
    if compared == 0:
        return (1.0 if low <= -INTEGRATION_RANGE else 1 - normal_cdf(low)) / (1 + ties)
    # Simpson's rule.
    step = (INTEGRATION_RANGE - low) / INTEGRATION_INTERVALS
    share = 0.0
    for node in range(INTEGRATION_INTERVALS + 1):
        u = low + node * step
        for k in range(values):
            beats[k] = TIE_WEIGHTS[k] * TIE_VALUES[k] ** ties
        for i in range(n):
            b = alone * sds[i]
            if b > 0:
                ahead = own - means[i] + common_factor(own_sd, sds[i], rho) * u
                above = normal_cdf((ahead - 0.5) / b)
                tied = normal_cdf((ahead + 0.5) / b) - above
                for k in range(values):
                    beats[k] *= above + tied * powers[i, k]
        share += exp(-u * u / 2) * beats.sum() * (1 if node in (0, INTEGRATION_INTERVALS) else 2 + 2 * (node % 2))
    return min(share * step / 3 / sqrt(2 * pi), 1.0)


@compiled
def win_probability_with_copies(
    own: Float, own_sd: Float, means: Array, sds: Array, copies: Array, n: Int, rho: Float
) -> Float:
    """Return `win_probability` against n different opponents.

    :param copies: the number of seats that each opponent stands for: seats with equal sheets always score the same.
    """
    if n == 0:
        return 1.0
    if n == 1:
        above = pair_probability(own, own_sd, means[0], sds[0], rho, 0.5)
        reached = pair_probability(own, own_sd, means[0], sds[0], rho, -0.5)
        return above + (reached - above) / (1 + copies[0])
    # The lead over opponent i is the sum of a part that all comparisons share, `common_factor` times a standard normal
    # u, and an independent part. Opponents without an independent part are beaten from some u on.
    reached = beaten = -INTEGRATION_RANGE
    ties = 0
    for i in range(n):
        if sqrt(1 - rho) * sds[i] == 0:
            ahead, a = own - means[i], common_factor(own_sd, sds[i], rho)
            if a > 0:
                reached, beaten = max(reached, (-0.5 - ahead) / a), max(beaten, (0.5 - ahead) / a)
            elif ahead <= -0.5:
                return 0.0
            elif ahead <= 0.5:
                ties += copies[i]
    tied = 0
    for i in range(n):
        a = common_factor(own_sd, sds[i], rho)
        if sqrt(1 - rho) * sds[i] == 0 and a > 0 and (0.5 - own + means[i]) / a > reached:
            tied += copies[i]
    share = share_from(own, own_sd, means, sds, copies, n, rho, reached, ties + tied)
    if tied > 0:
        share += share_from(own, own_sd, means, sds, copies, n, rho, beaten, ties)
        share -= share_from(own, own_sd, means, sds, copies, n, rho, beaten, ties + tied)
    return share


@compiled
def win_probability(own: Float, own_sd: Float, means: Array, sds: Array, n: Int, rho: Float) -> Float:
    """Return the expected share of the win against n opponents (`means`, `sds`): 1/k if k seats share the first place.

    Final points are whole numbers, approximated by normal distributions. Any two of them have the correlation `rho`,
    from 0 to 1, because all seats share the dice. With standard deviations of zero the result is exact. Without
    opponents it is 1. It is exact for one opponent, and where all opponents have the same standard deviation.
    """
    return win_probability_with_copies(own, own_sd, means, sds, np.ones(n, np.int64), n, rho)
