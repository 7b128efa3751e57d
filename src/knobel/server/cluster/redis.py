"""Redis as the broker: a channel for all processes and a channel for each process."""

import contextlib
from collections.abc import AsyncIterator

from redis.asyncio import Redis
from redis.exceptions import RedisError

from knobel.server.cluster.channel_broker import ChannelBroker, Receive, request_timeout
from knobel.server.runtime.settings import settings


class RedisBroker(ChannelBroker):
    """A broker in Redis."""

    def __init__(self, address: str) -> None:
        """:raises ValueError: if it is no address of a Redis."""
        super().__init__("Redis", (RedisError,))
        self._client = Redis.from_url(
            address, socket_connect_timeout=settings.broker_timeout_ms / 1000, socket_timeout=None
        )

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
