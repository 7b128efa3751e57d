"""The base of the readers of filled sheets, and that of the games with a 5x5 grid."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from knobel.core import Game
from knobel.filled_sheets.contents import Contents
from knobel.filled_sheets.lines import Line
from knobel.games.grid import CELLS, SUMS, Grid
from knobel.games.simultaneous import Rounds

G = TypeVar("G", bound=Game[Any])
H = TypeVar("H")


class SheetReader(ABC, Generic[G, H]):
    """Reads the filled sheets of a game. `H` is the type of a sheet in a position of the game."""

    possible: Mapping[str, Collection[int]]
    """By place, the numbers that the dice can give there."""

    def __init__(self, game: G) -> None:
        self.game = game

    @abstractmethod
    def read(self, contents: Contents) -> H:
        """Return a sheet with the contents that are possible, and note the others as contradictions."""

    @abstractmethod
    def position(self, sheets: Sequence[H]) -> Any:
        """Return the position at the end of a game with these sheets."""

    @abstractmethod
    def lines(self, sheet: Mapping[str, Any]) -> Iterable[Line]:
        """Return the parts of a score, which add up to the points.

        :param sheet: the sheet as `Game.sheet` returns it.
        """

    def compare(self, sheets: Sequence[H], contents: Sequence[Contents]) -> None:
        """Note how sheets contradict each other."""


class RoundsReader(SheetReader[G, H]):
    """Reads the sheets of a game in which all players move on each roll: grids of sums of two dice."""

    possible = dict.fromkeys(CELLS, SUMS)

    def position(self, sheets: Sequence[H]) -> Rounds[H]:
        return Rounds(tuple(sheets), final=True, over=True)


class GridReader(RoundsReader[G, Grid]):
    """Reads sheets that are only a grid."""

    def read(self, contents: Contents) -> Grid:
        return tuple(contents.number(cell, SUMS) or 0 for cell in CELLS)
