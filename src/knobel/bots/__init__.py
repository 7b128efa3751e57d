"""Bots, which play seats without a person. `make` creates one by its name.

>>> import random
>>> import knobel
>>> from knobel import bots
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> bots.make("random").choose(game, game.view(state, 0), 0, random.Random(1)) in game.legal(state, 0)
True
"""

from knobel.bots.bot import Bot
from knobel.bots.determinization import determinize
from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.random_bot import RandomBot
from knobel.bots.registry import (
    BOTS,
    LEVELS,
    LIGHT_LEVELS,
    OFFERED,
    TABLE_BOTS,
    BotSpec,
    is_source,
    known_names,
    make,
    make_table_bot,
    name_of,
    needs_engine,
)
from knobel.bots.request import Fault, ask

__all__ = [
    "BOTS",
    "LEVELS",
    "LIGHT_LEVELS",
    "OFFERED",
    "TABLE_BOTS",
    "Bot",
    "BotSpec",
    "Fault",
    "LookaheadBot",
    "RandomBot",
    "ask",
    "determinize",
    "is_source",
    "known_names",
    "make",
    "make_table_bot",
    "name_of",
    "needs_engine",
]
