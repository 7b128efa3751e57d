"""Circuit breaker of a database that is reached over the network.

A killed database refuses connections immediately, but a frozen or disconnected database does not answer. Without a
breaker, every step of a request would wait for its own timeout. The first timeout opens the circuit. All further
operations then fail immediately, until the database answers a probe.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from knobel.server.database.engine import StoreError
from knobel.server.runtime.settings import settings

T = TypeVar("T")


class TimedOut(StoreError):
    """The database does not answer."""

    def __init__(self) -> None:
        super().__init__("the database does not answer")


class CircuitBreaker:
    """Bounds how long operations wait for the database."""

    def __init__(self, probe: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """`probe` returns when the database answers, and may raise any exception."""
        self._probe = probe
        self._answered = 0.0
        """Time of the latest answer, on the event loop's clock."""
        self._probing: asyncio.Task[None] | None = None
        self._cancelled: set[asyncio.Task[Any]] = set()
        """Cancelled operations that are still closing their connections."""

    @property
    def is_open(self) -> bool:
        """True if the database is known not to answer."""
        return self._probing is not None

    async def run(self, operation: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run an operation on the database and return its result.

        :raises TimedOut: if the operation takes too long, or if the circuit is open; then the operation is not run.
        """
        if self.is_open:
            raise TimedOut
        return await self._within(operation)

    async def _within(self, operation: Callable[[], Coroutine[Any, Any, T]]) -> T:
        clock = asyncio.get_running_loop().time
        began = clock()
        # A separate task, because closing a connection takes seconds as well and the caller must not wait for it.
        task = asyncio.create_task(operation())
        try:
            done, _ = await asyncio.wait({task}, timeout=settings.database_timeout_s)
        except asyncio.CancelledError:
            self._cancel_in_background(task)
            raise
        if done:
            self._answered = clock()
            return task.result()
        self._cancel_in_background(task)
        # If other operations were answered meanwhile, only this one was slow.
        if self._answered < began and self._probing is None:
            self._probing = asyncio.create_task(self._probe_until_answered(), name="probing the database")
        raise TimedOut

    def _cancel_in_background(self, task: asyncio.Task[Any]) -> None:
        task.cancel()
        self._cancelled.add(task)
        task.add_done_callback(self._forget_cancelled)

    def _forget_cancelled(self, task: asyncio.Task[Any]) -> None:
        self._cancelled.discard(task)
        if not task.cancelled():
            # Retrieve the exception; otherwise asyncio logs it.
            task.exception()

    async def _probe_until_answered(self) -> None:
        while True:
            try:
                await self._within(self._probe)
                break
            except Exception:  # noqa: BLE001 -- the probe is repeated after any error
                await asyncio.sleep(settings.database_probe_pause_s)
        self._probing = None

    async def close(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)
