"""Random games in compiled code, each with a C counterpart that plays exactly the same games.

Each game has a module of its name. Every legal action is equally likely.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from knobel.engines.shared.arrays import Array


@dataclass(frozen=True, slots=True)
class Playouts:
    """A kernel that plays whole games, and the arguments of its C counterpart.

    `kernel` receives a random number generator and an array from `scores(games)`, and plays as many games as the array
    holds. The C function `GAME_random` receives the addresses of the arrays `rules`, the generator, the number of
    games, the integers `extra` and the scores, and plays the same games.
    """

    kernel: Callable[[Array, Array], object]
    scores: Callable[[int], Array]
    rules: tuple[Array, ...]
    extra: tuple[int, ...] = ()


def playouts(game: str) -> Playouts | None:
    """Return the playouts of a game; None if there are none."""
    if find_spec(f"{__name__}.{game}") is None:
        return None
    found: Playouts = import_module(f"{__name__}.{game}").make_playouts()
    return found
