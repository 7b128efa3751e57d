"""The common part of brokers over a connection that may be lost without an error.

Every process sends itself a probe once a second. While it receives its probes, it also receives the notes of the other
processes.
"""

import abc
import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from knobel.clock import monotonic_ms
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")

SHARED_CHANNEL = "knobel:all"
PROBE = b"{}"
PROBE_INTERVAL_S = 1.0
"""Seconds between two probes."""
RECONNECT_S = 0.5
"""Seconds before reconnecting."""
MAX_OUTBOX_NOTES = 10_000
"""Maximum number of notes that wait to be sent."""

Receive = Callable[[float], Awaitable[bytes | None]]
"""Receives the next note; None after a time limit in seconds."""


def request_timeout(seconds: float = 0.0) -> asyncio.Timeout:
    """Return a timeout for a request, added to the `seconds` that the other side is asked to wait.

    Clients' own timeouts use `asyncio.wait_for`, which on Python 3.11 can swallow the cancellation of a task.
    """
    return asyncio.timeout(seconds + settings.broker_timeout_ms / 1000)


class ChannelBroker(abc.ABC):
    """A broker that several processes share: one channel for all of them, and one for each."""

    def __init__(self, name: str, errors: tuple[type[Exception], ...]) -> None:
        """`errors` are the errors that the connection raises when it fails."""
        self._name = name
        self._errors: tuple[type[Exception], ...] = (*errors, OSError, TimeoutError)
        self._own_channel = SHARED_CHANNEL
        self._on_note: Callable[[bytes], None] = lambda _: None
        self._on_reconnected: Callable[[], None] = lambda: None
        self._outbox: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._last_probe_ms = -settings.broker_timeout_ms
        self._is_lost = False
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
        return monotonic_ms() - self._last_probe_ms < settings.broker_timeout_ms

    async def open(self, process_id: str, receive: Callable[[bytes], None], on_reconnected: Callable[[], None]) -> None:
        self._own_channel, self._on_note, self._on_reconnected = f"knobel:{process_id}", receive, on_reconnected
        self._last_probe_ms = monotonic_ms()
        for loop in (self._listen(), self._send_notes(), self._send_probes()):
            self._tasks.append(asyncio.create_task(loop, name="broker"))

    def send(self, data: bytes, to: str | None = None) -> None:
        if len(self._outbox) < MAX_OUTBOX_NOTES:
            self._outbox.append((SHARED_CHANNEL if to is None else f"knobel:{to}", data))
            self._wake.set()

    async def close(self) -> None:
        listener, *senders = self._tasks
        # The notes that wait may need the connection of the listening task.
        await _cancel(senders)
        with contextlib.suppress(*self._errors):
            async with asyncio.timeout(RECONNECT_S):
                await self._publish()
        await _cancel([listener])
        with contextlib.suppress(*self._errors):
            await self.disconnect()

    async def _send_probes(self) -> None:
        while True:
            self.send(PROBE, self._own_channel.removeprefix("knobel:"))
            await asyncio.sleep(PROBE_INTERVAL_S)
            if not self.connected and not self._is_lost:
                self._is_lost = True
                logger.warning("%s does not answer: what others do is looked for in the database", self._name)

    async def _send_notes(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish()
            except self._errors:
                self._last_probe_ms = -settings.broker_timeout_ms
                await asyncio.sleep(RECONNECT_S)

    async def _publish(self) -> None:
        waiting, self._outbox = self._outbox, []
        if waiting:
            async with request_timeout():
                await self.publish(waiting)

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(*self._errors):
                async with self.subscription((SHARED_CHANNEL, self._own_channel)) as receive:
                    self._on_reconnected()
                    await self._receive_notes(receive)
            await asyncio.sleep(RECONNECT_S)

    async def _receive_notes(self, receive: Receive) -> None:
        """Receive notes until the probes stop."""
        began = monotonic_ms()
        while monotonic_ms() - max(self._last_probe_ms, began) < settings.broker_timeout_ms:
            data = await receive(PROBE_INTERVAL_S)
            if data is None:
                continue
            if data != PROBE:
                self._on_note(data)
                continue
            self._last_probe_ms = monotonic_ms()
            if self._is_lost:
                logger.warning("%s answers again", self._name)
            self._is_lost = False


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
