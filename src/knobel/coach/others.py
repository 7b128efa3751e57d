"""Effects of other seats on a seat.

They end the game earlier or later than expected, where it ends for all seats when one sheet is full, and they take
points and sheets.
"""

from functools import lru_cache
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from knobel.core import Game
from knobel.engines import engine, part


@runtime_checkable
class Race(Protocol):
    """An engine of a game that ends for all seats when one sheet is full."""

    def pace(self, view: Any, seat: int) -> float:
        """Return the change of a seat's expected score by other seats in the round that has just ended, in points."""
        ...


def pace(game: Game[Any], state: Any, seat: int) -> float:
    """Return `Race.pace`. It is 0 during a round, and in games in which all seats play to the end independently."""
    thinking = engine(game)
    return thinking.pace(state, seat) if isinstance(thinking, Race) else 0.0


def to_come(game: Game[Any], view: Any, seat: int) -> float:
    """Return the expected future effect of other seats on a seat's score, in points.

    It is 0 in games without such effects.
    """
    module = foreseeing(game.name)
    return float(module.to_come(engine(game), view, seat)) if module else 0.0


@lru_cache
def foreseeing(game: str) -> ModuleType | None:
    """Return the module of a game's engine that computes the expected effects of other seats, None if there is none."""
    return part(game, "others")
