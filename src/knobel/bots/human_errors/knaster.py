"""Errors of people in Knaster."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import MANY_FREE, misjudged, nearly_full
from knobel.core import Game
from knobel.games.grid import CELL, SUMS
from knobel.games.knaster import circles_earned

MANY_CIRCLES = 3
GOOD_CIRCLES = 2


def considered(game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider: they finish lines of circles and take three circles."""
    previews = {action: game.preview(view, seat, action) for action in actions}
    finishing = {action for action, each in previews.items() if action not in CELL and each.gain > 1}
    rich = {action for action, each in previews.items() if each.circles >= MANY_CIRCLES}
    entries = {action for action in actions if action in CELL}
    if finishing and entries:
        return reduced(actions, entries)
    grid = view.sheets[seat].grid
    refused = set[str]()
    if rich:
        refused = {action for action in entries if not previews[action].circles}
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
