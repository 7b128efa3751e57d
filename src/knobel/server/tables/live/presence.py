"""Presence at a table: the people connected to this process or to others, and when absent players left."""

from collections.abc import Iterable, Mapping

from knobel.clock import monotonic_ms
from knobel.server.people.accounts import Account
from knobel.server.people.connection import Connection


class Presence:
    """Tracks the people present at a table, on any process, and when absent players left."""

    def __init__(self, process_id: str = "") -> None:
        """`process_id` is the id of this process."""
        self.connections: set[Connection] = set()
        """The connections to this process."""
        self.processes: frozenset[str] = frozenset()
        """The ids of the other processes with connections to the table."""
        self.present: dict[str, Account] = {}
        """The people present on any process, by id."""
        self.empty_since_ms = monotonic_ms()
        """Time (monotonic) when the last connection to this process ended, or of a later request to enter the table."""
        self.requests = 0
        """The number of times the table was asked for since it was loaded."""
        self.is_unattended = False
        """True while this process lets the table act although nobody is connected."""
        self._process_id = process_id
        self._local: dict[str, Account] = {}
        self._remote: dict[str, Account] = {}
        self._active_since_ms = 0
        self._left_at_ms: dict[str, int] = {}

    @property
    def is_occupied(self) -> bool:
        """True if anyone is connected to the table, on any process."""
        return bool(self.connections or self.processes)

    @property
    def is_leader(self) -> bool:
        """True if this process leads the table, that is, runs its bots and timers.

        The leader is the connected process with the smallest id.
        """
        if not self.connections:
            return self.is_unattended and not self.processes
        return all(self._process_id < process for process in self.processes)

    def add_connection(self, connection: Connection) -> bool:
        """Add a connection; return True if its person was absent before."""
        account = connection.account
        if not self.is_occupied:
            self._left_at_ms.clear()
        if not self.connections:
            self._active_since_ms = monotonic_ms()
        self._left_at_ms.pop(account.id, None)
        self.connections.add(connection)
        newcomer = account.id not in self.present
        self._local[account.id] = self.present[account.id] = account
        return newcomer

    def postpone_eviction(self) -> None:
        """Set `empty_since_ms` to now, because a person may be about to connect."""
        self.empty_since_ms = monotonic_ms()
        self.requests += 1

    def remove_connection(self, connection: Connection) -> bool:
        """Remove a connection; return True if its person is now absent."""
        account = connection.account
        self.connections.discard(connection)
        if not self.connections:
            self.empty_since_ms = monotonic_ms()
        if any(other.account is account for other in self.connections) or account.id not in self._local:
            return False
        del self._local[account.id]
        return self._merge()

    def set_remote(self, people: Mapping[str, Account], processes: frozenset[str]) -> bool:
        """Set the people and processes connected elsewhere; return True if the people present or names have changed."""
        before = {person: account.name for person, account in self._remote.items()}
        self._remote, self.processes = dict(people), processes
        return self._merge() or before != {person: account.name for person, account in people.items()}

    def _merge(self) -> bool:
        """Update `present`; return True if it has changed."""
        before, self.present = self.present.keys(), self._remote | self._local
        for person in before - self.present.keys():
            self._left_at_ms[person] = monotonic_ms()
        for person in self.present:
            self._left_at_ms.pop(person, None)
        return before != self.present.keys()

    def names(self) -> dict[str, str]:
        """Return the names of the people present by id, without personal bots."""
        return {account.id: account.name for account in self.present.values() if account.owner is None}

    def absent(self, expected: Iterable[str]) -> dict[str, int]:
        """Return the time (monotonic ms) when each absent one of the expected people left, by person id.

        A person without such a time counts as absent since the first connection to this process.
        """
        return {
            person: self._left_at_ms.get(person, self._active_since_ms)
            for person in expected
            if person not in self.present
        }
