"""Learning of weights in kernels: step sizes by temporal coherence, and choices as weak players make them."""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, inlined
from knobel.engines.shared.rng import below

ANYWHERE = 1e5
"""Noise that leaves nothing of the values: all choices are equally likely."""
SLIPS = (1.0, 3.0, 10.0, ANYWHERE)
"""The points of noise on the values by which a game is played badly: one of these by chance."""
LEAST = -1e8
"""Choices that are not allowed have lower values."""
STEPS = 1 << 24
"""Into so many equal parts the numbers from 0 to 1 are cut, one of which is drawn."""


@inlined
def adapt(weights: Array, errors: Array, i: Int, step: Float, error: Float) -> None:
    """Move a weight by its share of the step: the size of its summed errors over the sum of their sizes.

    Source: Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999. `errors` (weights, 2) holds
    both sums.
    """
    if errors[i, 1] > 0:
        step *= abs(errors[i, 0]) / errors[i, 1]
    weights[i] += step
    errors[i, 0] += error
    errors[i, 1] += abs(error)


@compiled
def slip(rng: Array, values: Array, n: Int, noise: Float) -> Int:
    """Which of the first n values is the highest after so many points of noise with a Gumbel distribution on each: a
    choice by softmax. -1 if none is allowed."""
    found, highest = -1, -np.inf
    for k in range(n):
        if values[k] > LEAST:
            worth = values[k] / noise - np.log(-np.log((below(rng, STEPS) + 0.5) / STEPS))
            if worth > highest:
                found, highest = k, worth
    return found
