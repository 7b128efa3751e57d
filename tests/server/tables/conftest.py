"""Fixtures of tests at tables."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.server.client import Person, Server, Table, everybody_leaves

Story = Callable[[Table, Table, Table], Coroutine[Any, Any, None]]


@pytest.fixture
def tell(server: Server) -> Callable[[Story], None]:
    """Run a scenario with a host, a player and a spectator."""

    async def told(story: Story) -> None:
        try:
            people = [await Person(server.url).arrive() for _ in range(3)]
            code = await people[0].open_table(game="knister", seats=2)
            host, player, watcher = [await person.join(code) for person in people]
            await player.do("sit")
            await story(host, player, watcher)
        finally:
            await everybody_leaves()

    return lambda story: asyncio.run(told(story))
