"""Redis as the broker: a channel for all processes, a channel for each process, and lists of jobs.

Litestar's Channels are not suitable: this broker must detect lost notes, but their reader ends silently with the
connection to Redis. Here every process sends itself a pulse once a second. While it receives its pulses, it also
receives the notes of the other processes.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import cast

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from knobel import __version__
from knobel.server.bus.broker import JobQueue, NoQueue
from knobel.server.runtime.clock import ticks

logger = logging.getLogger("knobel")

ALL = "knobel:all"
PULSE = b""
EVERY = 1.0
"""Seconds between two pulses."""
SILENCE_MS = 3_000
"""Milliseconds without a pulse after which notes count as lost."""
PAUSE = 0.5
"""Seconds before reconnecting."""
MOST_WAITING = 10_000
"""Maximum number of notes that wait to be sent."""
TROUBLES = RedisError, OSError, TimeoutError


class RedisQueue:
    """Job queue in Redis lists with at-most-once delivery. Callers retry lost jobs."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def put(self, lane: str, job: bytes) -> None:
        """Add a job."""
        async with _answering():
            await self._client.rpush(_list(lane), job)

    async def waits(self, lane: str, job: bytes) -> bool:
        """True if no worker has taken the job yet."""
        async with _answering():
            return await self._client.lpos(_list(lane), job) is not None  # type: ignore[arg-type]

    async def withdraw(self, lane: str, job: bytes) -> None:
        """Remove a job if no worker has taken it."""
        async with _answering():
            await self._client.lrem(_list(lane), 1, job)  # type: ignore[arg-type]

    async def take(self, lane: str, seconds: float) -> bytes | None:
        """Take the oldest job, waiting for one if there is none. Return None after `seconds`."""
        async with _answering(seconds):
            found = await self._client.blpop([_list(lane)], timeout=seconds)
        return None if found is None else cast("bytes", found[1])


def _list(lane: str) -> str:
    # The format of jobs and answers depends on the version.
    return f"knobel:{__version__}:{lane}"


def _in_time(seconds: float = 0.0) -> asyncio.Timeout:
    """Return a timeout for a request, added to the `seconds` that Redis is asked to wait.

    The client's own timeout uses `asyncio.wait_for`, which on Python 3.11 can swallow the cancellation of a task.
    """
    return asyncio.timeout(seconds + SILENCE_MS / 1000)


@contextlib.asynccontextmanager
async def _answering(seconds: float = 0.0) -> AsyncIterator[None]:
    try:
        async with _in_time(seconds):
            yield
    except TROUBLES as error:
        raise NoQueue(str(error)) from error


class RedisBroker:
    """A broker that several machines share."""

    def __init__(self, address: str) -> None:
        """:raises ValueError: if it is no address of a Redis."""
        self._client = Redis.from_url(address, socket_connect_timeout=SILENCE_MS / 1000, socket_timeout=None)
        self.jobs: JobQueue | None = RedisQueue(self._client)
        self._process_id = ALL
        self._hear: Callable[[bytes], None] = lambda _: None
        self._back: Callable[[], None] = lambda: None
        self._waiting: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._heard = -SILENCE_MS
        self._lost = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def connected(self) -> bool:
        return ticks() - self._heard < SILENCE_MS

    async def open(self, me: str, hear: Callable[[bytes], None], back: Callable[[], None]) -> None:
        self._process_id, self._hear, self._back = f"knobel:{me}", hear, back
        self._heard = ticks()
        for work in (self._listen(), self._send(), self._beat()):
            self._tasks.append(asyncio.create_task(work, name="redis"))

    def tell(self, data: bytes, to: str | None = None) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((ALL if to is None else f"knobel:{to}", data))
            self._wake.set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*TROUBLES):
            async with asyncio.timeout(PAUSE):
                await self._publish()
        with contextlib.suppress(*TROUBLES):
            await self._client.aclose()

    async def _beat(self) -> None:
        while True:
            self.tell(PULSE, self._process_id.removeprefix("knobel:"))
            await asyncio.sleep(EVERY)
            if not self.connected and not self._lost:
                self._lost = True
                logger.warning("Redis does not answer: what others do is looked for in the database")

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish()
            except TROUBLES:
                self._heard = -SILENCE_MS
                await asyncio.sleep(PAUSE)

    async def _publish(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            async with _in_time(), self._client.pipeline(transaction=False) as pipe:
                for channel, data in waiting:
                    pipe.publish(channel, data)
                await pipe.execute()

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(*TROUBLES):
                async with self._client.pubsub(ignore_subscribe_messages=True) as channels:
                    async with _in_time():
                        await channels.subscribe(ALL, self._process_id)
                    self._back()
                    await self._take(channels)
            await asyncio.sleep(PAUSE)

    async def _take(self, channels: PubSub) -> None:
        """Receive notes until the pulse stops."""
        began = ticks()
        while ticks() - max(self._heard, began) < SILENCE_MS:
            message = await channels.get_message(timeout=EVERY)
            if message is None:
                continue
            data: bytes = message["data"]
            if data != PULSE:
                self._hear(data)
                continue
            self._heard = ticks()
            if self._lost:
                logger.warning("Redis answers again")
            self._lost = False
