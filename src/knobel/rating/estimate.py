"""Estimate of the mean of results that arrive one by one, of which recent ones count more."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

HALF_LIFE_GAMES = 50
"""Number of later games after which a game counts half."""
MIN_GAMES = 10
"""Number of games below which a rating is provisional, because the variance of fewer results is hardly known."""
MIN_PEOPLE = 5
"""Number of other people with a rating that is not provisional, from which on a percentile is stated."""

_DECAY = 0.5 ** (1 / HALF_LIFE_GAMES)


def without_luck(points: float, luck: float) -> float:
    """Return the result of a game without luck: its points less the sum of the luck of its rolls."""
    return points - luck


@dataclass(frozen=True, slots=True)
class Estimate:
    """A weighted mean of results with its standard error, which is None for a single game."""

    mean: float
    error: float | None
    games: int

    def is_provisional(self, limit: float) -> bool:
        """True if there are too few games, or if the standard error is above a limit."""
        return self.games < MIN_GAMES or self.error is None or self.error > limit


def estimates(results: Iterable[float]) -> Iterator[Estimate]:
    """Yield the estimate after each result, in points, the oldest first.

    A result x has the weight w = 0.5^(a / `HALF_LIFE_GAMES`), where a is the number of later results. The estimate is
    the mean m = Σ w x / Σ w. The variance of a single result is s² = Σ w (x - m)² / (Σ w - Σ w² / Σ w). The squared
    standard error of m is s² Σ w² / (Σ w)². The sums are updated by the weighted form of Welford's method.

    >>> [(round(each.mean, 2), each.error and round(each.error, 2)) for each in estimates([60, 70, 65])]
    [(60.0, None), (65.03, 5.0), (65.02, 2.88)]
    """
    games, weights, squared_weights, mean, squares = 0, 0.0, 0.0, 0.0, 0.0
    for result in results:
        games += 1
        weights = weights * _DECAY + 1
        squared_weights = squared_weights * _DECAY**2 + 1
        difference = result - mean
        mean += difference / weights
        squares = squares * _DECAY + difference * (result - mean)
        if games == 1:
            yield Estimate(mean, None, 1)
            continue
        share = squared_weights / weights**2
        variance = squares / (weights * (1 - share))
        yield Estimate(mean, sqrt(max(variance, 0.0) * share), games)


def percentile(lower: int, people: int) -> int | None:
    """Return the share of other people's ratings that are lower, in percent; None if there are too few people."""
    return round(100 * lower / people) if people >= MIN_PEOPLE else None
