"""Errors of people in Knister."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import MANY_FREE, kinds, misjudged, nearly_full, neat, seen
from knobel.core import Game
from knobel.games.grid import CELL, SIZE, SUMS, fits_straight
from knobel.games.knister import POINTS, combination

GOOD_LINE = 8
"""Points of a line that people see."""
CHAIN = (0.0, 0.0, 1.0, 2.6, 6.0)
"""What numbers of a straight promise, by how many there are."""
EQUAL: Mapping[tuple[int, ...], float] = MappingProxyType(
    {(2,): 1.8, (2, 1): 2.4, (3,): 4.0, (2, 1, 1): 1.2, (2, 2): 5.0, (3, 1): 4.5, (4,): 7.0}
)
"""What equal numbers promise, by how often they occur."""


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


def sights(_game: Game[Any], view: Any, seat: int, actions: Sequence[str], level: str) -> dict[str, float]:
    """Return the first sight of each action, in points: whether the number fits its lines."""
    grid, number = view.sheets[seat], sum(view.dice)
    return {action: seen(grid, CELL[action], number, level, promise) for action in actions}


def neatness(_game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> dict[str, float]:
    """Return how neat each action is, in points."""
    return neat(view.sheets[seat], {action: CELL[action] for action in actions})


@lru_cache(maxsize=8192)
def promise(held: tuple[int, ...]) -> float:
    """Return the promise of the sorted numbers of a line at first sight, in points."""
    if len(held) == SIZE:
        return POINTS[combination(held)]
    return CHAIN[len(held)] if fits_straight(held) else EQUAL.get(kinds(held), 0.0)
