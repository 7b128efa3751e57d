"""Knobel: five German dice games, exactly as on paper.

>>> import knobel
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> game.legal(state, seat=0)[:3]
('a1', 'b1', 'c1')
"""

from typing import TYPE_CHECKING

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

__version__: str
"""The version with which this package was installed; `0+unknown` where it only lies in a folder, as in a browser."""

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

if not TYPE_CHECKING:  # other names stay unknown to type checkers

    def __getattr__(name):  # noqa: ANN001, ANN202
        """Look the version up when it is first used, because reading metadata takes longer than all other imports."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        try:
            found = version("knobel")
        except PackageNotFoundError:
            found = "0+unknown"
        globals()[name] = found
        return found
