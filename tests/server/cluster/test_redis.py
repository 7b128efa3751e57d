"""Redis as the broker, in this process."""

import asyncio

from knobel.server.cluster.broker import broker_at
from tests.server import services
from tests.server.client import TIMEOUT_S


def test_it_can_be_closed_at_any_time(redis: services.Redis) -> None:
    async def closed_after(opening: int, telling: int) -> None:
        """Close the broker a number of event loop steps after publishing a message."""
        broker = broker_at(redis.address)
        await broker.open("me", lambda _: None, lambda: None)
        for _ in range(opening):
            await asyncio.sleep(0)
        broker.send(b"something")
        for _ in range(telling):
            await asyncio.sleep(0)
        async with asyncio.timeout(TIMEOUT_S):
            await broker.close()

    async def story() -> None:
        for steps in range(200):
            await closed_after(steps, 7 * steps % 61)

    asyncio.run(story())
