"""Reads of the database whose results are shared by all requests at about the same time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from knobel.clock import monotonic_ms

MIN_AGE_MS = 1_000
"""Time for which a snapshot that was quickly made is used."""
AGE_FACTOR = 20
"""Multiple of the time a snapshot took to make for which it is used at least.

Data that take long to read take no more than 1 / `AGE_FACTOR` of a core.
"""

Data = TypeVar("Data")


class Snapshots(Generic[Data]):
    """Reads data by key, one read of a key at a time, and keeps the result for about a second."""

    def __init__(self, read: Callable[[str], Awaitable[Data]]) -> None:
        """`read` reads the data of a key from the database."""
        self._read_now = read
        self._kept: dict[str, tuple[float, asyncio.Task[Data]]] = {}
        """The latest read by key, and the time until which its result is used: infinite while it reads."""
        self._next: dict[str, asyncio.Task[Data]] = {}
        """Reads by key that have not begun."""

    async def read(self, key: str) -> Data:
        """Return the data as they are now.

        While a read is in progress, all callers share the next one.

        :raises Exception: any exception of the reading function. The same holds for `recent`.
        """
        task = self._next.get(key)
        if task is None:
            task = self._next[key] = asyncio.create_task(self._read_next(key), name=f"snapshot {key}")
        return await asyncio.shield(task)

    async def recent(self, key: str) -> Data:
        """Return the data as they were a moment ago."""
        until, task = self._kept.get(key, (0.0, None))
        if task is None or until < monotonic_ms():
            return await self.read(key)
        return await asyncio.shield(task)

    async def _read_next(self, key: str) -> Data:
        if key in self._kept:
            await asyncio.wait([self._kept[key][1]])
        began, task = monotonic_ms(), self._next.pop(key)
        self._kept = {other: kept for other, kept in self._kept.items() if kept[0] > began}
        self._kept[key] = float("inf"), task
        try:
            data = await self._read_now(key)
        except BaseException:
            del self._kept[key]
            raise
        now = monotonic_ms()
        self._kept[key] = now + max(MIN_AGE_MS, AGE_FACTOR * (now - began)), task
        return data
