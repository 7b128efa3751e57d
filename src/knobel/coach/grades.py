"""Grades of decisions, and the accuracy of a seat in percent."""

from enum import StrEnum
from typing import NamedTuple

from knobel.coach.assess import POINT_TOLERANCE, Assessment


class Grade(StrEnum):
    """The class of a decision, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Threshold(NamedTuple):
    """Minimum errors for a grade.

    A decision gets `grade` if it loses more than `points` and at least `share` of the stake. If points were given up
    for a higher winning probability, it gets `grade` if it loses more than `win` of that probability.
    """

    grade: Grade
    points: float
    share: float
    win: float


THRESHOLDS = (
    Threshold(Grade.BLUNDER, 4.0, 0.6, 0.10),
    Threshold(Grade.MISTAKE, 1.5, 0.3, 0.04),
    Threshold(Grade.INACCURACY, 0.4, 0.1, 0.01),
    Threshold(Grade.GOOD, POINT_TOLERANCE, 0.0, 0.0005),
)
"""Thresholds, the gravest error first."""

ERROR_RATES = {"knister": 1.6, "knaster": 1.8, "knapp_daneben": 1.4, "knoeffel": 2.5, "kniffeliger": 3.4}
"""Points that a beginner loses per decision, measured by `benchmarks/coach_ledger.py`.

They correspond to an accuracy of `BEGINNER_ACCURACY` in every game.
"""
BEGINNER_ACCURACY = 0.5


def grade(found: Assessment, action: str, error: float) -> Grade:
    """Return the grade of an action that needlessly loses `error` points.

    The loss is compared with the stake, the expected loss of a random action. If points were given up for a higher
    winning probability, the grade follows from that probability.
    """
    win_loss = found.win_loss(action)
    if found.given_up(action) > POINT_TOLERANCE and win_loss is not None:
        return next((limit.grade for limit in THRESHOLDS if win_loss > limit.win), Grade.BEST)
    matching_grades = (
        limit.grade for limit in THRESHOLDS if error > limit.points and error >= limit.share * found.stake
    )
    return next(matching_grades, Grade.BEST)


def accuracy(game: str, error_rate: float) -> float:
    """Return the accuracy in percent from the points lost per decision: 100 for none, in any order of errors."""
    beginner = ERROR_RATES.get(game, 1.0)
    return 100 * BEGINNER_ACCURACY ** (error_rate / beginner) if error_rate else 100.0
