"""Reading for many at once: what is asked for while one read is under way is read together by the next."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import islice
from typing import Generic, TypeVar

MOST = 100
"""Keys of one read: what others ask of the database waits for it."""

T = TypeVar("T")


class Batched(Generic[T]):
    """Reads what there is by keys, in batches."""

    def __init__(self, read: Callable[[list[str]], Awaitable[Mapping[str, T]]]) -> None:
        """`read` finds what there is for some keys."""
        self._read = read
        self._asked: dict[str, asyncio.Future[T | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def get(self, key: str) -> T | None:
        """What there is for a key, read after this was called; None if there is nothing.

        Whatever a read raises, all raise who asked for something of it.
        """
        if key not in self._asked:
            self._asked[key] = asyncio.get_running_loop().create_future()
        asked = self._asked[key]
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_on(), name="reading a batch")
        # Whoever goes away while it is read takes it from nobody else.
        return await asyncio.shield(asked)

    async def _read_on(self) -> None:
        while self._asked:
            now = dict(islice(self._asked.items(), MOST))
            for key in now:
                del self._asked[key]
            try:
                found = await self._read(list(now))
            except Exception as error:  # noqa: BLE001 -- it is raised by those who wait
                for asked in now.values():
                    asked.set_exception(error)
            else:
                for key, asked in now.items():
                    asked.set_result(found.get(key))
        self._reading = None
