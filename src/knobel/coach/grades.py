"""How good a decision was, in a word; and how good all of a seat's were, in percent."""

from enum import StrEnum
from typing import NamedTuple

from knobel.coach.assess import ROUNDING, Assessment


class Grade(StrEnum):
    """The class of a decision, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Threshold(NamedTuple):
    """A decision deserves `grade` if it loses that many points, and that share of what was at stake; or, where points
    were given up for a better chance to win, that much of the chance."""

    grade: Grade
    points: float
    share: float
    win: float


THRESHOLDS = (
    Threshold(Grade.BLUNDER, 4.0, 0.6, 0.10),
    Threshold(Grade.MISTAKE, 1.5, 0.3, 0.04),
    Threshold(Grade.INACCURACY, 0.4, 0.1, 0.01),
    Threshold(Grade.GOOD, ROUNDING, 0.0, 0.0005),
)
"""The gravest first."""

ERROR_RATES = {"knister": 1.6, "knaster": 1.8, "knapp_daneben": 1.4, "knoeffel": 2.5, "kniffeliger": 3.4}
"""The points that a beginner loses a decision, as measured by `benchmarks/coach_ledger.py`: an accuracy of
`BEGINNERS` in every game."""
BEGINNERS = 0.5


def grade(found: Assessment, action: str, error: float) -> Grade:
    """How good it was to choose an action that needlessly loses so many points.

    They are weighed against what was at stake: what any action at random would have lost. Who gave up points for a
    better chance to win is judged by the chance.
    """
    win_loss = found.win_loss(action)
    if found.given_up(action) > ROUNDING and win_loss is not None:
        return next((limit.grade for limit in THRESHOLDS if win_loss > limit.win), Grade.BEST)
    deserved = (limit.grade for limit in THRESHOLDS if error > limit.points and error >= limit.share * found.stake)
    return next(deserved, Grade.BEST)


def accuracy(game: str, error_rate: float) -> float:
    """Percent, from the points lost a decision: 100 for none, and the same for the same mistakes in any order."""
    beginner = ERROR_RATES.get(game, 1.0)
    return 100 * BEGINNERS ** (error_rate / beginner) if error_rate else 100.0
