"""Bots: who plays a seat nobody sits in. `make` gives one by its level.

>>> import random
>>> import knobel
>>> from knobel import bots
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> bots.make("random").choose(game, game.view(state, 0), 0, random.Random(1)) in game.legal(state, 0)
True
"""

from collections.abc import Callable

from knobel.bots.bot import Bot
from knobel.bots.lookahead import Lookahead
from knobel.bots.random_bot import RandomBot
from knobel.core import BadSetup

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "lookahead": Lookahead}
"""What makes a bot, by its level, the weakest first."""
LEVELS: tuple[str, ...] = tuple(BOTS)

__all__ = ["BOTS", "LEVELS", "Bot", "Lookahead", "RandomBot", "make"]


def make(level: str) -> Bot:
    """The bot of that level.

    :raises BadSetup: if there is none.
    """
    if level not in BOTS:
        raise BadSetup(f"there is no bot level {level!r}; the levels: {', '.join(LEVELS)}")
    return BOTS[level]()
