"""Long work, a little at a time."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

AT_ONCE = 0.005
"""Seconds of long work in one go."""
PAUSE = 0.005
"""Seconds after which spare work asks whether others work."""
LONGEST_WAIT = 4.0
"""Seconds for which it lets them go first."""
T = TypeVar("T")


class Turns:
    """Takes long work in turns: however much there is of it, others get to work after one piece."""

    def __init__(self, *, spare: bool = False) -> None:
        """`spare`: it is work that can wait until the process has little else to do."""
        self._turn, self._alone = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._spare = spare

    async def through(self, steps: Iterable[T]) -> AsyncIterator[list[T]]:
        """What the steps give, those of a piece together."""
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
        """For what is long as a whole: one after the other."""
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
                # Whoever is called in time has not waited for others.
                return


def _for_a_while(steps: Iterator[T]) -> Iterator[T]:
    ends = time.monotonic() + AT_ONCE
    for step in steps:
        yield step
        if time.monotonic() > ends:
            return
