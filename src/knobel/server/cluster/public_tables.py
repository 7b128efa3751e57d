"""List of public tables in the database. Each process writes the tables that it leads."""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from knobel.server.cluster.lobby import Lobby
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.storage.processes import ProcessStore
from knobel.server.storage.store import Conflict

PAUSE = 0.05
"""Seconds between two exchanges with the database."""


class PublicTables(BatchedLookup):
    """Writes the public tables that this process leads, and reads those of other processes."""

    def __init__(self, rows: ProcessStore, lobby: Lobby, writing: asyncio.Lock, changed: Callable[[], None]) -> None:
        """`writing` is the lock that this process holds while it writes its own rows.

        `changed` is called after a write, to notify other processes.
        """
        super().__init__(self._exchange, lambda: PAUSE)
        self._rows, self._lobby, self._lock, self._changed = rows, lobby, writing, changed
        self._listed: dict[str, str] = {}
        """JSON of the tables of this process in the database, by code."""

    def forget(self) -> None:
        """Forget the written rows, because they were deleted from the database."""
        self._listed.clear()

    async def _exchange(self, _: set[str]) -> None:
        async with self._lock:
            ours = {code: bytes(raw).decode() for code, raw in self._lobby.led().items()}
            with contextlib.suppress(Conflict):
                if await self._rows.list_tables(self._listed, ours):
                    self._listed = ours
                    self._changed()
        found = await self._rows.listed_by_others()
        self._lobby.others({code: msgspec.Raw(data.encode()) for code, data in found.items()})
