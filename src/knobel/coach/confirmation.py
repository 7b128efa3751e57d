"""Confirmation of large losses: before one is told, the game is played out after both actions, on the same dice.

An engine's values may leave out what others reply, such as action dice that are played later. A module
`table_playouts` of the engine's package knows the decisions for which they do, and plays on after them. The mean of its
paired playouts becomes the loss if its sign is certain. If it is not, the action is at most an inaccuracy.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

from knobel.coach.assess import Assessment, Choice
from knobel.coach.grades import GRADES, THRESHOLDS, Grade, grade
from knobel.coach.rollouts import Estimate
from knobel.core import Game, Move
from knobel.engines import engine, find_module

LOOKS = 12, 24, 48, 96
"""Numbers of playouts after which the sign is looked at."""
TURNS = 1600
"""Number of turns after which no further playouts begin at a table of two: 0.3 seconds on a server.

Larger tables have fewer, because more decisions are played out in a review of all seats.
"""
CERTAIN = 2.5
"""Number of standard errors from 0 at which a sign is certain; more than 2, because it is looked at several times."""
HOPELESS = 0.5
"""Number of standard errors from 0 below which, after the first look, more playouts are unlikely to make it certain."""
LARGE = GRADES.index(Grade.MISTAKE)
MOST_UNCONFIRMED = next(limit for limit in THRESHOLDS if limit.grade is Grade.MISTAKE)
"""The largest losses that need no certainty: those of an inaccuracy."""


def confirmed(game: Game[Any], view: Any, found: Assessment, action: str, seed: int) -> Assessment:
    """Return an assessment with the loss of an action as playouts measure it, if it is large and they are needed.

    :param view: the position as the seat sees it.
    :param seed: selects the dice.
    :returns: the same object if the loss needs no confirmation.
    """
    module, better, own = find_module(game.name, "table_playouts"), found.reference(action), found.of(action)
    if module is None or better is own or not module.needs_playouts(game, view, better.action, action):
        return found
    win_loss = (better.win or 0.0) - (own.win or 0.0)
    error = better.points - own.points if found.judged_by(action) == "points" else win_loss
    if GRADES.index(grade(found, action, max(error, 0.0))) < LARGE:
        return found
    points, win = differences(module, game, view, found.seat, (better.action, action), seed)
    lost = told(better.points - own.points, points, MOST_UNCONFIRMED.points)
    played = replace(own, points=better.points - lost, uncertainty=points.uncertainty)
    if better.win is not None and own.win is not None:
        lost_win = told(win_loss, win, MOST_UNCONFIRMED.win)
        played = replace(played, win=min(max(better.win - lost_win, 0.0), 1.0), win_uncertainty=win.uncertainty)
    return replace(found, choices=in_order(found.choices, played))


def in_order(choices: Sequence[Choice], changed: Choice) -> tuple[Choice, ...]:
    """Return choices with a changed one in place of that of the same action: the first one, then by their points."""
    best, *others = (changed if each.action == changed.action else each for each in choices)
    return best, *sorted(others, key=lambda each: -each.points)


def told(loss: float, measured: Estimate, most: float) -> float:
    """Return the loss to tell for an estimated one that is large.

    :param most: the largest loss that is told although the sign is not certain.
    """
    if abs(measured.mean) >= CERTAIN * measured.uncertainty:
        return measured.mean
    return min(max(measured.mean, 0.0), max(loss, 0.0), most)


def differences(
    module: ModuleType, game: Game[Any], view: Any, seat: int, actions: tuple[str, str], seed: int
) -> tuple[Estimate, Estimate]:
    """Return the differences of two actions in the final score and in the share of the win."""
    outcomes = module.outcomes(engine(game), [game.apply(view, Move(seat, each)) for each in actions], seat, seed)
    points, wins = list[float](), list[float]()
    turns = TURNS * 4 // game.seats(view) ** 2
    most = turns // max(2 * module.turns_to_come(game, view), 1)
    for count in LOOKS:
        if points and count > most:
            break
        for one, other in islice(outcomes, count - len(points)):
            points.append(one.points - other.points)
            wins.append(one.win - other.win)
        found = mean_of(points)
        distance, hopeless = abs(found.mean), HOPELESS * (count > LOOKS[0])
        if distance >= CERTAIN * found.uncertainty or distance < hopeless * found.uncertainty:
            break
    unknown = 1 / (len(wins) + 2)
    win = mean_of(wins)
    # Equal samples do not prove that the next one is equal.
    return mean_of(points), replace(win, uncertainty=sqrt(win.uncertainty**2 + unknown**2))


def mean_of(samples: Sequence[float]) -> Estimate:
    """Return the mean of samples with its standard error."""
    return Estimate(fmean(samples), stdev(samples) / sqrt(len(samples)))
