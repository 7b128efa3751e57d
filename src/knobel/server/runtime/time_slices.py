"""Long computations on the event loop, in small pieces."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

AT_ONCE = 0.005
"""Maximum duration (s) of a piece."""
PAUSE = 0.005
"""Seconds between two checks whether the event loop is idle."""
LONGEST_WAIT = 4.0
"""Maximum number of seconds for which low-priority work waits for an idle event loop."""
T = TypeVar("T")


class TimeSlices:
    """Runs long computations in pieces, so that other tasks run between two pieces."""

    def __init__(self, *, spare: bool = False) -> None:
        """`spare`: low priority, waits until the event loop is idle."""
        self._turn, self._alone = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._spare = spare

    async def through(self, steps: Iterable[T]) -> AsyncIterator[list[T]]:
        """Yield the results of the steps, in one list per piece."""
        left = iter(steps)
        while True:
            async with self._turn:
                await self._after_others()
                done = list(_for_a_while(left))
                await asyncio.sleep(0)
            if not done:
                return
            yield done

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Context for computations that are long as a whole: one at a time."""
        async with self._alone:
            await self._after_others()
            yield

    async def _after_others(self) -> None:
        if not self._spare:
            return
        clock = asyncio.get_running_loop().time
        begun = clock()
        while (asked := clock()) < begun + LONGEST_WAIT:
            await asyncio.sleep(PAUSE)
            if clock() < asked + 2 * PAUSE:
                # The sleep ended on time, so the event loop is idle.
                return


def _for_a_while(steps: Iterator[T]) -> Iterator[T]:
    ends = time.monotonic() + AT_ONCE
    for step in steps:
        yield step
        if time.monotonic() > ends:
            return
