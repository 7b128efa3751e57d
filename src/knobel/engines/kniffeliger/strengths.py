"""Probabilities of winning Kniffeliger between players of known strength.

The engine's probabilities hold if all seats play as well as it does: then the last shifts and swaps decide, and the
seat that is last in the last round wins nearly always. Players who overlook their action dice win by their sheets. The
strength of a seat is its accuracy in the coach's reviews, from which its loss by dice and its use of action dice
follow. A conditional logit over the seats joins these with the engine's probability. Its coefficients are fitted to
games between levels of bots by `python -m benchmarks.kniffeliger_strengths`.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, fsum, log, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from knobel.engines.kniffeliger.engine import KniffeligerEngine
from knobel.engines.kniffeliger.objectives import turns_left
from knobel.games.kniffeliger import ROUNDS, State

LEVELS = (
    (51.7, 2.13, 0.01),
    (58.8, 1.78, 0.02),
    (59.3, 1.73, 0.08),
    (59.8, 1.64, 0.22),
    (84.9, 0.54, 0.8),
    (100.0, 0.07, 1.0),
)
"""Accuracy in percent of the levels of bots, with the points that they lose a decision (`level_errors.json`) and the
usual share of their action dice that they notice (`knobel.bots.oversights`)."""
COEFFICIENTS = (0.5, -2.26, 0.45, -0.12, 2.48, -1.27)
"""By feature, as `seat_features` returns them."""
MIN_VARIANCE = 25.0
"""Variance of a final score, in points², that is added to that of the dice."""
MIN_PROBABILITY = 0.01


class Strength(NamedTuple):
    """The points that a seat loses a decision, and the share of its action dice that it notices."""

    loss: float
    active: float


def strength(accuracy: float) -> Strength:
    """Return the strength that belongs to an accuracy in percent, by linear interpolation between the levels."""
    accuracy = min(max(accuracy, LEVELS[0][0]), LEVELS[-1][0])
    for (low, *below), (high, *above) in pairwise(LEVELS):
        if accuracy <= high:
            share = (accuracy - low) / (high - low)
            return Strength(*(a + share * (b - a) for a, b in zip(below, above, strict=True)))
    raise AssertionError("the accuracy is within the levels")


def seat_features(engine: KniffeligerEngine, state: State, strengths: Sequence[Strength]) -> list[tuple[float, ...]]:
    """Return the features of each seat.

    They are the lead of its sheet over the mean, in standard deviations, if all seats overlook their action dice; the
    points that it will lose by dice, in the same unit; the log odds of the engine's probability, if it alone and if all
    seats use action dice; its use of action dice, and this by the turns left.
    """
    seats = range(len(state.sheets))
    scores = [engine.win.final_score(state, seat) for seat in seats]
    mean = fmean(score for score, _ in scores)
    deviation = sqrt(fmean(variance for _, variance in scores) + MIN_VARIANCE)
    most, least = max(each.active for each in strengths), min(each.active for each in strengths)
    found: list[tuple[float, ...]] = []
    for seat, (score, _), own in zip(seats, scores, strengths, strict=True):
        left = turns_left(engine.game, state, seat)
        win = engine.expect(state, seat, "master", "win").win
        assert win is not None, "the effort master computes it in all positions"
        odds = log_odds(win)
        lead = (score - mean) / deviation
        found.append(
            (
                lead * (1 - most),
                own.loss * left / deviation,
                own.active * odds,
                least * odds,
                own.active,
                own.active * left / ROUNDS,
            )
        )
    return found


def log_odds(probability: float) -> float:
    """Return the logarithm of the odds of a probability, which is bounded away from 0 and 1."""
    bounded = min(max(probability, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
    return log(bounded / (1 - bounded))


def chances(engine: Any, state: State, accuracies: Sequence[float]) -> list[float]:
    """Return the probability of winning of each seat, if all play on with these accuracies (percent); their sum is 1.

    :param engine: the engine of the game.
    """
    features = seat_features(engine, state, [strength(accuracy) for accuracy in accuracies])
    weights = [exp(fsum(c * value for c, value in zip(COEFFICIENTS, own, strict=True))) for own in features]
    return [weight / fsum(weights) for weight in weights]
