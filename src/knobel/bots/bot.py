"""What a bot is."""

from random import Random
from typing import Any, Protocol

from knobel.core import Game


class Bot(Protocol):
    """Who plays a seat: one method, and no memory between two choices."""

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        """One of `game.legal(view, seat)`, of which there is at least one.

        `view` is `game.view(state, seat)`: what the seat may see. All chance comes from `rng`, so that equal seeds
        give equal games.
        """
        ...
