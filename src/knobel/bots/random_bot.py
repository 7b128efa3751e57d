"""The weakest bot, for which all legal actions are equally likely."""

from random import Random
from typing import Any

from knobel.core import Game


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return rng.choice(game.legal(view, seat))
