"""The list of public tables and the connections that watch it."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

import msgspec

from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.people.connection import Connection
from knobel.server.runtime.debounce import Debounce, do_nothing
from knobel.server.tables.live.room import Room
from knobel.server.tables.log.table_log import TableLog

LIST_INTERVAL_S = 0.25
"""Seconds between two updates of the list."""


class Lobby:
    """Sends the list of public tables to the connections in the lobby."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self.connections: set[Connection] = set()
        self.on_tables_changed: Callable[[], None] = do_nothing
        """Called after a table has entered or left the list, because the list of people names only listed tables."""
        self._remote_tables: dict[str, msgspec.Raw] = {}
        self._rooms = rooms
        self._listed_codes: set[str] = set()
        self._list_update = Debounce(self._send_list)

    def add_connection(self, connection: Connection) -> None:
        """Add a connection and send it the list."""
        self.connections.add(connection)
        connection.send_encoded(self._encoded())

    def remove_connection(self, connection: Connection) -> None:
        self.connections.discard(connection)

    def public_tables(self) -> dict[str, msgspec.Raw]:
        """Return the public, unlocked tables at which someone is present, as JSON by code."""
        return self._remote_tables | {room.log.code: room.subscriptions.table_json() for room in self._listed_rooms()}

    def own_tables(self) -> dict[str, msgspec.Raw]:
        """Return those tables that this process leads."""
        return {
            room.log.code: room.subscriptions.table_json() for room in self._listed_rooms() if room.presence.is_leader
        }

    def _listed_rooms(self) -> Iterator[Room]:
        occupied = (room for room in self._rooms.values() if room.presence.connections and room.presence.names())
        states = ((room, room.log.snapshot.state) for room in occupied)
        return (room for room, state in states if state.settings.public and not state.locked)

    def set_remote_tables(self, remote: dict[str, msgspec.Raw]) -> None:
        """Replace the tables that other processes lead."""
        if {code: bytes(raw) for code, raw in remote.items()} != {
            c: bytes(raw) for c, raw in self._remote_tables.items()
        }:
            self._remote_tables = remote
            self._list_update.schedule(LIST_INTERVAL_S)

    def listing_changed(self, table: TableLog) -> bool:
        """Schedule an update if a table in the list has changed, or enters or leaves the list. True if so."""
        changed = table.snapshot.state.settings.public or table.code in self._listed_codes
        if changed:
            self._list_update.schedule(LIST_INTERVAL_S)
        return changed

    def _send_list(self) -> None:
        data = self._encoded()
        for connection in self.connections:
            connection.send_encoded(data)

    def _encoded(self) -> bytes:
        tables = self.public_tables()
        if self._listed_codes != tables.keys():
            self._listed_codes = set(tables)
            self.on_tables_changed()
        return encode(messages.Lobby(tables=cast("list[messages.Table]", list(tables.values()))))
