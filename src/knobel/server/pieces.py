"""Long work, a little at a time."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

AT_ONCE = 0.005
"""Seconds of long work in one go."""

T = TypeVar("T")


class Turns:
    """Takes long work in turns: however much there is of it, others get to work after one piece."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def through(self, steps: Iterable[T]) -> AsyncIterator[list[T]]:
        """What the steps give, those of a piece together."""
        left = iter(steps)
        while True:
            async with self._turn:
                done = list(_for_a_while(left))
                await asyncio.sleep(0)
            if not done:
                return
            yield done


def _for_a_while(steps: Iterator[T]) -> Iterator[T]:
    ends = time.monotonic() + AT_ONCE
    for step in steps:
        yield step
        if time.monotonic() > ends:
            return
