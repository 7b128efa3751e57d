"""Numeric encodings of games for machine learning: indices of actions, masks of legal actions, observation arrays.

>>> import knobel
>>> from knobel.encodings import encoding
>>> game = knobel.make("knister")
>>> numbers = encoding(game, seats=1)
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> numbers.num_actions, numbers.index("b1"), numbers.name(1)
(25, 1, 'b1')
>>> int(numbers.mask(state, seat=0).sum())
25
>>> numbers.observe(state, seat=0)["dice"]
array([3, 4], dtype=int8)

All encodings are relative to one seat: its own sheet comes first, then those of the others clockwise, and targets of
actions are counted from it. A policy learned on one seat is therefore valid on every other seat.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from knobel.core import BadSetup, Game
from knobel.encodings.encoding import Encoding, Field, Observation
from knobel.games import GAMES

__all__ = ["ENCODED", "Encoding", "Field", "Observation", "encoding"]

ENCODED = tuple(name for name in GAMES if find_spec(f"{__name__}.{name}"))
"""The games that have an encoding."""


def encoding(game: Game[Any], seats: int) -> Encoding:
    """Return the encoding of a game with its options, for this number of seats.

    :raises BadSetup: if the game has no encoding, or does not allow this number of seats.
    """
    if game.name not in ENCODED:
        raise BadSetup(f"{game.name} has no encoding")
    game.check_seats(seats)
    made: Encoding = import_module(f"{__name__}.{game.name}").encoding(game, seats)
    return made
