"""Errors of people in Knister."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import MANY_FREE, misjudged, nearly_full
from knobel.core import Game
from knobel.games.grid import CELL, SUMS
from knobel.games.knister import POINTS, combination

GOOD_LINE = 8
"""Points of a line that people see."""


def considered(game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider: they complete good lines, and spoil none for nothing."""
    gains = {action: game.preview(view, seat, action).gain for action in actions}
    grid = view.sheets[seat]
    if max(gains.values()) >= GOOD_LINE:
        return reduced(actions, {action for action, gain in gains.items() if gain < GOOD_LINE // 2})
    if grid.count(0) <= MANY_FREE:
        return actions
    spoils = {
        action
        for action, gain in gains.items()
        if not gain and any(best_line(tuple(sorted(held))) >= GOOD_LINE for held in nearly_full(grid, CELL[action]))
    }
    return reduced(actions, spoils)


@lru_cache(maxsize=4096)
def best_line(held: tuple[int, ...]) -> int:
    """Return the most points that a line of four numbers can get."""
    return max(POINTS[combination((*held, number))] for number in SUMS)


def doubts(_game: Game[Any], view: Any, seat: int, actions: Sequence[str], rng: Random) -> dict[str, float]:
    """Return the error of each action, for errors of 1 point."""
    return misjudged(view.sheets[seat], {action: CELL[action] for action in actions}, actions, rng)
