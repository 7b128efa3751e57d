"""Who waits together waits in turn."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue for one who takes: people come in turn, of each person their tables, of each table what was put first.

    So a thousand things of one person make nobody else wait for more than one of them.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        """By person and table, whoever is next in front."""
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

    async def get(self) -> T:
        """What comes next, as soon as there is something."""
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        return self._take()

    def clear(self) -> list[T]:
        """Take all that waits."""
        return [self._take() for _ in iter(lambda: bool(self._waiting), False)]

    def _take(self) -> T:
        person = next(iter(self._waiting))
        tables = self._waiting.pop(person)
        table = next(iter(tables))
        items = tables.pop(table)
        item = items.popleft()
        self._count -= 1
        if items:
            tables[table] = items
        if tables:
            self._waiting[person] = tables
        return item
