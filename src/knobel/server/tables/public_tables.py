"""List of public tables in the database. Each process writes the tables that it leads."""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from knobel.server.cluster.store import ProcessStore
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.database.store import Conflict
from knobel.server.tables.lobby import Lobby

EXCHANGE_INTERVAL_S = 0.05
"""Seconds between two exchanges with the database."""


class PublicTables(BatchedLookup):
    """Writes the public tables that this process leads, and reads those of other processes."""

    def __init__(
        self, process_store: ProcessStore, lobby: Lobby, lock: asyncio.Lock, on_change: Callable[[], None]
    ) -> None:
        """`lock` is the lock that this process holds while it writes its own rows.

        `on_change` is called after a write, to notify other processes.
        """
        super().__init__(self._exchange, lambda: EXCHANGE_INTERVAL_S)
        self._process_store, self._lobby, self._lock, self._on_change = process_store, lobby, lock, on_change
        self._written: dict[str, str] = {}
        """JSON of the tables of this process in the database, by code."""

    def reset(self) -> None:
        """Forget the written rows, because they were deleted from the database."""
        self._written.clear()

    async def _exchange(self, _: set[str]) -> None:
        async with self._lock:
            own_tables = {code: bytes(raw).decode() for code, raw in self._lobby.own_tables().items()}
            with contextlib.suppress(Conflict):
                if await self._process_store.update_listed_tables(self._written, own_tables):
                    self._written = own_tables
                    self._on_change()
        remote_tables = await self._process_store.remote_tables()
        self._lobby.set_remote_tables({code: msgspec.Raw(data.encode()) for code, data in remote_tables.items()})
