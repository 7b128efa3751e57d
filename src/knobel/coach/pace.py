"""Others who end a game sooner or later than was foreseen, where it ends for all when one sheet is full."""

from typing import Any, Protocol, runtime_checkable

from knobel.core import Game
from knobel.engines import engine


@runtime_checkable
class Race(Protocol):
    """An engine of such a game."""

    def pace(self, opened: Any, closed: Any, seat: int) -> float:
        """By how many points others changed what a seat can expect in a round that opened and closed like this."""
        ...


def pace(game: Game[Any], opened: Any, closed: Any, seat: int) -> float:
    """See `Race`; 0 in games in which everybody comes to the end by themselves."""
    thinking = engine(game)
    return thinking.pace(opened, closed, seat) if isinstance(thinking, Race) else 0.0
