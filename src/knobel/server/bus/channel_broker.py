"""The common part of brokers over a connection that may be lost without an error.

Every process sends itself a pulse once a second. While it receives its pulses, it also receives the notes of the other
processes.
"""

import abc
import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from knobel.server.bus.broker import JobQueue
from knobel.server.runtime.clock import ticks

logger = logging.getLogger("knobel")

ALL = "knobel:all"
PULSE = b"{}"
PULSE_S = 1.0
"""Seconds between two pulses."""
SILENCE_MS = 3_000
"""Milliseconds without a pulse after which notes count as lost."""
RECONNECT_S = 0.5
"""Seconds before reconnecting."""
MAX_WAITING = 10_000
"""Maximum number of notes that wait to be sent."""

Receive = Callable[[float], Awaitable[bytes | None]]
"""Receives the next note; None after a time limit in seconds."""


def time_limit(seconds: float = 0.0) -> asyncio.Timeout:
    """Return a timeout for a request, added to the `seconds` that the other side is asked to wait.

    Clients' own timeouts use `asyncio.wait_for`, which on Python 3.11 can swallow the cancellation of a task.
    """
    return asyncio.timeout(seconds + SILENCE_MS / 1000)


class PulsedBroker(abc.ABC):
    """A broker that several processes share: one channel for all of them, and one for each."""

    jobs: JobQueue | None = None

    def __init__(self, name: str, errors: tuple[type[Exception], ...]) -> None:
        """`errors` are the errors that the connection raises when it fails."""
        self._name = name
        self._errors: tuple[type[Exception], ...] = (*errors, OSError, TimeoutError)
        self._own_channel = ALL
        self._hear: Callable[[bytes], None] = lambda _: None
        self._back: Callable[[], None] = lambda: None
        self._waiting: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._heard = -SILENCE_MS
        self._lost = False
        self._tasks: list[asyncio.Task[None]] = []

    @abc.abstractmethod
    def subscription(self, channels: tuple[str, str]) -> AbstractAsyncContextManager[Receive]:
        """Connect, subscribe to the channels, and yield a function that receives notes."""

    @abc.abstractmethod
    async def publish(self, notes: list[tuple[str, bytes]]) -> None:
        """Send notes to channels."""

    async def disconnect(self) -> None:  # noqa: B027 -- optional
        """Close the connection on which notes are published, if it is another one."""

    @property
    def connected(self) -> bool:
        return ticks() - self._heard < SILENCE_MS

    async def open(self, me: str, hear: Callable[[bytes], None], back: Callable[[], None]) -> None:
        self._own_channel, self._hear, self._back = f"knobel:{me}", hear, back
        self._heard = ticks()
        for work in (self._listen(), self._send(), self._pulse()):
            self._tasks.append(asyncio.create_task(work, name="broker"))

    def tell(self, data: bytes, to: str | None = None) -> None:
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append((ALL if to is None else f"knobel:{to}", data))
            self._wake.set()

    async def close(self) -> None:
        listening, *others = self._tasks
        # The notes that wait may need the connection of the listening task.
        await _cancel(others)
        with contextlib.suppress(*self._errors):
            async with asyncio.timeout(RECONNECT_S):
                await self._publish()
        await _cancel([listening])
        with contextlib.suppress(*self._errors):
            await self.disconnect()

    async def _pulse(self) -> None:
        while True:
            self.tell(PULSE, self._own_channel.removeprefix("knobel:"))
            await asyncio.sleep(PULSE_S)
            if not self.connected and not self._lost:
                self._lost = True
                logger.warning("%s does not answer: what others do is looked for in the database", self._name)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish()
            except self._errors:
                self._heard = -SILENCE_MS
                await asyncio.sleep(RECONNECT_S)

    async def _publish(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            async with time_limit():
                await self.publish(waiting)

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(*self._errors):
                async with self.subscription((ALL, self._own_channel)) as receive:
                    self._back()
                    await self._take(receive)
            await asyncio.sleep(RECONNECT_S)

    async def _take(self, receive: Receive) -> None:
        """Receive notes until the pulse stops."""
        began = ticks()
        while ticks() - max(self._heard, began) < SILENCE_MS:
            data = await receive(PULSE_S)
            if data is None:
                continue
            if data != PULSE:
                self._hear(data)
                continue
            self._heard = ticks()
            if self._lost:
                logger.warning("%s answers again", self._name)
            self._lost = False


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
