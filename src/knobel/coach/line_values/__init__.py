"""Contributions of the lines of a sheet to the value by which an engine plays.

The values of Knister, Knaster and Knapp Daneben! are sums over lines and over pairs of lines that cross. A pair counts
half for each of its lines. Between two sheets, the differences of all lines add up to the difference that the engine
sees before it looks ahead, apart from numbers and circles that count independently of their cells.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from knobel.core import Game, Move
from knobel.engines import engine

LineValues: TypeAlias = Mapping[str, float]
"""The contribution of each line in points, by its name."""


def line_differences(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> LineValues | None:
    """Return by how much each line contributes more after one action than after another, in points.

    None if the engine's values are not sums over lines, or if it is not known here.
    """
    value_lines = _find_module(game.name)
    if value_lines is None:
        return None
    after, other = (value_lines(engine(game), game.apply(view, Move(seat, action)), seat) for action in (better, worse))
    return {line: after[line] - other[line] for line in after}


@lru_cache
def _find_module(game: str) -> Callable[[Any, Any, int], LineValues] | None:
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return None
    found: Callable[[Any, Any, int], LineValues] = import_module(name).value_lines
    return found
