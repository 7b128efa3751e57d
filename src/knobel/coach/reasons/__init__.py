"""Why an action is better than another: what differs between the two, with the figures that show it.

Nothing here decides anything: the engines say which action is better, and the rules what the difference is.
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

MOST = 2
"""Reasons that are named beside the chance to win, of different kinds."""
SHARE = 0.3
"""Of the weight of the first reason, for another to be named."""
CLEARLY = 0.02
"""A difference of the chance to win that is a reason."""


def why(game: Game[Any], view: Any, found: Assessment, better: str, worse: str) -> tuple[Reason, ...]:
    """What speaks most for an action rather than another, both among those assessed; empty if nothing is known that
    can be said. The chance to win comes last.

    :param view: what the seat may see.
    """
    own = _reasons_of(game.name)
    weighed = [] if own is None else sorted(own(game, view, found.seat, better, worse), key=lambda each: -each[0])
    said: list[Reason] = []
    for weight, reason in weighed:
        if len(said) < MOST and weight >= SHARE * weighed[0][0] and reason.kind not in {other.kind for other in said}:
            said.append(reason)
    return (*said, *winning(found.of(better), found.of(worse)))


@cache
def _reasons_of(game: str) -> Any:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name).reasons


def winning(better: Choice, worse: Choice) -> Iterator[Reason]:
    """The chance to win, where that differs."""
    if better.win is None or worse.win is None:
        return
    if abs(better.win - worse.win) > CLEARLY:
        kind = "win" if better.win > worse.win else "win_less"
        yield Reason(kind, {"chance": better.win, "other_chance": worse.win})
