"""Counts of held limited resources, such as connections, sockets and seats, over all processes."""

from collections.abc import Callable, Iterable, Mapping

Counts = dict[str, dict[str, int]]
"""Counts by resource and by holder."""


class SharedCounts:
    """Counts the resources held at this process, and stores the counts of the other processes."""

    def __init__(self, counts: Mapping[str, Callable[[], Mapping[str, int]]]) -> None:
        """`counts` are functions that return the counts at this process by holder, by resource."""
        self._counts = counts
        self._last_sent: Counts = {}
        self._remote_counts: dict[str, Counts] = {}
        """Counts of the other processes, by process id."""

    def local_counts(self) -> Counts:
        """Return all counts at this process."""
        self._last_sent = {what: dict(count()) for what, count in self._counts.items()}
        return self._last_sent

    def changes(self) -> Counts:
        """Return the counts changed since the last call of this or `local_counts`; 0 for a holder with none left."""
        before, now = self._last_sent, self.local_counts()
        changes = {}
        for what, counts in now.items():
            old = before.get(what, {})
            changed = {who: count for who, count in counts.items() if old.get(who) != count}
            changed |= dict.fromkeys(old.keys() - counts.keys(), 0)
            if changed:
                changes[what] = changed
        return changes

    def store_remote(self, process: str, counts: Counts, *, whole: bool) -> None:
        """Store counts of another process: all of them if `whole`, else only changed ones."""
        before = {} if whole else self._remote_counts.get(process, {})
        self._remote_counts[process] = {
            what: {who: count for who, count in (before.get(what, {}) | counts.get(what, {})).items() if count}
            for what in self._counts
        }

    def retain_processes(self, processes: Iterable[str]) -> None:
        """Delete the counts of all processes except these."""
        for process in self._remote_counts.keys() - set(processes):
            del self._remote_counts[process]

    def remote_count(self, what: str, who: str) -> int:
        """Return how much of a resource a holder has at other processes."""
        return sum(counts[what].get(who, 0) for counts in self._remote_counts.values())
