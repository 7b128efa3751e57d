"""Probability of winning where all seats share the dice, from the mean and standard deviation of final points."""

from math import erfc, exp, pi, sqrt

from knobel.engines.shared.compiled import Array, Float, Int, compiled

INTEGRATION_INTERVALS = 32
INTEGRATION_RANGE = 4.5
"""Number of intervals, and range in standard deviations, for the integration over the common part."""


@compiled
def normal_cdf(x: Float) -> Float:
    """Return the standard normal distribution function."""
    return 0.5 * erfc(-x / 1.4142135623730951)


@compiled
def lead_probability(own: Float, own_sd: Float, means: Array, sds: Array, n: Int, rho: Float, margin: Float) -> Float:
    """Return the probability that a seat's points exceed those of each of n opponents by more than `margin`.

    The lead over opponent i is the sum of a part that all comparisons share, a[i] * u with standard normal u, and an
    independent part with standard deviation b[i]. This is exact for one opponent, and where all opponents have the same
    standard deviation.
    """
    if n == 1:
        ahead = own - means[0] - margin
        deviation = sqrt(max(own_sd**2 + sds[0] ** 2 - 2 * rho * own_sd * sds[0], 0.0))
        return normal_cdf(ahead / deviation) if deviation > 0 else (1.0 if ahead > 0 else 0.0)
    alone = sqrt(1 - rho)
    low = -INTEGRATION_RANGE
    certain = True
    for i in range(n):
        certain &= own_sd == 0 and sds[i] == 0
        if alone * sds[i] == 0:
            ahead = own - means[i] - margin
            a = sqrt((1 - rho) * own_sd**2 + rho * (own_sd - sds[i]) ** 2)
            if a > 0:
                low = max(low, -ahead / a)
            elif ahead <= 0:
                return 0.0
    if certain:
        return 1.0
    if low >= INTEGRATION_RANGE:
        return 0.0
    # Simpson's rule.
    step = (INTEGRATION_RANGE - low) / INTEGRATION_INTERVALS
    chance = 0.0
    for node in range(INTEGRATION_INTERVALS + 1):
        u = low + node * step
        density = exp(-u * u / 2)
        for i in range(n):
            b = alone * sds[i]
            if b > 0:
                a = sqrt((1 - rho) * own_sd**2 + rho * (own_sd - sds[i]) ** 2)
                density *= normal_cdf((own - means[i] - margin + a * u) / b)
        chance += density * (1 if node in (0, INTEGRATION_INTERVALS) else 2 + 2 * (node % 2))
    return min(chance * step / 3 / sqrt(2 * pi), 1.0)


@compiled
def win_probability(own: Float, own_sd: Float, means: Array, sds: Array, n: Int, rho: Float) -> Float:
    """Return the probability of ending above each of n opponents (`means`, `sds`); a tie at the top counts half.

    Final points are whole numbers, approximated by normal distributions. Any two of them have the correlation `rho`,
    from 0 to 1, because all seats share the dice. With standard deviations of zero the result is exact. Without
    opponents it is 1.
    """
    if n == 0:
        return 1.0
    return (
        lead_probability(own, own_sd, means, sds, n, rho, 0.5) + lead_probability(own, own_sd, means, sds, n, rho, -0.5)
    ) / 2
