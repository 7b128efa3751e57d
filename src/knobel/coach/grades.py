"""Grades of decisions, and the accuracy of a seat in percent."""

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knobel.coach import measured_files
from knobel.coach.assess import Assessment
from knobel.engines import Aim


class Grade(StrEnum):
    """The class of a decision, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GRADE_MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
"""The signs of the grades of mistakes."""


class Threshold(NamedTuple):
    """A decision gets `grade` if it costs more than these points."""

    grade: Grade
    points: float


SHOWN_POINTS = 0.05
"""Points below which a loss is shown as 0.0."""
THRESHOLDS = (
    Threshold(Grade.BLUNDER, 4.0),
    Threshold(Grade.MISTAKE, 1.5),
    Threshold(Grade.INACCURACY, 0.4),
    Threshold(Grade.GOOD, SHOWN_POINTS),
)
"""Thresholds, the gravest error first."""
WIN_POINTS = 40
"""Points that a certain win weighs: a point weighs as much as 2.5 % of the probability of winning."""

GRADES = tuple(Grade)
"""All grades, the best first."""
CERTAIN_ERRORS = 2
"""Number of standard errors by which points differ for certain."""

NAME = "beginner_errors"
"""Name of the files of these figures (`measured_files`)."""


class BeginnerErrors(NamedTuple):
    """Mean errors of a beginner: in points over the decisions judged by points, in probability over the others.

    Either corresponds to an accuracy of `BEGINNER_ACCURACY`. `lab/benchmarks/coach_levels.py` measures and writes them.
    """

    points: float
    win: float


UNKNOWN_ERRORS = BeginnerErrors(points=1.0, win=0.02)
"""The errors at a game that was not measured."""
BEGINNER_ACCURACY = 0.5


@cache
def beginner_errors(game: str) -> BeginnerErrors:
    """Return a beginner's errors at a game, loaded once.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, BeginnerErrors._fields)
    return UNKNOWN_ERRORS if found is None else BeginnerErrors(**found)


def save_beginner_errors(path: Path, game: str, errors: BeginnerErrors) -> None:
    """Write the measured errors of a beginner at a game."""
    measured_files.save(path, game, BeginnerErrors._fields, errors._asdict())


def cost(found: Assessment, action: str, points: float | None = None) -> float:
    """Return the cost of an action in points: the points lost, or the chance of winning lost where it weighs more.

    Both are losses against the choice with which the action is compared (`Assessment.reference`). Points that are given
    up to win more often cost nothing. No action costs less than one that certainly brings more points and wins at least
    as often.

    :param points: the points lost, if they are known more exactly than in the assessment.
    """
    return weighed_loss(found, action, points) + excess(found, action)


def weighed_loss(found: Assessment, action: str, points: float | None = None) -> float:
    """Return the loss of an action in points, or that of the chance of winning where it weighs more (`cost`)."""
    lost = found.reference(action).points - found.of(action).points if points is None else points
    if found.judged_by(action) == "win":
        win_loss = found.win_loss(action)
        return max(lost, WIN_POINTS * win_loss) if win_loss else 0.0
    return max(lost, 0.0)


def excess(found: Assessment, action: str) -> float:
    """Return by how much the loss of an action is less than that of one that is better for certain; mostly 0.

    Points alone have one order, but chances of winning are estimates, which do not tell all actions apart.
    """
    if found.to_win is None or found.reference(action).action == action:
        return 0.0
    own, loss = found.of(action), weighed_loss(found, action)
    better = (
        each.action
        for each in found.choices
        if each.points > own.points + CERTAIN_ERRORS * max(each.uncertainty, own.uncertainty)
        and found.wins_as_often(each, own)
    )
    return max((0.0, *(weighed_loss(found, each) - loss for each in better)))


def grade(costs: float) -> Grade:
    """Return the grade of an action by its cost as it is shown, with one decimal."""
    return next((limit.grade for limit in THRESHOLDS if round(costs, 1) > limit.points), Grade.BEST)


def relative_error(game: str, measure: Aim, error: float) -> float:
    """Return an error as a multiple of a beginner's mean error in this measure."""
    errors = beginner_errors(game)
    return error / (errors.win if measure == "win" else errors.points)


def accuracy(game: str, error_rate: float, win_error_rate: float) -> float:
    """Return the accuracy in percent: 100 without errors, in any order of errors.

    The error rates are sums of the errors in points and in winning probability, divided by the number of decisions.
    """
    relative = relative_error(game, "points", error_rate) + relative_error(game, "win", win_error_rate)
    return float(100 * BEGINNER_ACCURACY**relative)
