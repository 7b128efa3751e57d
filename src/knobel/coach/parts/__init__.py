"""The parts of a loss: what the better of two actions gains in each part of the position.

A loss is divided in several ways: by the lines of a grid or the fields that a turn is played for, by what is gained
immediately and later, by the kinds of the two actions. The parts of one division add up to the loss, apart from what
an engine sees only by looking ahead; a part is negative where the action played gains. Each theme (`coach.themes`) is
the sum of some parts of one division, over all decisions of a game. The divisions overlap, so a point may count in
several themes: what matters is how its share differs from the usual one.

Neither the reasons nor the sentences decide about parts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import fsum
from types import ModuleType
from typing import Any, TypeAlias

from knobel.coach.assess import Assessment
from knobel.core import Game

MIN_DIVIDED = 0.05
"""Smallest loss in points that is divided."""

ThemedPoints: TypeAlias = Iterator[tuple[str, float]]
"""Themes, each with the points of a part."""
Parts: TypeAlias = Mapping[str, float]
"""The points of a loss by theme; negative where the action played gains."""


def divide(game: Game[Any], view: Any, found: Assessment, played: str, loss: float) -> dict[str, float]:
    """Return the parts of the loss in points of an action against the best one for points, by theme.

    :param view: the part of the position that the seat may see.
    """
    module, better = _find_module(game.name), found.best.action
    if module is None or loss < MIN_DIVIDED or played == better:
        return {}
    values = {choice.action: choice.points for choice in found.choices}
    parts = defaultdict[str, float](float)
    for theme, points in module.parts(game, view, found.seat, better, played, loss, values):
        parts[theme] += points
    if found.judged_by(played) == "win" and found.best_to_win.action != better:
        parts["winning"] += loss
    return dict(parts)


def losses_by_theme(decisions: Iterable[tuple[float, Parts]]) -> dict[str, float]:
    """Return the points that decisions lose by theme, from the loss and the parts of each.

    The parts of each theme are summed, to the whole loss at most; themes in which the decisions gain more than they
    lose count nothing, and the others are scaled so that they add up to the loss.
    """
    sums, total = defaultdict[str, list[float]](list), list[float]()
    for loss, parts in decisions:
        if parts:
            total.append(loss)
        for theme, points in parts.items():
            sums[theme].append(points)
    whole = fsum(total)
    lost = {theme: min(points, whole) for theme, each in sums.items() if (points := fsum(each)) > 0}
    scale = whole / (fsum(lost.values()) or 1.0)
    return {theme: scale * points for theme, points in lost.items()}


@cache
def _find_module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)
