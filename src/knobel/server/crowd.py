"""Who is at a table, connected to this process or to another, and since when others are not."""

from collections.abc import Iterable, Mapping

from knobel.server.clock import ticks
from knobel.server.connection import Connection
from knobel.server.people import Known


class Crowd:
    """The people at a table, by their connections."""

    def __init__(self, me: str = "") -> None:
        """`me` is this process."""
        self.connections: set[Connection] = set()
        """Those to this process."""
        self.processes: frozenset[str] = frozenset()
        """The others to which somebody is connected."""
        self.present: dict[str, Known] = {}
        """Who is here, by id."""
        self.empty_since = ticks()
        """Since when nobody is connected to this process, or on the way."""
        self._me = me
        self._here: dict[str, Known] = {}
        self._elsewhere: dict[str, Known] = {}
        self._awake_since = 0
        self._left: dict[str, int] = {}

    @property
    def inhabited(self) -> bool:
        """Whether anybody is here."""
        return bool(self.connections or self.processes)

    @property
    def led(self) -> bool:
        """Whether it is this process that does what happens here by itself: of those with people here, the first."""
        return bool(self.connections) and all(self._me < process for process in self.processes)

    def enter(self, connection: Connection) -> bool:
        """Somebody connects; whether they were not here before."""
        who = connection.who
        if not self.inhabited:
            self._left.clear()
        if not self.connections:
            self._awake_since = ticks()
        self._left.pop(who.id, None)
        self.connections.add(connection)
        newcomer = who.id not in self.present
        self._here[who.id] = self.present[who.id] = who
        return newcomer

    def look_for(self) -> None:
        """Somebody may be on the way."""
        self.empty_since = ticks()

    def leave(self, connection: Connection) -> bool:
        """A connection is gone; whether it was its person's last."""
        who = connection.who
        self.connections.discard(connection)
        if not self.connections:
            self.empty_since = ticks()
        if any(other.who is who for other in self.connections) or who.id not in self._here:
            return False
        del self._here[who.id]
        return self._gather()

    def others(self, elsewhere: Mapping[str, Known], processes: frozenset[str]) -> bool:
        """Others are connected to other processes than before; whether that makes a difference to who is here."""
        before = {person: who.name for person, who in self._elsewhere.items()}
        self._elsewhere, self.processes = dict(elsewhere), processes
        return self._gather() or before != {person: who.name for person, who in elsewhere.items()}

    def _gather(self) -> bool:
        """Put together who is here; whether these are others than before."""
        before, self.present = self.present.keys(), self._elsewhere | self._here
        for person in before - self.present.keys():
            self._left[person] = ticks()
        for person in self.present:
            self._left.pop(person, None)
        return before != self.present.keys()

    def names(self) -> dict[str, str]:
        """What the people who are here are called, by id."""
        return {who.id: who.name for who in self.present.values() if who.owner is None}

    def absent(self, expected: Iterable[str]) -> dict[str, int]:
        """Since when (ticks) those of the expected who are not here have been gone, at most since somebody came."""
        return {person: self._left.get(person, self._awake_since) for person in expected if person not in self.present}
