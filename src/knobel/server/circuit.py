"""Circuit breaker of a database that is reached over the network.

A database that was killed refuses connections at once; one that is frozen, or cut off, does not answer at all. Without
a breaker every step of a request would wait for its own timeout. Here the first to time out opens the circuit: all that
follows fails at once, until a probe is answered.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from knobel.server.database import StoreError

TIMEOUT_S = 5.0
"""Seconds within which the database answers, connecting and waiting for a free connection included."""
PROBE_PAUSE_S = 0.5
"""Seconds between two probes."""

T = TypeVar("T")


class TimedOut(StoreError):
    """The database does not answer."""

    def __init__(self) -> None:
        super().__init__("the database does not answer")


class CircuitBreaker:
    """Bounds how long operations wait for the database."""

    def __init__(self, probe: Callable[[], Awaitable[object]]) -> None:
        """`probe` returns once the database answers, and may raise anything."""
        self._probe = probe
        self._answered = 0.0
        """When an operation was answered last."""
        self._probing: asyncio.Task[None] | None = None
        self._left: set[asyncio.Task[Any]] = set()
        """Operations that timed out, while they give up their connections."""

    @property
    def is_open(self) -> bool:
        """True if the database is known not to answer."""
        return self._probing is not None

    async def closed(self) -> None:
        """Wait until the database answers."""
        if self._probing is not None:
            await asyncio.shield(self._probing)

    async def run(self, operation: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what an operation on the database returns.

        :raises TimedOut: if it takes too long, and without trying while the circuit is open.
        """
        if self.is_open:
            raise TimedOut
        return await self._within(operation)

    async def _within(self, operation: Callable[[], Coroutine[Any, Any, T]]) -> T:
        clock = asyncio.get_running_loop().time
        began = clock()
        # A task of its own: to give a connection up takes seconds, too, for which nobody is to wait.
        task = asyncio.create_task(operation())
        try:
            done, _ = await asyncio.wait({task}, timeout=TIMEOUT_S)
        except asyncio.CancelledError:
            self._give_up(task)
            raise
        if done:
            self._answered = clock()
            return task.result()
        self._give_up(task)
        # If others were answered meanwhile, this operation alone was slow.
        if self._answered < began and self._probing is None:
            self._probing = asyncio.create_task(self._probe_until_answered(), name="probing the database")
        raise TimedOut

    def _give_up(self, task: asyncio.Task[Any]) -> None:
        task.cancel()
        self._left.add(task)
        task.add_done_callback(self._given_up)

    def _given_up(self, task: asyncio.Task[Any]) -> None:
        self._left.discard(task)
        if not task.cancelled():
            # Nobody waits for what it raised.
            task.exception()

    async def _probe_until_answered(self) -> None:
        async def probe() -> None:
            await self._probe()

        while True:
            try:
                await self._within(probe)
                break
            except Exception:  # noqa: BLE001 -- whatever is wrong with it: it is tried again
                await asyncio.sleep(PROBE_PAUSE_S)
        self._probing = None

    async def close(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)
