"""Knobel: five German dice games, exactly as on paper.

>>> import knobel
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> game.legal(state, seat=0)[:3]
('a1', 'b1', 'c1')
"""

from knobel.core import (
    BadSetup,
    Chance,
    Decide,
    Die,
    Event,
    Game,
    Illegal,
    KnobelError,
    Move,
    Over,
    Preview,
    Reason,
    Roll,
    Turn,
    Undo,
    UnknownSeat,
    replay,
)
from knobel.games import GAMES, make

__version__ = "1.0.0"
"""The version of this package."""

__all__ = [
    "GAMES",
    "BadSetup",
    "Chance",
    "Decide",
    "Die",
    "Event",
    "Game",
    "Illegal",
    "KnobelError",
    "Move",
    "Over",
    "Preview",
    "Reason",
    "Roll",
    "Turn",
    "Undo",
    "UnknownSeat",
    "__version__",
    "make",
    "replay",
]
