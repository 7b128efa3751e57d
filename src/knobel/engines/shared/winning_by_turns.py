"""The chance to win where seats take turns, each with dice of its own: every final score is known by its mean and how
much it varies.

The score to compare with is normal around its mean; those of the others make one curve, the chance that a final score
beats them all, ties counting half. Scores are taken as independent of each other. Where all seats share the dice, they
are not: see `engines.shared.winning`.
"""

from collections.abc import Iterable

import numpy as np

from knobel.engines.shared.arrays import Array

DEVIATIONS = np.array([0, 1.5, 3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70])
"""The standard deviations for which a curve is smoothed; those between are interpolated."""
REACH = 4
"""How many standard deviations around a mean matter."""
_STEPS = np.linspace(-REACH - 1, REACH + 1, 2001)
_DENSITY = np.exp(-np.square(_STEPS) / 2)
_CDF = (np.cumsum(_DENSITY) - _DENSITY / 2) / _DENSITY.sum()


def normal_cdf(x: Array) -> Array:
    """The standard normal distribution function, to about 1e-4."""
    chances: Array = np.interp(x, _STEPS, _CDF)
    return chances


def beats(scores: Array, mean: float, variance: float) -> Array:
    """The chance that each score beats one that varies so much around its mean; a tie is half."""
    if variance <= 0:
        return (np.sign(scores - mean) + 1) / 2
    return normal_cdf((scores - mean) / variance**0.5)


class BeatsAll:
    """The chance to beat everybody else."""

    def __init__(self, first: int, curves: Iterable[Array]) -> None:
        """
        :param curves: of every other seat the chance that final scores of `first`, `first` + 1, ... beat it: rising
            from 0 to 1, all of one length.
        """
        product: Array = np.prod(list(curves), axis=0)
        pad = int(REACH * DEVIATIONS[-1])
        # The transform goes round: its ends are padded so far that they do not smooth into what is read.
        padded = np.concatenate((np.zeros(2 * pad), product, np.ones(2 * pad)))
        waves = np.fft.rfft(padded)
        frequency = np.arange(len(waves)) / len(padded)
        factors = np.exp(-2 * np.square(np.pi * frequency * DEVIATIONS[:, None]))
        smooth = np.fft.irfft(waves * factors, len(padded))
        smooth[0] = padded
        smooth = smooth[:, pad:-pad]
        self._curves = np.clip(smooth, 0, 1)
        self._first = first - pad

    def __call__(self, mean: Array, variance: Array) -> Array:
        """The chance that a final score around this mean beats all others."""
        level = np.interp(np.sqrt(variance), DEVIATIONS, np.arange(len(DEVIATIONS)))
        score = np.clip(mean - self._first, 0, self._curves.shape[1] - 1.001)
        i, j = np.minimum(level.astype(np.intp), len(DEVIATIONS) - 2), score.astype(np.intp)
        level, score = level - i, score - j
        low = self._curves[i, j] * (1 - score) + self._curves[i, j + 1] * score
        high = self._curves[i + 1, j] * (1 - score) + self._curves[i + 1, j + 1] * score
        chance: Array = low * (1 - level) + high * level
        return chance
