"""Redis as the broker: a channel for all processes, a channel for each process, and lists of jobs."""

import contextlib
from collections.abc import AsyncIterator
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from knobel import __version__
from knobel.server.cluster.broker import QueueUnavailable
from knobel.server.cluster.channel_broker import ChannelBroker, Receive, request_timeout
from knobel.server.runtime.settings import settings


class RedisQueue:
    """Job queue in Redis lists with at-most-once delivery. Callers retry lost jobs."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def put(self, lane: str, job: bytes) -> None:
        """Add a job."""
        async with _raise_queue_errors():
            await self._client.rpush(_list(lane), job)

    async def is_queued(self, lane: str, job: bytes) -> bool:
        """True if no worker has taken the job yet."""
        async with _raise_queue_errors():
            return await self._client.lpos(_list(lane), job) is not None  # type: ignore[arg-type]

    async def withdraw(self, lane: str, job: bytes) -> None:
        """Remove a job if no worker has taken it."""
        async with _raise_queue_errors():
            await self._client.lrem(_list(lane), 1, job)  # type: ignore[arg-type]

    async def take(self, lane: str, seconds: float) -> bytes | None:
        """Take the oldest job, waiting for one if there is none. Return None after `seconds`."""
        async with _raise_queue_errors(seconds):
            popped = await self._client.blpop([_list(lane)], timeout=seconds)
        return None if popped is None else cast("bytes", popped[1])


def _list(lane: str) -> str:
    # The format of jobs and answers depends on the version.
    return f"knobel:{__version__}:{lane}"


@contextlib.asynccontextmanager
async def _raise_queue_errors(seconds: float = 0.0) -> AsyncIterator[None]:
    try:
        async with request_timeout(seconds):
            yield
    except (RedisError, OSError, TimeoutError) as error:
        raise QueueUnavailable(str(error)) from error


class RedisBroker(ChannelBroker):
    """A broker in Redis, with a job queue."""

    def __init__(self, address: str) -> None:
        """:raises ValueError: if it is no address of a Redis."""
        super().__init__("Redis", (RedisError,))
        self._client = Redis.from_url(
            address, socket_connect_timeout=settings.broker_timeout_ms / 1000, socket_timeout=None
        )
        self.jobs = RedisQueue(self._client)

    @contextlib.asynccontextmanager
    async def subscription(self, channels: tuple[str, str]) -> AsyncIterator[Receive]:
        async with self._client.pubsub(ignore_subscribe_messages=True) as subscribed:
            async with request_timeout():
                await subscribed.subscribe(*channels)

            async def receive(seconds: float) -> bytes | None:
                message = await subscribed.get_message(timeout=seconds)
                return None if message is None else message["data"]

            yield receive

    async def publish(self, notes: list[tuple[str, bytes]]) -> None:
        async with self._client.pipeline(transaction=False) as pipe:
            for channel, data in notes:
                pipe.publish(channel, data)
            await pipe.execute()

    async def disconnect(self) -> None:
        await self._client.aclose()
