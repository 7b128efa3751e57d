"""Who is at a table, and since when others are not."""

from collections.abc import Iterable

from knobel.server.clock import ticks
from knobel.server.connection import Connection
from knobel.server.people import Known


class Crowd:
    """The people at a table, by their connections."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.present: dict[str, Known] = {}
        """Who is here, by id."""
        self.empty_since = ticks()
        self._awake_since = 0
        self._left: dict[str, int] = {}

    def enter(self, connection: Connection) -> bool:
        """Somebody connects; whether they were not here before."""
        who = connection.who
        if not self.connections:
            self._awake_since = ticks()
            self._left.clear()
        self._left.pop(who.id, None)
        self.connections.add(connection)
        newcomer = who.id not in self.present
        self.present[who.id] = who
        return newcomer

    def leave(self, connection: Connection) -> bool:
        """A connection is gone; whether it was its person's last."""
        who = connection.who
        self.connections.discard(connection)
        if not self.connections:
            self.empty_since = ticks()
        if any(other.who is who for other in self.connections) or who.id not in self.present:
            return False
        del self.present[who.id]
        self._left[who.id] = ticks()
        return True

    def names(self) -> dict[str, str]:
        """What the people who are here are called, by id."""
        return {who.id: who.name for who in self.present.values() if who.owner is None}

    def absent(self, expected: Iterable[str]) -> dict[str, int]:
        """Since when (ticks) those of the expected who are not here have been gone, at most since somebody came."""
        return {person: self._left.get(person, self._awake_since) for person in expected if person not in self.present}
