"""Whole games in compiled code, each with its counterpart in C that plays the very same games.

A package a game, named after it, exports `PLAYOUTS`: its `random` playouts, in which every legal action is equally
likely, and its `greedy` ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from knobel.engines.shared.arrays import Array


@dataclass(frozen=True, slots=True)
class Playouts:
    """`kernel` plays as many games as `scores(games)` has room for, with a generator of random numbers.

    Its C counterpart, the function named `native`, gets the addresses of the arrays `rules`, the generator, the number
    of games, the integers `extra` and the scores, and plays the same games.
    """

    kernel: Callable[[Array, Array], object]
    scores: Callable[[int], Array]
    native: str
    rules: tuple[Array, ...]
    extra: tuple[int, ...] = ()


def playouts(game: str) -> Mapping[str, Callable[[], Playouts]]:
    """The playouts of a game by their kind; none where nobody has written any."""
    if find_spec(f"{__name__}.{game}") is None:
        return {}
    found: Mapping[str, Callable[[], Playouts]] = import_module(f"{__name__}.{game}").PLAYOUTS
    return found
