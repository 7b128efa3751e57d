"""What people hold of what is limited, at all processes together: connections, sockets, seats."""

from collections.abc import Callable, Iterable, Mapping

Counts = dict[str, dict[str, int]]
"""How much, by what it is of and by whom."""


class Held:
    """Counts what is held here, and keeps what others say of theirs."""

    def __init__(self, counts: Mapping[str, Callable[[], Mapping[str, int]]]) -> None:
        """`counts` tell who holds how much here, by what it is of."""
        self._counts = counts
        self._told: Counts = {}
        self._elsewhere: dict[str, Counts] = {}
        """By process."""

    def all(self) -> Counts:
        """What is held here."""
        self._told = {what: dict(count()) for what, count in self._counts.items()}
        return self._told

    def news(self) -> Counts:
        """What is held here otherwise than was last told; 0 where nothing is any more."""
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
        """Another process tells what is held there: all of it, or what has changed."""
        before = {} if whole else self._elsewhere.get(process, {})
        self._elsewhere[process] = {
            what: {who: count for who, count in (before.get(what, {}) | counts.get(what, {})).items() if count}
            for what in self._counts
        }

    def only(self, processes: Iterable[str]) -> None:
        """There are no other processes than these."""
        for gone in self._elsewhere.keys() - set(processes):
            del self._elsewhere[gone]

    def elsewhere(self, what: str, who: str) -> int:
        """How much somebody holds at other processes."""
        return sum(counts[what].get(who, 0) for counts in self._elsewhere.values())
