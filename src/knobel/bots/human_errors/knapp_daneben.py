"""Errors of people in Knapp Daneben!."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import misjudged
from knobel.core import Game
from knobel.games.grid import CELL, LINES, numbers
from knobel.games.knapp_daneben import BOX_LINES, KnappDaneben

RICH = 6
"""Points that nobody refuses."""
SPOILT = 2
"""Number of boxes that nobody spoils for nothing."""


def considered(game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider: they take many points, and spoil no two boxes for nothing."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    gains = {action: game.preview(view, seat, action).gain for action in actions}
    refused = {action for action, gain in gains.items() if gain <= 1} if max(gains.values()) >= RICH else set[str]()
    for action, gain in gains.items():
        if not gain and spoilt(game, view, seat, action) >= SPOILT:
            refused.add(action)
    return reduced(actions, refused)


def spoilt(game: KnappDaneben, view: Any, seat: int, action: str) -> int:
    """Return the number of boxes that an entry leaves empty for good."""
    cell = CELL[action[:-1]]
    after = game.enter(view.sheets[seat], seat, action, view)
    return sum(
        bool(first and second) and abs(first - second) != 1
        for line in BOX_LINES
        if cell in LINES[line]
        for (place, first), (other, second) in pairwise(zip(LINES[line], numbers(after, line), strict=True))
        if cell in (place, other)
    )


def doubts(_game: Game[Any], view: Any, seat: int, actions: Sequence[str], rng: Random) -> dict[str, float]:
    """Return the error of each action, for errors of 1 point."""
    return misjudged(view.sheets[seat], {action: CELL[action[:-1]] for action in actions}, actions, rng, BOX_LINES)
