"""List of public tables in the database. Each process writes the tables that it leads."""

import contextlib
from collections.abc import Mapping

import msgspec

from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Note
from knobel.server.database.store import Conflict
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.room import Room

EXCHANGE_INTERVAL_S = 0.05
"""Seconds between two exchanges with the database."""


class TableListChanged(Note, frozen=True):
    """The list of public tables has changed."""


class PublicTables:
    """Writes the public tables that this process leads, and reads those of other processes."""

    def __init__(self, lobby: Lobby, rooms: Mapping[str, Room], membership: Membership) -> None:
        self._lobby, self._rooms, self._membership = lobby, rooms, membership
        self._written: dict[str, str] = {}
        """JSON of the tables of this process in the database, by code."""
        self._exchanges = membership.batched(self._exchange, lambda: EXCHANGE_INTERVAL_S)
        membership.notes.on(TableListChanged, lambda _: self.update())
        membership.on_refresh(self.update)
        membership.on_register(self._written.clear)
        membership.connection_rows.on_written(self._on_connections_written)

    def update(self) -> None:
        """Schedule an exchange, because a public table may have changed."""
        if self._membership.is_shared:
            self._exchanges.request("")

    async def _on_connections_written(self, codes: set[str]) -> None:
        if any(code in self._rooms for code in codes):
            self.update()

    async def _exchange(self, _: set[str]) -> None:
        store = self._membership.process_store
        async with self._membership.lock:
            own_tables = {code: bytes(raw).decode() for code, raw in self._lobby.own_tables().items()}
            with contextlib.suppress(Conflict):
                if await store.update_listed_tables(self._written, own_tables):
                    self._written.clear()
                    self._written.update(own_tables)
                    self._membership.notes.send(TableListChanged())
        remote_tables = await store.remote_tables()
        self._lobby.set_remote_tables({code: msgspec.Raw(data.encode()) for code, data in remote_tables.items()})
