"""Reasons why an action is better than another: the differences between the two, with figures.

The engines determine which action is better, and the rules determine the differences. This package only describes them.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from knobel.coach.assess import Assessment, Choice
from knobel.coach.reasons.reason import Reason
from knobel.core import Game

__all__ = ["Reason", "why"]

MAX_REASONS = 2
"""Maximum number of reasons, of different kinds, in addition to the winning probability."""
MIN_WEIGHT_SHARE = 0.3
"""Minimum weight of another reason, as a share of the first reason's weight."""
MIN_EXPLAINED_LOSS = 1.0
"""Minimum loss in points at which the reasons must say that they explain only a part of it."""
MIN_EXPLAINED_SHARE = 0.5
"""Share of the loss from which the reasons count as its explanation."""
MIN_WIN_DIFFERENCE = 0.02
"""Minimum difference in winning probability that is a reason."""
LARGE_WIN_DIFFERENCE = 0.1
"""Difference in winning probability that is a reason in any case."""
MIN_GIVEN_UP = 0.5
"""Minimum number of points that are given up to win more often."""
EVEN = 0.5
"""Winning probability from which a seat wins more often than all others together."""


def why(game: Game[Any], view: Any, found: Assessment, better: str, worse: str) -> tuple[Reason, ...]:
    """Return the main reasons for the better of two assessed actions.

    If their weights are less than half of a loss in points, the reason `part_of_loss` says so. The winning probability
    comes last. Empty if no reason is known.

    :param view: the part of the position that the seat may see.
    """
    find_reasons = _find_reasons(game.name)
    candidates = list(find_reasons(game, view, found.seat, better, worse)) if find_reasons else []
    candidates.sort(key=lambda each: -each[0])
    selected: list[Reason] = []
    explained = 0.0
    for weight, reason in candidates:
        if (
            len(selected) < MAX_REASONS
            and weight >= MIN_WEIGHT_SHARE * candidates[0][0]
            and reason.kind not in {other.kind for other in selected}
        ):
            selected.append(reason)
            explained += weight
    choices = found.of(better), found.of(worse)
    loss = choices[0].points - choices[1].points
    if selected and loss >= MIN_EXPLAINED_LOSS and explained < MIN_EXPLAINED_SHARE * loss:
        selected.append(Reason("part_of_loss", {}))
    wins = win_reason(*choices, alone=not selected) if found.wins_differ(*choices) else ()
    return (*selected, *wins)


@cache
def _find_reasons(game: str) -> Any:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name).reasons


def win_reason(better: Choice, worse: Choice, *, alone: bool) -> Iterator[Reason]:
    """Yield the winning probability as a reason, if it says more than the points do.

    :param alone: no other reason is known.
    """
    if better.win is None or worse.win is None or abs(better.win - worse.win) <= MIN_WIN_DIFFERENCE:
        return
    figures = {"chance": better.win, "other_chance": worse.win}
    if better.win < worse.win:
        yield Reason("win_less", figures)
    elif (given_up := worse.points - better.points) >= MIN_GIVEN_UP:
        yield Reason("win_over_points", {"mean": given_up, **figures})
    elif better.win > 1 - MIN_WIN_DIFFERENCE:
        yield Reason("win_secured", figures)
    elif worse.win < MIN_WIN_DIFFERENCE:
        yield Reason("win_last_hope", figures)
    elif better.win > EVEN > worse.win:
        yield Reason("win_favourite", figures)
    elif alone or better.win - worse.win > LARGE_WIN_DIFFERENCE:
        yield Reason("win", figures)
