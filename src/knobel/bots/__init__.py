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

from knobel.bots import levels
from knobel.bots.bot import Bot
from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.random_bot import RandomBot
from knobel.core import BadSetup

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "lookahead": LookaheadBot}
"""Bots that know a game by its rules alone."""
LEVELS: tuple[str, ...] = ("random", *levels.LEVELS)
"""The levels to choose from at a table, the weakest first."""

__all__ = ["BOTS", "LEVELS", "Bot", "LookaheadBot", "RandomBot", "make"]


def make(level: str) -> Bot:
    """The bot of that level. Others by name: `lookahead`, and a level with an aim, as in `master/points`.

    :raises BadSetup: if there is none.
    """
    if level in BOTS:
        return BOTS[level]()
    if level.partition("/")[0] not in LEVELS[1:]:
        raise BadSetup(f"there is no bot level {level!r}; the levels: {', '.join(LEVELS)}")
    return levels.LevelBot(level)
