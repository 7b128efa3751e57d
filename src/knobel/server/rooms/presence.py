"""Presence at a table: the people connected to this process or to others, and when absent players left."""

from collections.abc import Iterable, Mapping

from knobel.server.people.accounts import Account
from knobel.server.people.connection import Connection
from knobel.server.runtime.clock import ticks


class Presence:
    """Tracks who is present at a table, on any process, and when absent players left."""

    def __init__(self, me: str = "") -> None:
        """`me` is the id of this process."""
        self.connections: set[Connection] = set()
        """The connections to this process."""
        self.processes: frozenset[str] = frozenset()
        """The ids of the other processes with connections to the table."""
        self.present: dict[str, Account] = {}
        """The people present on any process, by id."""
        self.empty_since = ticks()
        """Time (ticks) when the last connection to this process ended, or of a later request to enter the table."""
        self._process_id = me
        self._here: dict[str, Account] = {}
        self._elsewhere: dict[str, Account] = {}
        self._awake_since = 0
        self._left: dict[str, int] = {}

    @property
    def inhabited(self) -> bool:
        """True if anyone is connected to the table, on any process."""
        return bool(self.connections or self.processes)

    @property
    def led(self) -> bool:
        """True if this process leads the table, that is, runs its bots and timers.

        The leader is the connected process with the smallest id.
        """
        return bool(self.connections) and all(self._process_id < process for process in self.processes)

    def enter(self, connection: Connection) -> bool:
        """Add a connection; return True if its person was absent before."""
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
        """Set `empty_since` to now, because a person may be about to connect."""
        self.empty_since = ticks()

    def leave(self, connection: Connection) -> bool:
        """Remove a connection; return True if its person is now absent."""
        who = connection.who
        self.connections.discard(connection)
        if not self.connections:
            self.empty_since = ticks()
        if any(other.who is who for other in self.connections) or who.id not in self._here:
            return False
        del self._here[who.id]
        return self._gather()

    def others(self, elsewhere: Mapping[str, Account], processes: frozenset[str]) -> bool:
        """Set the people and processes connected elsewhere; return True if the people present or names have changed."""
        before = {person: who.name for person, who in self._elsewhere.items()}
        self._elsewhere, self.processes = dict(elsewhere), processes
        return self._gather() or before != {person: who.name for person, who in elsewhere.items()}

    def _gather(self) -> bool:
        """Update `present`; return True if it has changed."""
        before, self.present = self.present.keys(), self._elsewhere | self._here
        for person in before - self.present.keys():
            self._left[person] = ticks()
        for person in self.present:
            self._left.pop(person, None)
        return before != self.present.keys()

    def names(self) -> dict[str, str]:
        """Return the names of the people present by id, without custom bots."""
        return {who.id: who.name for who in self.present.values() if who.owner is None}

    def absent(self, expected: Iterable[str]) -> dict[str, int]:
        """Return the time (ticks) when each absent one of the expected people left, by person id.

        A person without such a time counts as absent since the first connection to this process.
        """
        return {person: self._left.get(person, self._awake_since) for person in expected if person not in self.present}
