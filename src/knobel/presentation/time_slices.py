"""Long computations on the event loop, in small pieces."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

SLICE_S = 0.005
"""Maximum duration (s) of a piece."""
IDLE_CHECK_INTERVAL_S = 0.005
"""Seconds between two checks whether the event loop is idle."""
MAX_WAIT_S = 4.0
"""Maximum number of seconds for which low-priority work waits for an idle event loop."""
T = TypeVar("T")


class TimeSlices:
    """Runs long computations in pieces, so that other tasks run between two pieces."""

    def __init__(self, *, low_priority: bool = False) -> None:
        """`low_priority`: low priority, waits until the event loop is idle."""
        self._turn, self._alone = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._low_priority = low_priority

    async def through(self, steps: Iterable[T]) -> AsyncIterator[list[T]]:
        """Yield the results of the steps, in one list per piece."""
        remaining = iter(steps)
        while True:
            async with self._turn:
                await self._wait_until_idle()
                done = list(_run_slice(remaining))
                await asyncio.sleep(0)
            if not done:
                return
            yield done

    async def all(self, steps: Iterable[T]) -> list[T]:
        return [result async for piece in self.through(steps) for result in piece]

    async def last(self, steps: Iterable[T]) -> T | None:
        last: T | None = None
        async for piece in self.through(steps):
            last = piece[-1]
        return last

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Context for computations that are long as a whole: one at a time."""
        async with self._alone:
            await self._wait_until_idle()
            yield

    async def _wait_until_idle(self) -> None:
        if not self._low_priority:
            return
        clock = asyncio.get_running_loop().time
        began = clock()
        while (checked := clock()) < began + MAX_WAIT_S:
            await asyncio.sleep(IDLE_CHECK_INTERVAL_S)
            if clock() < checked + 2 * IDLE_CHECK_INTERVAL_S:
                # The sleep ended on time, so the event loop is idle.
                return


def _run_slice(steps: Iterator[T]) -> Iterator[T]:
    ends = time.monotonic() + SLICE_S
    for step in steps:
        yield step
        if time.monotonic() > ends:
            return
