"""Preparation of the coach before its first hint in a game, in steps while people think."""

from collections.abc import Callable, Collection, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from knobel.core import Game


def add_modules(folder: str) -> None:
    """Add the modules in a folder to the packages that are loaded already."""
    for place in sorted(place for place in Path(folder).glob("knobel/**/") if not list(place.glob("__init__.*"))):
        package = import_module(".".join(place.relative_to(folder).parts))
        if str(place) not in package.__path__:
            package.__path__.append(str(place))
    invalidate_caches()


class CoachPreparation:
    """The games for which the coach has prepared its hints, or does so."""

    def __init__(self, begin: Callable[[Game[Any]], Iterator[None]]) -> None:
        """`begin` returns the steps of a game; the modules of the coach must be loaded."""
        self._begin = begin
        self._steps: dict[Game[Any], Iterator[None]] = {}
        self._done: set[Game[Any]] = set()
        self.possible = False
        """True when the modules of the coach are loaded."""

    def waiting(self, games: Collection[Game[Any]]) -> list[Game[Any]]:
        """Return the games for which `advance` has something to do."""
        return [game for game in games if game not in self._done] if self.possible else []

    def advance(self, game: Game[Any]) -> None:
        """Do a step for a game."""
        steps = self._steps.setdefault(game, self._begin(game))
        if next(steps, self) is self:
            del self._steps[game]
            self._done.add(game)
