"""Errors of people in Knapp Daneben!."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import ATTENTION, misjudged
from knobel.core import Game
from knobel.games.grid import CELL, LINES, Grid, numbers
from knobel.games.knapp_daneben import BOX_LINES, NUMBER_POINTS, KnappDaneben, line_points

RICH = 6
"""Points that nobody refuses."""
SPOILT = 2
"""Number of boxes that nobody spoils for nothing."""
POINT_SEEN, SPOILT_SEEN = 1.5, 1.5
"""Worth at first sight of a point now and of a box left empty for good, in points."""


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


def sights(game: Game[Any], view: Any, seat: int, actions: Sequence[str], level: str) -> dict[str, float]:
    """Return the first sight of each action, in points: points now, and boxes that it spoils."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    grid, look = view.sheets[seat], ATTENTION[level]

    def sight(action: str) -> float:
        cell, after, found = CELL[action[:2]], game.enter(grid, seat, action, view), 0.0
        for line in BOX_LINES:
            if cell in LINES[line]:
                now = line_points(after, line) - line_points(grid, line)
                spoilt = empty_boxes(after, line) - empty_boxes(grid, line)
                found += look.to(line) * (POINT_SEEN * now - SPOILT_SEEN * spoilt)
        return found + NUMBER_POINTS.get(after[cell], 0)

    return {action: sight(action) for action in actions}


def empty_boxes(grid: Grid, line: str) -> int:
    """Return the number of boxes of a line that stay empty."""
    return sum(bool(first and second) and abs(first - second) != 1 for first, second in pairwise(numbers(grid, line)))
