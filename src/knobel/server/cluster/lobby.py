"""The list of public tables and the connections that watch it."""

from collections.abc import Iterator, Mapping
from typing import cast

import msgspec

from knobel.server.people.connection import Connection
from knobel.server.rooms.live_table import LiveTable
from knobel.server.rooms.room import Room
from knobel.server.runtime.debounce import Debounce
from knobel.server.runtime.json import encode
from knobel.server.wire import messages

PAUSE = 0.25
"""Seconds between two updates of the list."""


class Lobby:
    """Sends the list of public tables to the connections in the lobby."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self.visitors: set[Connection] = set()
        self._elsewhere: dict[str, msgspec.Raw] = {}
        self._rooms = rooms
        self._listed: set[str] = set()
        self._list = Debounce(self._tell)

    def enter(self, connection: Connection) -> None:
        """Add a connection and send it the list."""
        self.visitors.add(connection)
        connection.tell_encoded(self._encoded())

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.visitors.discard(connection)

    def tables(self) -> dict[str, msgspec.Raw]:
        """Return the public, unlocked tables at which someone is present, as JSON by code."""
        return self._elsewhere | {room.live.code: room.updates.table_json() for room in self._open()}

    def led(self) -> dict[str, msgspec.Raw]:
        """Return those tables that this process leads."""
        return {room.live.code: room.updates.table_json() for room in self._open() if room.presence.led}

    def _open(self) -> Iterator[Room]:
        inhabited = (room for room in self._rooms.values() if room.presence.connections and room.presence.names())
        states = ((room, room.live.snapshot.state) for room in inhabited)
        return (room for room, state in states if state.settings.public and not state.locked)

    def others(self, elsewhere: dict[str, msgspec.Raw]) -> None:
        """Replace the tables that other processes lead."""
        if {code: bytes(raw) for code, raw in elsewhere.items()} != {
            c: bytes(raw) for c, raw in self._elsewhere.items()
        }:
            self._elsewhere = elsewhere
            self._list.soon(PAUSE)

    def listing_changed(self, table: LiveTable) -> bool:
        """Schedule an update if a table in the list has changed, or enters or leaves the list. True if so."""
        changed = table.snapshot.state.settings.public or table.code in self._listed
        if changed:
            self._list.soon(PAUSE)
        return changed

    def _tell(self) -> None:
        data = self._encoded()
        for connection in self.visitors:
            connection.tell_encoded(data)

    def _encoded(self) -> bytes:
        tables = self.tables()
        self._listed = set(tables)
        return encode(messages.Lobby(tables=cast("list[messages.Table]", list(tables.values()))))
