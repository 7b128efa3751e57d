"""The list of public tables, to which every process adds those that it leads."""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select, update

from knobel.server import rows
from knobel.server.lobby import Lobby
from knobel.server.look import Look
from knobel.server.store import Conflict, Statement, Store

PAUSE = 0.05
"""Seconds between two looks."""


class Listing(Look):
    """Writes what this process leads, and reads what the others do."""

    def __init__(self, me: str, store: Store, lobby: Lobby, writing: asyncio.Lock, changed: Callable[[], None]) -> None:
        """`writing` is held while this process writes of itself; `changed` is called when others are to look."""
        super().__init__(self._exchange, lambda: PAUSE)
        self._me, self._store, self._lobby, self._lock, self._changed = me, store, lobby, writing, changed
        self._listed: dict[str, str] = {}
        """What stands in the database of the tables that this process leads."""

    def forget(self) -> None:
        """Nothing stands in the database any more."""
        self._listed.clear()

    async def _exchange(self, _: set[str]) -> None:
        table, c = rows.listed, rows.listed.c
        async with self._lock:
            ours = {code: bytes(raw).decode() for code, raw in self._lobby.led().items()}
            new = [
                {"process": self._me, "table": code, "data": ours[code]} for code in ours.keys() - self._listed.keys()
            ]
            changes: list[Statement] = [(insert(table), new)] if new else []
            if old := self._listed.keys() - ours.keys():
                changes.append((delete(table).where(c.process == self._me, c.table.in_(list(old))), []))
            for code in ours.keys() & self._listed.keys():
                if ours[code] != self._listed[code]:
                    mine = update(table).where(c.process == self._me, c.table == code)
                    changes.append((mine.values(data=ours[code]), []))
            if changes:
                with contextlib.suppress(Conflict):
                    await self._store.write(*changes)
                    self._listed = ours
                    self._changed()
        found = await self._store.read(select(c.table, c.data).where(c.process != self._me))
        self._lobby.others({row.table: msgspec.Raw(row.data.encode()) for row in found})
