"""What others do to a seat: they end a game sooner or later than was foreseen, where it ends for all when one sheet is
full, and take points and sheets."""

from functools import lru_cache
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from knobel.core import Game
from knobel.engines import engine, part


@runtime_checkable
class Race(Protocol):
    """An engine of such a game."""

    def pace(self, view: Any, seat: int) -> float:
        """By how many points others changed what a seat can expect in the round that has just closed."""
        ...


def pace(game: Game[Any], state: Any, seat: int) -> float:
    """See `Race`; 0 while a round is open, and in games in which everybody comes to the end by themselves."""
    thinking = engine(game)
    return thinking.pace(state, seat) if isinstance(thinking, Race) else 0.0


def to_come(game: Game[Any], view: Any, seat: int) -> float:
    """By how many points others are to change what a seat can expect by its own dice; 0 where they change nothing."""
    module = foreseeing(game.name)
    return float(module.to_come(engine(game), view, seat)) if module else 0.0


@lru_cache
def foreseeing(game: str) -> ModuleType | None:
    """The module of a game's engine that foresees what others do."""
    return part(game, "others")
