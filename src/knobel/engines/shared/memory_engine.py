"""Base class of the engines that use kernels by the interface `Memory`."""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from knobel.core import Game
from knobel.engines.shared.base_engine import BaseEngine
from knobel.engines.shared.memory import Memory, memory_for


class MemoryEngine(BaseEngine):
    """An engine whose kernels and trained data are in a `Memory`."""

    def __init__(self, game: Game[Any], memory: Memory | None = None) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        """
        self.game = game
        self.memory = memory_for(game.name) if memory is None else memory

    @property
    def tables(self) -> Any:
        """The rules and the trained data."""
        return self.memory.arguments["tables"]

    @property
    def searches(self) -> Mapping[str, Any]:
        """The extent of the search, by effort."""
        found: Mapping[str, Any] = self.memory.arguments["searches"]
        return found

    @property
    def is_prepared(self) -> bool:
        """True if a decision need not compute first what `preparation` does."""
        return True

    def preparation(self) -> Iterator[float]:
        """Compute in steps the data that all decisions need, and yield the completed share after each step."""
        return iter(())

    @cached_property
    def stamp(self) -> str:
        """The stamp, see `Engine`: a hash of the data, of the kernels' sources and of the options."""
        return hashlib.sha256(f"{self.memory.stamp} {self.game.options}".encode()).hexdigest()
