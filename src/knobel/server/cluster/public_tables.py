"""List of public tables in the database. Each process writes the tables that it leads."""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select, update

from knobel.server.cluster.lobby import Lobby
from knobel.server.database import schema
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.storage.store import Conflict, Statement, Store

PAUSE = 0.05
"""Seconds between two exchanges with the database."""


class PublicTables(BatchedLookup):
    """Writes the public tables that this process leads, and reads those of other processes."""

    def __init__(self, me: str, store: Store, lobby: Lobby, writing: asyncio.Lock, changed: Callable[[], None]) -> None:
        """`writing` is the lock that this process holds while it writes its own rows.

        `changed` is called after a write, to notify other processes.
        """
        super().__init__(self._exchange, lambda: PAUSE)
        self._process_id, self._store, self._lobby, self._lock, self._changed = me, store, lobby, writing, changed
        self._listed: dict[str, str] = {}
        """JSON of the tables of this process in the database, by code."""

    def forget(self) -> None:
        """Forget the written rows, because they were deleted from the database."""
        self._listed.clear()

    async def _exchange(self, _: set[str]) -> None:
        table, c = schema.listed, schema.listed.c
        async with self._lock:
            ours = {code: bytes(raw).decode() for code, raw in self._lobby.led().items()}
            new = [
                {"process": self._process_id, "table": code, "data": ours[code]}
                for code in ours.keys() - self._listed.keys()
            ]
            changes: list[Statement] = [(insert(table), new)] if new else []
            if old := self._listed.keys() - ours.keys():
                changes.append((delete(table).where(c.process == self._process_id, c.table.in_(list(old))), []))
            for code in ours.keys() & self._listed.keys():
                if ours[code] != self._listed[code]:
                    mine = update(table).where(c.process == self._process_id, c.table == code)
                    changes.append((mine.values(data=ours[code]), []))
            if changes:
                with contextlib.suppress(Conflict):
                    await self._store.write(*changes)
                    self._listed = ours
                    self._changed()
        found = await self._store.read(select(c.table, c.data).where(c.process != self._process_id))
        self._lobby.others({row.table: msgspec.Raw(row.data.encode()) for row in found})
