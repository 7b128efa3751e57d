"""Who waits together waits in turn."""

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue: people come in turn, of each person their tables, of each table what was put first.

    So a thousand things of one person make nobody else wait for more than one of them. Of one table no more than so
    many are `at_once` taken and not yet done.
    """

    def __init__(self, at_once: int) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        """By person and table, whoever is next in front."""
        self._at_once = at_once
        self._taken: Counter[tuple[str, str]] = Counter()
        self._count = 0
        self._some = asyncio.Event()

    def __len__(self) -> int:
        # Others may look, from another thread, while it changes.
        return self._count

    def put(self, person: str, table: str, item: T) -> None:
        """Let something wait."""
        self._waiting.setdefault(person, {}).setdefault(table, deque()).append(item)
        self._count += 1
        self._some.set()

    async def get(self) -> tuple[str, str, T]:
        """What comes next, as soon as there is something, with its person and table."""
        while (found := self._next()) is None:
            self._some.clear()
            await self._some.wait()
        person, table = found
        self._taken[found] += 1
        return person, table, self._take(person, table)

    def done(self, person: str, table: str) -> None:
        """Something of a table that was taken is done."""
        self._taken[person, table] -= 1
        if not self._taken[person, table]:
            del self._taken[person, table]
        self._some.set()

    def clear(self) -> list[T]:
        """Take all that waits."""
        waiting, self._waiting, self._count = self._waiting, {}, 0
        return [item for tables in waiting.values() for items in tables.values() for item in items]

    def _next(self) -> tuple[str, str] | None:
        """Whose turn it is: those are passed over of whom enough is taken."""
        for person, tables in self._waiting.items():
            for table in tables:
                if self._taken.get((person, table), 0) < self._at_once:
                    return person, table
        return None

    def _take(self, person: str, table: str) -> T:
        tables = self._waiting.pop(person)
        items = tables.pop(table)
        item = items.popleft()
        self._count -= 1
        if items:
            tables[table] = items
        if tables:
            self._waiting[person] = tables
        return item
