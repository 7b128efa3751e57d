"""The list of public tables, and who is looking at it."""

from collections.abc import Mapping
from typing import cast

import msgspec

from knobel.server import messages
from knobel.server.connection import Connection, encode
from knobel.server.live import LiveTable
from knobel.server.room import Room
from knobel.server.throttle import Throttle

PAUSE = 0.25
"""Seconds between two lists."""


class Lobby:
    """The visitors to a list of tables."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self.visitors: set[Connection] = set()
        self._rooms = rooms
        self._listed: set[str] = set()
        self._list = Throttle(self._tell)

    def enter(self, connection: Connection) -> None:
        """Somebody connects."""
        self.visitors.add(connection)
        connection.tell_encoded(self._encoded())

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        self.visitors.discard(connection)

    def tables(self) -> dict[str, msgspec.Raw]:
        """The tables that everybody may enter and at which somebody is, as JSON by their codes."""
        states = ((room, room.live.snapshot.state) for room in self._rooms.values() if room.crowd.names())
        open_ones = (room for room, state in states if state.settings.public and not state.locked)
        return {room.live.code: room.updates.table_json() for room in open_ones}

    def noticed(self, table: LiveTable) -> None:
        """What the list shows of a table has changed, if it is on the list."""
        if table.snapshot.state.settings.public or table.code in self._listed:
            self._list.soon(PAUSE)

    def _tell(self) -> None:
        data = self._encoded()
        for connection in self.visitors:
            connection.tell_encoded(data)

    def _encoded(self) -> bytes:
        tables = self.tables()
        self._listed = set(tables)
        return encode(messages.Lobby(tables=cast("list[messages.Table]", list(tables.values()))))
