"""Whole games in compiled code, each with a C counterpart that plays exactly the same games.

Each game has a package of its name that exports `PLAYOUTS`: `random` playouts, in which every legal action is equally
likely, and `greedy` ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from knobel.engines.shared.arrays import Array


@dataclass(frozen=True, slots=True)
class Playouts:
    """A kernel that plays whole games, and its C counterpart.

    `kernel` receives a random number generator and an array from `scores(games)`, and plays as many games as the array
    holds. The C function with the name `native` receives the addresses of the arrays `rules`, the generator, the number
    of games, the integers `extra` and the scores, and plays the same games.
    """

    kernel: Callable[[Array, Array], object]
    scores: Callable[[int], Array]
    native: str
    rules: tuple[Array, ...]
    extra: tuple[int, ...] = ()


def playouts(game: str) -> Mapping[str, Callable[[], Playouts]]:
    """Return the playouts of a game by kind; empty if there are none."""
    if find_spec(f"{__name__}.{game}") is None:
        return {}
    found: Mapping[str, Callable[[], Playouts]] = import_module(f"{__name__}.{game}").PLAYOUTS
    return found
