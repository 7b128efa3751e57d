"""Fairness of recorded rolls, by Pearson's chi-squared test and the runs test of Wald and Wolfowitz.

>>> from knobel import Roll
>>> found = fairness([Roll((face, 7 - face)) for face in range(1, 7)] * 5)
>>> found.faces, found.chi_squared, found.faces_p
((10, 10, 10, 10, 10, 10), 0.0, 1.0)
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from math import erfc, exp, fsum, pi, sqrt

from knobel.core import Roll
from knobel.dice import FACES

__all__ = ["Fairness", "fairness"]

MIN_OF_A_FACE = 5
"""Minimum expected count of each face for the chi-squared approximation (Cochran, 1954)."""
MIN_OF_A_KIND = 10
"""Minimum number of high and of low rolls for which the number of runs is nearly normal."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """The results of both tests.

    `faces` is the count of each face (1 to 6) in the `rolls`, `chi_squared` the statistic with five degrees of freedom,
    and `faces_p` the probability that fair dice deviate as much.

    `runs` is the number of runs of high and low rolls, above and below the mean of their number of dice,
    `expected_runs` its expectation, and `runs_p` the probability that independent rolls deviate as much, in either
    direction. A p is None if there are too few rolls.
    """

    rolls: int
    faces: tuple[int, ...]
    chi_squared: float
    faces_p: float | None
    runs: int
    expected_runs: float
    runs_p: float | None


def fairness(rolls: Iterable[Roll]) -> Fairness:
    """Test rolls in the order in which they were made. The order of the dice within one roll does not matter."""
    fell = list(rolls)
    counts = Counter(face for roll in fell for face in roll.dice)
    faces = tuple(counts[face] for face in FACES)
    expected = sum(faces) / len(faces)
    chi_squared = fsum((count - expected) ** 2 / expected for count in faces) if expected else 0.0
    mean = (min(FACES) + max(FACES)) / 2
    above = [sum(roll.dice) > mean * len(roll.dice) for roll in fell if sum(roll.dice) != mean * len(roll.dice)]
    runs = sum(1 for _ in groupby(above))
    expected_runs, deviation = runs_of(above.count(True), above.count(False))
    enough = min(above.count(True), above.count(False)) >= MIN_OF_A_KIND
    return Fairness(
        rolls=len(fell),
        faces=faces,
        chi_squared=chi_squared,
        faces_p=chi_squared_p(chi_squared) if expected >= MIN_OF_A_FACE else None,
        runs=runs,
        expected_runs=expected_runs,
        runs_p=erfc(abs(runs - expected_runs) / deviation / sqrt(2)) if enough else None,
    )


def chi_squared_p(value: float) -> float:
    """Return the probability that a chi-squared variable with five degrees of freedom is at least `value`.

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.4.4.
    """
    return erfc(sqrt(value / 2)) + sqrt(2 * value / pi) * exp(-value / 2) * (1 + value / 3)


def runs_of(high: int, low: int) -> tuple[float, float]:
    """Return the mean and the standard deviation of the number of runs of high and low rolls in random order.

    Source: Wald and Wolfowitz, "On a test whether two samples are from the same population", 1940.
    """
    both, product = high + low, 2 * high * low
    if both < 2:
        return float(both), 0.0
    return 1 + product / both, sqrt(product * (product - both) / (both**2 * (both - 1)))
