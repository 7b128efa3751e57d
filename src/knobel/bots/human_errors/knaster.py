"""Errors of people in Knaster."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import AHEAD, ATTENTION, MANY_FREE, kinds, misjudged, nearly_full, neat, seen
from knobel.core import Game
from knobel.games.grid import CELL, CELLS, DIAGONALS, LINES, LINES_AT, SIZE, SUMS, fits_straight
from knobel.games.knaster import circles_earned

MANY_CIRCLES = 3
GOOD_CIRCLES = 2
CIRCLE = 3.0
"""Points that a circle is worth at a glance."""
CIRCLES_BESIDE = 0.5
"""Points for each other circle in the lines through a circle."""
CHAIN = (0.0, 0.0, 1.0, 3.0, 7.0)
"""What numbers of a straight promise, by how many there are."""
EQUAL: Mapping[tuple[int, ...], float] = MappingProxyType(
    {(2,): 1.2, (2, 1): 1.5, (3,): 3.0, (2, 1, 1): 1.2, (2, 2): 4.0, (3, 1): 4.0, (4,): 6.0}
)
"""What equal numbers promise, by how often they occur."""


def considered(game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider: they finish lines of circles, and take three circles at once."""
    previews = {action: game.preview(view, seat, action) for action in actions}
    finishing = {action for action, each in previews.items() if action not in CELL and each.gain > 1}
    rich = {action for action, each in previews.items() if each.circles >= MANY_CIRCLES}
    entries = {action for action in actions if action in CELL}
    if finishing and entries:
        return reduced(actions, entries)
    grid = view.sheets[seat].grid
    refused = set[str]()
    if rich:
        refused = {action for action in actions if action not in rich and action not in finishing}
    elif grid.count(0) > MANY_FREE:
        refused = {
            action
            for action in entries
            if not previews[action].circles
            and any(most_circles(tuple(sorted(held))) >= GOOD_CIRCLES for held in nearly_full(grid, CELL[action]))
        }
    return reduced(actions, refused)


@lru_cache(maxsize=4096)
def most_circles(held: tuple[int, ...]) -> int:
    """Return the most circles that a line of four numbers can earn."""
    return max(circles_earned((*held, number)) for number in SUMS)


def doubts(_game: Game[Any], view: Any, seat: int, actions: Sequence[str], rng: Random) -> dict[str, float]:
    """Return the error of each action, for errors of 1 point."""
    sheet = view.sheets[seat]
    cells = {action: CELL[action[:2]] for action in actions if action[:2] in CELL}
    return misjudged(sheet.grid, cells, actions, rng)


def sights(game: Game[Any], view: Any, seat: int, actions: Sequence[str], level: str) -> dict[str, float]:
    """Return the first sight of each action, in points: numbers that fit their lines, and circles that
    come together in a line.
    """
    sheet, look = view.sheets[seat], ATTENTION[level]

    def circling(action: str) -> float:
        cells = {CELL[name] for name in CELLS if name in action}
        circled = {*sheet.circled, *cells}
        beside = fsum(
            (look.diagonals if line in DIAGONALS else 1.0) * (len(circled.intersection(LINES[line])) - 1)
            for cell in cells
            for line in LINES_AT[cell]
        )
        return CIRCLE * len(cells) + AHEAD[level] * CIRCLES_BESIDE * beside + game.preview(view, seat, action).gain

    return {
        action: seen(sheet.grid, CELL[action], sum(view.dice), level, promise) if action in CELL else circling(action)
        for action in actions
    }


def neatness(_game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> dict[str, float]:
    """Return how neat each entry is, in points."""
    return neat(view.sheets[seat].grid, {action: CELL[action] for action in actions if action in CELL})


@lru_cache(maxsize=8192)
def promise(held: tuple[int, ...]) -> float:
    """Return the promise of the sorted numbers of a line at first sight, in points."""
    if len(held) == SIZE:
        return CIRCLE * circles_earned(held)
    return CHAIN[len(held)] if fits_straight(held) else EQUAL.get(kinds(held), 0.0)
