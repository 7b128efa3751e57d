"""Bots in plain Python, for machines without NumPy and Numba such as a browser.

`PlainBot` plays every game; `LEVELS` are the levels that are offered at a table.
"""

from random import Random
from typing import Any

from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.random_bot import RandomBot
from knobel.core import Game

LEVELS = ("random", "casual")
"""The levels, the weakest first."""


def choose(game: Game[Any], view: Any, seat: int, level: str, rng: Random) -> str:
    """Return the action of a bot of a level; the best level plays for any level that is not offered."""
    bot = RandomBot() if level == "random" else LookaheadBot()
    return bot.choose(game, view, seat, rng)
