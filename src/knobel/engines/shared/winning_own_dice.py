"""Probability of winning where each seat rolls its own dice, from the mean and variance of every final score.

The score of the evaluated seat is normally distributed around its mean. The scores of the others are combined into one
curve: the expected share of the win of a final score, which is 1/(1 + k) if it ties with k opponents and beats the
others. Scores are assumed to be independent. Where all seats share the dice they are not independent: see
`engines.shared.winning_shared_dice`.

The share is computed as an integral: 1/(1 + k) is that of t^k for t from 0 to 1, so the expected share is the integral
of the product, over the opponents, of the probability to beat each if a tie counts t. `tie_values` gives the points of
a Gauss quadrature.
"""

from collections.abc import Callable, Iterable

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


def beat_probability(scores: Array, mean: float, variance: float, tie: float = 0.5) -> Array:
    """Return the probability that each score beats a score with this mean and variance, where a tie counts `tie`."""
    ahead = scores - mean
    if variance <= 0:
        return np.where(ahead > 0, 1.0, np.where(ahead == 0, tie, 0.0))
    deviation = variance**0.5
    tied = normal_cdf((ahead + 0.5) / deviation) - normal_cdf((ahead - 0.5) / deviation)
    return np.clip(normal_cdf(ahead / deviation) + (tie - 0.5) * tied, 0.0, 1.0)


class BeatAllProbability:
    """Probability of beating all opponents, where a first place shared by n seats counts 1/n."""

    def __init__(self, first: int, opponents: int, curves: Callable[[float], Iterable[Array]]) -> None:
        """Combine the curves of all opponents.

        :param curves: returns, given the value of a tie, for every opponent the probability that the final scores
            `first`, `first` + 1, ... beat it. Each curve rises from 0 to 1; all have the same length.
        """
        ties, factors = tie_values(opponents)
        products = [np.prod(list(curves(tie)), axis=0) for tie in ties.tolist()]
        product: Array = np.tensordot(factors, products, axes=1)
        pad = int(RANGE_SD * STANDARD_DEVIATIONS[-1])
        # The Fourier transform is periodic: the padding keeps both ends from smoothing into each other.
        padded = np.concatenate((np.zeros(2 * pad), product, np.ones(2 * pad)))
        waves = np.fft.rfft(padded)
        frequency = np.arange(len(waves)) / len(padded)
        factors = np.exp(-2 * np.square(np.pi * frequency * STANDARD_DEVIATIONS[:, None]))
        smooth = np.fft.irfft(waves * factors, len(padded))
        smooth[0] = padded
        smooth = smooth[:, pad:-pad]
        self._curves = np.clip(smooth, 0, 1)
        self._first = first - pad

    def __call__(self, mean: Array, variance: Array) -> Array:
        """Return the expected share of the win of a final score with this mean and variance."""
        level = np.interp(np.sqrt(variance), STANDARD_DEVIATIONS, np.arange(len(STANDARD_DEVIATIONS)))
        score = np.clip(mean - self._first, 0, self._curves.shape[1] - 1.001)
        i, j = np.minimum(level.astype(np.intp), len(STANDARD_DEVIATIONS) - 2), score.astype(np.intp)
        level, score = level - i, score - j
        low = self._curves[i, j] * (1 - score) + self._curves[i, j + 1] * score
        high = self._curves[i + 1, j] * (1 - score) + self._curves[i + 1, j + 1] * score
        chance: Array = low * (1 - level) + high * level
        return chance
