"""Grades of decisions, and the accuracy of a seat in percent."""

from collections.abc import Iterator
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
    """Return what an action costs, in points: the points lost, or the chance of winning lost where it weighs more.

    Both are losses against the choice with which the action is compared (`Assessment.reference`). Points that are given
    up to win more often cost nothing.

    :param points: the points lost, if they are known more exactly than in the assessment.
    """
    lost = found.reference(action).points - found.of(action).points if points is None else points
    if found.judged_by(action) == "win":
        return max(lost, WIN_POINTS * (found.win_loss(action) or 0.0))
    return max(lost, 0.0)


def grade(found: Assessment, action: str, costs: float) -> Grade:
    """Return the grade of an action by what it costs.

    No action has a better grade than one that certainly brings more points and wins at least as often, unless it is the
    best one itself.
    """
    own = grade_cost(costs)
    best = found.reference(action).action == action
    return own if best else max(own, *grades_of_better(found, action), key=GRADES.index)


def grade_cost(costs: float) -> Grade:
    """Return the grade of a cost in points."""
    return next((limit.grade for limit in THRESHOLDS if costs > limit.points), Grade.BEST)


def grades_of_better(found: Assessment, action: str) -> Iterator[Grade]:
    """Yield the grades of the actions that certainly bring more points than an action and win at least as often.

    If no probability of winning is known, points alone order the grades, and nothing is yielded.
    """
    yield Grade.BEST
    if found.to_win is None:
        return
    own = found.of(action)
    for each in found.choices:
        if each.points <= own.points + CERTAIN_ERRORS * max(each.uncertainty, own.uncertainty):
            continue
        if not found.wins_as_often(each, own):
            continue
        yield grade_cost(cost(found, each.action))


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
