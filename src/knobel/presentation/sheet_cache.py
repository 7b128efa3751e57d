"""Sheets and scores of a running game, computed once for all receivers while they do not change."""

from collections.abc import Hashable
from typing import Any

from knobel.core import Game
from knobel.presentation.json import Encoded, encoded

MAX_VERSIONS = 3
"""Maximum number of versions of a sheet that are kept: the newest ones, and that of other receivers in a hidden
round."""


class _Version:
    """A version of a seat's sheet: its key, and what was computed from it."""

    __slots__ = ("key", "score", "sheet")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.sheet: Encoded = None
        self.score: int | None = None


class SheetCache:
    """The latest versions of the sheets of one game, by `Game.sheet_key`."""

    def __init__(self) -> None:
        self._game: Game[Any] | None = None
        self._versions: dict[int, list[_Version]] = {}

    def sheet(self, game: Game[Any], state: Any, seat: int) -> Encoded:
        """Return the sheet of a seat in a position, or in a view of it."""
        version = self._version(game, state, seat)
        if version.sheet is None:
            version.sheet = encoded(game.sheet(state, seat))
        return version.sheet

    def score(self, game: Game[Any], state: Any, seat: int) -> int:
        """Return the score of a seat in a position, or in a view of it."""
        version = self._version(game, state, seat)
        if version.score is None:
            version.score = game.score(state, seat)
        return version.score

    def _version(self, game: Game[Any], state: Any, seat: int) -> _Version:
        if game is not self._game:
            self._game, self._versions = game, {}
        key, versions = game.sheet_key(state, seat), self._versions.setdefault(seat, [])
        for index, version in enumerate(versions):
            if version.key == key:
                if index:
                    versions.insert(0, versions.pop(index))
                return version
        versions.insert(0, _Version(key))
        del versions[MAX_VERSIONS:]
        return versions[0]
