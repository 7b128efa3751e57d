"""Sheets and scores of a running game, computed once for all receivers while they do not change."""

from collections.abc import Hashable
from typing import Any

from knobel.core import Game
from knobel.presentation.json import Encoded, encoded

MAX_VERSIONS = 2
"""Maximum number of versions of a sheet that are kept: the newest one, and that of other receivers in a hidden
round."""


class SheetVersion:
    """A version of a seat's sheet: its key, and the sheet and score computed from a position or view with that key."""

    __slots__ = ("_score", "_sheet", "key")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self._sheet: Encoded = None
        self._score: int | None = None

    def sheet(self, game: Game[Any], state: Any, seat: int) -> Encoded:
        """Return the sheet of the seat in the position."""
        if self._sheet is None:
            self._sheet = encoded(game.sheet(state, seat))
        return self._sheet

    def score(self, game: Game[Any], state: Any, seat: int) -> int:
        """Return the score of the seat in the position."""
        if self._score is None:
            self._score = game.score(state, seat)
        return self._score


class SheetCache:
    """The latest versions of the sheets of one game, by `Game.sheet_key`."""

    def __init__(self) -> None:
        self._game: Game[Any] | None = None
        self._versions: dict[int, list[SheetVersion]] = {}

    def version(self, game: Game[Any], state: Any, seat: int) -> SheetVersion:
        """Return the version of a seat's sheet in a position, or in a view of it."""
        if game is not self._game:
            self._game, self._versions = game, {}
        key, versions = game.sheet_key(state, seat), self._versions.setdefault(seat, [])
        for index, version in enumerate(versions):
            if version.key == key:
                if index:
                    versions.insert(0, versions.pop(index))
                return version
        versions.insert(0, SheetVersion(key))
        del versions[MAX_VERSIONS:]
        return versions[0]
