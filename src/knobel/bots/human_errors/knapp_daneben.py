"""Errors of people in Knapp Daneben!."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import fsum
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.grids import AHEAD, ATTENTION, MANY_FREE, misjudged, neat
from knobel.core import Game
from knobel.games.grid import CELL, LINES, numbers
from knobel.games.knapp_daneben import BOX_LINES, NUMBER_POINTS, TICK_POINTS, KnappDaneben, ticked

RICH = 6
"""Points that nobody refuses."""
SPOILT = 2
"""Number of boxes that nobody spoils for nothing."""
SIGHT: Mapping[str, float] = MappingProxyType({"beginner": 0.96, "casual": 0.75})
"""Share of the first sight in the judgement, by level, where it is another than in other games."""
POINT_SEEN, SPOILT_SEEN = 1.5, 1.5
"""Worth at first sight of a point now and of a box left empty for good, in points."""
NUMBER_SEEN = 1.2
"""Worth at first sight of a point of a number, in points."""
GAP = 0.8
"""Worth at first sight of a free cell between two numbers that can tick both boxes, in points."""
SAVED = 0.8
"""Points for which a cell of the own colour is used up, while many are free."""


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
    """Return the first sight of each action, in points: points now, boxes that it spoils, and gaps that can be filled;
    cells of the own colour, in which every sum fits, are saved.
    """
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    grid, look = view.sheets[seat], ATTENTION[level]
    layout, own, ahead = game.options["layout"], game.colour(seat), AHEAD[level]

    def sight(action: str) -> float:
        cell, after, found = CELL[action[:2]], game.enter(grid, seat, action, view), 0.0
        for line in BOX_LINES:
            if cell in LINES[line]:
                for seen, weight in ((points, POINT_SEEN), (prospect, ahead)):
                    found += weight * look.to(line) * (seen(numbers(after, line)) - seen(numbers(grid, line)))
        saved = ahead * SAVED if layout[cell] == own and grid.count(0) > MANY_FREE else 0.0
        return found + NUMBER_SEEN * NUMBER_POINTS.get(after[cell], 0) - saved

    return {action: sight(action) for action in actions}


def neatness(_game: Game[Any], view: Any, seat: int, actions: Sequence[str]) -> dict[str, float]:
    """Return how neat each action is, in points."""
    return neat(view.sheets[seat], {action: CELL[action[:2]] for action in actions})


def points(line: tuple[int, ...]) -> int:
    """Return the points of the numbers of a line; 0 is a free cell."""
    return TICK_POINTS[sum(ticked(line))]


@lru_cache(maxsize=16384)
def prospect(line: tuple[int, ...]) -> float:
    """Return what the boxes of a line promise beyond their points, in points: gaps, less boxes that stay empty."""
    spoilt = sum(bool(first and second) and abs(first - second) != 1 for first, second in pairwise(line))
    gaps = fsum(
        GAP if abs(first - second) in (0, 2) else -GAP
        for first, between, second in zip(line, line[1:], line[2:], strict=False)
        if first and second and not between
    )
    return gaps - SPOILT_SEEN * spoilt
