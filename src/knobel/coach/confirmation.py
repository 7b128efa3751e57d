"""Confirmation of large losses: before one is shown, the game is played out after both actions, on the same dice.

An engine's values may leave out what others reply, such as action dice that are played later. A module
`table_playouts` of the engine's package knows the decisions for which they do, and plays on after them. The mean of its
paired playouts becomes the loss. Unless its sign is certain, the action is unproven, which limits its grade.

The number of playouts does not depend on their results: stopping when a sign seems certain would exaggerate losses.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

from knobel.coach.assess import Assessment, Choice
from knobel.coach.grades import CERTAIN_ERRORS, THRESHOLDS, Grade, cost
from knobel.coach.rollouts import Estimate, small_sample_factor
from knobel.core import Game, Move
from knobel.engines import engine, find_module

TURNS = 3200
"""Number of turns that are played out for a decision at a table of two: 0.35 seconds on a server.

At larger tables it falls with the third power of their size, because more decisions are played out in a review of all
seats.
"""
FEWEST, MOST = 12, 200
"""Limits of the number of pairs of playouts."""
MISTAKE = next(limit for limit in THRESHOLDS if limit.grade is Grade.MISTAKE)
"""Losses of more than these are large."""


def confirmed(game: Game[Any], view: Any, found: Assessment, action: str, seed: int) -> Assessment:
    """Return an assessment with the loss of an action as playouts measure it, if it is large and they are needed.

    :param view: the position as the seat sees it.
    :param seed: selects the dice.
    :returns: the same object if the loss needs no confirmation.
    """
    module, better, own = find_module(game.name, "table_playouts"), found.reference(action), found.of(action)
    if module is None or better is own or not module.needs_playouts(game, view, better.action, action):
        return found
    if cost(found, action) <= MISTAKE.points:
        return found
    points, win = differences(module, game, view, found.seat, (better.action, action), seed)
    played = replace(own, points=better.points - told(points), uncertainty=points.uncertainty)
    if better.win is not None and own.win is not None:
        share = min(max(better.win - told(win), 0.0), 1.0)
        played = replace(played, win=share, win_uncertainty=win.uncertainty)
    after = replace(found, choices=in_order(found.choices, played))
    judging = points if after.judged_by(action) == "points" else win
    return after if is_certain(judging) else replace(after, unproven=frozenset({action}))


def in_order(choices: Sequence[Choice], changed: Choice) -> tuple[Choice, ...]:
    """Return choices with a changed one in place of that of the same action: the first one, then by their points."""
    best, *others = (changed if each.action == changed.action else each for each in choices)
    return best, *sorted(others, key=lambda each: -each.points)


def is_certain(measured: Estimate) -> bool:
    """True if the sign of a difference is certain."""
    return abs(measured.mean) >= CERTAIN_ERRORS * measured.uncertainty


def told(measured: Estimate) -> float:
    """Return the loss to tell for a measured one; no action is better than the best one unless this is certain."""
    return measured.mean if is_certain(measured) else max(measured.mean, 0.0)


def differences(
    module: ModuleType, game: Game[Any], view: Any, seat: int, actions: tuple[str, str], seed: int
) -> tuple[Estimate, Estimate]:
    """Return the differences of two actions in the final score and in the share of the win."""
    outcomes = module.outcomes(engine(game), [game.apply(view, Move(seat, each)) for each in actions], seat, seed)
    turns = TURNS * 8 // game.seats(view) ** 3
    count = min(max(turns // max(2 * module.turns_to_come(game, view), 1), FEWEST), MOST)
    pairs = list(islice(outcomes, count))
    win = mean_of([one.win - other.win for one, other in pairs])
    # Equal samples do not prove that the next one is equal.
    uncertainty = sqrt(win.uncertainty**2 + 1 / (count + 2) ** 2)
    return mean_of([one.points - other.points for one, other in pairs]), replace(win, uncertainty=uncertainty)


def mean_of(samples: Sequence[float]) -> Estimate:
    """Return the mean of samples with its standard error."""
    count = len(samples)
    return Estimate(fmean(samples), small_sample_factor(count - 1) * stdev(samples) / sqrt(count))
