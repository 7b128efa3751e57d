"""Counts of held limited resources, such as connections, sockets and seats, over all processes."""

from collections.abc import Callable, Iterable, Mapping

Counts = dict[str, dict[str, int]]
"""Counts by resource and by holder."""


class SharedCounts:
    """Counts the resources held at this process, and stores the counts of the other processes."""

    def __init__(self, counts: Mapping[str, Callable[[], Mapping[str, int]]]) -> None:
        """`counts` are functions that return the counts at this process by holder, by resource."""
        self._counts = counts
        self._told: Counts = {}
        self._elsewhere: dict[str, Counts] = {}
        """Counts of the other processes, by process id."""

    def all(self) -> Counts:
        """Return all counts at this process."""
        self._told = {what: dict(count()) for what, count in self._counts.items()}
        return self._told

    def news(self) -> Counts:
        """Return the counts that changed since the last call of `all` or `news`; 0 for a holder with none left."""
        before, now = self._told, self.all()
        news = {}
        for what, held in now.items():
            old = before.get(what, {})
            changed = {who: count for who, count in held.items() if old.get(who) != count}
            changed |= dict.fromkeys(old.keys() - held.keys(), 0)
            if changed:
                news[what] = changed
        return news

    def heard(self, process: str, counts: Counts, *, whole: bool) -> None:
        """Store counts of another process: all of them if `whole`, else only changed ones."""
        before = {} if whole else self._elsewhere.get(process, {})
        self._elsewhere[process] = {
            what: {who: count for who, count in (before.get(what, {}) | counts.get(what, {})).items() if count}
            for what in self._counts
        }

    def only(self, processes: Iterable[str]) -> None:
        """Delete the counts of all processes except these."""
        for gone in self._elsewhere.keys() - set(processes):
            del self._elsewhere[gone]

    def elsewhere(self, what: str, who: str) -> int:
        """Return how much of a resource a holder has at other processes."""
        return sum(counts[what].get(who, 0) for counts in self._elsewhere.values())
