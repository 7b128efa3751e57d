"""Probability of winning where each seat rolls its own dice, from the mean and variance of every final score.

The score of the evaluated seat is normally distributed around its mean. The scores of the others are combined into one
curve: the expected share of the win of a final score, which is 1/(1 + k) if it ties with k opponents and beats the
others. Scores are assumed to be independent. Where all seats share the dice they are not independent: see
`engines.shared.winning_shared_dice`.

The share is computed as an integral: 1/(1 + k) is that of t^k for t from 0 to 1, so the expected share is the integral
of the product, over the opponents, of the probability to beat each if a tie counts t. `tie_values` gives the points of
a Gauss quadrature. The kernels that compute the curve are in `engines.knoeffel.winning`.
"""

import numpy as np

from knobel.engines.shared.arrays import Array

STANDARD_DEVIATIONS = np.array([0, 1.5, 3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70])
"""The standard deviations for which a smoothed curve is stored; values between them are interpolated."""
MAX_TIE_VALUES = 4
"""Maximum number of values of a tie in the quadrature."""
RANGE_SD = 4
"""Range around a mean that is considered, in standard deviations."""
_STEPS = np.linspace(-RANGE_SD - 1, RANGE_SD + 1, 2001)
_DENSITY = np.exp(-np.square(_STEPS) / 2)
_CDF = (np.cumsum(_DENSITY) - _DENSITY / 2) / _DENSITY.sum()


def normal_cdf(x: Array) -> Array:
    """Return the standard normal distribution function, accurate to about 1e-4."""
    chances: Array = np.interp(x, _STEPS, _CDF)
    return chances


def tie_values(opponents: int) -> tuple[Array, Array]:
    """Return the values of a tie with one opponent, and their weights, for the expected share of the win.

    The share is exact for up to `2 * MAX_TIE_VALUES - 1` opponents. With one opponent, a tie counts half.
    """
    nodes, factors = np.polynomial.legendre.leggauss(min(opponents // 2 + 1, MAX_TIE_VALUES))
    return (nodes + 1) / 2, factors / 2
