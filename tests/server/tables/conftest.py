"""A table of two with a host, a player and a spectator."""

import pytest

from tests.server.client import Person, Server, Table


@pytest.fixture
async def host(server: Server) -> Table:
    person = await Person(server.url).arrive()
    return await person.join(await person.open_table(game="knister", seats=2))


@pytest.fixture
async def player(server: Server, host: Table) -> Table:
    table = await (await Person(server.url).arrive()).join(host.code)
    await table.do("sit")
    return table


@pytest.fixture
async def watcher(server: Server, host: Table) -> Table:
    return await (await Person(server.url).arrive()).join(host.code)
