"""Temporal-difference learning in kernels: step sizes by temporal coherence, and imperfect choices of weak players."""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, inlined, nested
from knobel.engines.shared.rng import random_below

UNIFORM_NOISE = 1e5
"""Standard deviation of noise that makes all choices equally likely, in points."""
NOISE_SCALES = (1.0, 3.0, 10.0, UNIFORM_NOISE)
"""Amounts of noise on the values, in points, for deliberately bad play. A game uses a random one of them."""
MAX_FORBIDDEN = -1e8
"""Upper bound for the values of choices that are not allowed."""
UNIFORM_STEPS = 1 << 24
"""Number of equal parts of the interval from 0 to 1 from which a random number is drawn."""


@inlined
def update_weight(weights: Array, errors: Array, i: Int, step: Float, error: Float) -> None:
    """Move a weight by the step, scaled by the absolute sum of its errors over the sum of their absolute values.

    Source: Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999. `errors` (weights, 2)
    contains both sums.
    """
    if errors[i, 1] > 0:
        step *= abs(errors[i, 0]) / errors[i, 1]
    weights[i] += step
    errors[i, 0] += error
    errors[i, 1] += abs(error)


@nested
def draw_bad_start(rng: Array, turns: Int, games_of_four: Int) -> tuple[Int, Float]:
    """Return how many turns of a game to begin with bad play, and the noise on the values during them.

    As many as `games_of_four` of four games begin badly, and half of these are played badly to the end. Other games
    have no such turns.
    """
    bad_turns = (
        random_below(rng, 2 * turns) if games_of_four and random_below(rng, 4) >= 4 - games_of_four else np.int64(0)
    )
    return bad_turns, NOISE_SCALES[random_below(rng, len(NOISE_SCALES))] if bad_turns else 0.0


@nested
def sample_softmax(rng: Array, values: Array, n: Int, noise: Float) -> Int:
    """Return the index of the highest of the first n values after Gumbel noise is added to each: a softmax choice.

    `noise` is the scale in points. The result is -1 if no choice is allowed.
    """
    found, highest = -1, -np.inf
    for k in range(n):
        if values[k] > MAX_FORBIDDEN:
            perturbed = values[k] / noise - np.log(-np.log((random_below(rng, UNIFORM_STEPS) + 0.5) / UNIFORM_STEPS))
            if perturbed > highest:
                found, highest = k, perturbed
    return found
