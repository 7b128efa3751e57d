"""Limits that all processes keep together, and chat for a process that has just started."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import websockets

from tests.attack.hostile_client import HostileClient
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, Server, Table, everybody_leaves, running, two
from tests.server.cluster.test_several_processes import LONG_TIMEOUTS, latest_message

SOCKETS = 6
CONNECTIONS = 60
SETTINGS = LONG_TIMEOUTS | {"person_connections": SOCKETS, "household_connections": CONNECTIONS}


@pytest.fixture(scope="module")
def pair(postgres: services.Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    with two(tmp_path_factory.mktemp("two"), SETTINGS, database=postgres.new()) as servers:
        yield servers


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    """Repeat a request until the condition holds.

    A pause lets the connections of the last attempt end, and keeps the attempts below the limit of requests.
    """
    async with asyncio.timeout(TIMEOUT_S):
        while not await so():  # noqa: ASYNC110 -- of other processes
            await asyncio.sleep(0.5)


async def grants_connections(server: Server, count: int) -> bool:
    """True if a household may have exactly that many connections to a process."""
    attacker = HostileClient(server.port, "127.7.7.7")

    async def is_admitted() -> bool:
        with contextlib.suppress(OSError):
            return b" 200 " in await attacker.ask("GET", "/api/live")
        return False

    async with contextlib.AsyncExitStack() as stack:
        for _ in range(count - 1):
            await stack.enter_async_context(attacker.connection())
        if not await is_admitted():
            return False
        await stack.enter_async_context(attacker.connection())
        return not await is_admitted()


@pytest.mark.skipif("sys.platform != 'linux'", reason="strangers need addresses of their own")
async def test_households_have_a_share_at_each_process(pair: tuple[Server, Server], tmp_path: Path) -> None:
    for server in pair:
        await until(partial(grants_connections, server, CONNECTIONS // 2))
    with running(tmp_path, SETTINGS, database=pair[0].options["database"]) as third:
        for server in (*pair, third):
            await until(partial(grants_connections, server, CONNECTIONS // 3))
    for server in pair:
        await until(partial(grants_connections, server, CONNECTIONS // 2))


async def test_people_have_a_share_at_each_process(people: tuple[Person, Person]) -> None:
    ann, ben = people
    code = await ann.open_table(game="knister", seats=2, public=True)

    async def grants_sockets(person: Person, count: int) -> bool:
        """True if the person may have exactly that many WebSockets to the process."""
        tables = [Table(person, code) for _ in range(count + 1)]
        try:
            for table in tables:
                await table.connect_quietly()
                await table.until(lambda table=table: table.seq >= 0)
        except websockets.ConnectionClosed as closed:
            return table is tables[-1] and closed.rcvd is not None and closed.rcvd.reason == "too_many"
        finally:
            for table in tables:
                await table.close()
        return False

    for at_process in (ann, await ann.device(ben.url)):
        await until(partial(grants_sockets, at_process, SOCKETS // 2))


async def test_new_processes_receive_the_chat(
    people: tuple[Person, Person], pair: tuple[Server, Server], tmp_path: Path
) -> None:
    ann, ben = people
    one, other = await ann.enter_lobby(), await ben.enter_lobby()
    assert (await one.do("say", to="all", text="hello"))["type"] == "accepted"
    await other.until(lambda: latest_message(other, "chat").get("text") == "hello")
    with running(tmp_path, SETTINGS, database=pair[0].options["database"]) as late:
        newcomer = await Person(late.url).arrive()

        async def told() -> bool:
            seen = await newcomer.enter_lobby()
            await seen.until(lambda: bool(latest_message(seen, "people")))
            await seen.close()
            return any(chat["text"] == "hello" for chat in seen.others if chat["type"] == "chat")

        await until(told)
        await everybody_leaves()
