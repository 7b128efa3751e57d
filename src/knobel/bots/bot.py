"""The interface of bots."""

from random import Random
from typing import Any, Protocol

from knobel.core import Game


class Bot(Protocol):
    """A bot plays a seat. It has one method and keeps no state between two choices."""

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        """Return one of `game.legal(view, seat)`, which is not empty.

        `view` is `game.view(state, seat)`. All randomness comes from `rng`, so that equal seeds
        give equal games.
        """
        ...
