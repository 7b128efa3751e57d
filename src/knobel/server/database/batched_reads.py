"""Batched reads: keys requested during one read are read together by the next."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from itertools import islice
from typing import Generic, TypeVar

MAX_KEYS = 100
"""Maximum number of keys in one read, because other queries to the database wait for it."""

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class BatchedRead(Generic[K, T]):
    """Reads values by key, in batches."""

    def __init__(self, read: Callable[[list[K]], Awaitable[Mapping[K, T]]]) -> None:
        """`read` returns the values of the given keys, and perhaps of others; missing keys are left out."""
        self._read = read
        self._requested: dict[K, asyncio.Future[T | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def get(self, key: K) -> T | None:
        """Return the value of a key, read after this call; None if there is no value.

        An exception of a read is raised in all callers that wait for one of its keys.
        """
        if key not in self._requested:
            self._requested[key] = asyncio.get_running_loop().create_future()
        requested = self._requested[key]
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_batches(), name="reading a batch")
        # A cancelled caller must not cancel the read of the other callers.
        return await asyncio.shield(requested)

    async def get_all(self, keys: Iterable[K]) -> dict[K, T]:
        """Return the values of keys that have one, as `get` does."""
        asked = list(dict.fromkeys(keys))
        values = await asyncio.gather(*map(self.get, asked))
        return {key: value for key, value in zip(asked, values, strict=True) if value is not None}

    async def _read_batches(self) -> None:
        try:
            while self._requested:
                await self._read_batch()
        finally:
            self._reading = None

    async def _read_batch(self) -> None:
        batch = dict(islice(self._requested.items(), MAX_KEYS))
        for key in batch:
            del self._requested[key]
        try:
            found = await self._read(list(batch))
            values = [found.get(key) for key in batch]
        except Exception as error:  # noqa: BLE001 -- raised in the callers
            for requested in batch.values():
                requested.set_exception(error)
        else:
            for requested, value in zip(batch.values(), values, strict=True):
                requested.set_result(value)
