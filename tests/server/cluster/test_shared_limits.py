"""Limits that hold for all processes together: connections and tables of households and people, and messages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import websockets

from tests.attack.hostile_client import HostileClient
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, Server, Table, everybody_leaves, running
from tests.server.cluster.test_several_processes import LONG_TIMEOUTS, latest_message, tell, two

FEW = 6
CONNECTIONS = 60
SETTINGS = LONG_TIMEOUTS | {
    "person_bots": FEW,
    "person_connections": FEW,
    "household_connections": CONNECTIONS,
}


@pytest.fixture(scope="module", params=["redis", "no broker"])
def pair(
    request: pytest.FixtureRequest, postgres: services.Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    broker = request.getfixturevalue("redis").address if request.param == "redis" else None
    with two(tmp_path_factory.mktemp("two"), SETTINGS, database=postgres.new(), broker=broker) as servers:
        yield servers


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    """Repeat a request until the condition holds."""
    async with asyncio.timeout(TIMEOUT_S):
        while not await so():
            pass


@contextlib.asynccontextmanager
async def connections(attacker: HostileClient, count: int) -> AsyncIterator[None]:
    """Open a number of connections of one household."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(count):
            await stack.enter_async_context(attacker.connection())
        yield


@pytest.mark.skipif("sys.platform != 'linux'", reason="strangers need addresses of their own")
def test_seats_count_at_every_process(pair: tuple[Server, Server]) -> None:
    async def story(ann: Person, ben: Person) -> None:
        here, there = (HostileClient(server.port, "127.7.7.7") for server in pair)

        async def let_in(at: HostileClient = there) -> bool:
            with contextlib.suppress(OSError):
                return b" 200 " in await at.ask("GET", "/api/live")
            return False

        async def turned_away() -> bool:
            return not await let_in()

        async with connections(here, CONNECTIONS):
            # Wait until all are counted; a connection admitted earlier at the other process would exclude the last one.
            assert not await let_in(here)
            await until(turned_away)
        await until(let_in)

        same = await ann.device(ben.url)
        code = await ann.open_table(game="knister", seats=2, public=True)
        for _ in range(FEW):
            await ann.join(code)

        async def too_many_sockets() -> bool:
            table = Table(same, code)
            await table.connect_quietly()
            try:
                await table.until(lambda: table.seq >= 0)
            except websockets.ConnectionClosed as closed:
                return closed.rcvd is not None and closed.rcvd.reason == "too_many"
            finally:
                await table.close()
            return False

        await until(too_many_sockets)

        async def too_many_bots() -> bool:
            new = {"settings": {"game": "knister", "seats": 2}, "bots": ["random"]}
            return bool((await ben_too.http.post("/api/tables", json=new)).json().get("reason") == "too_many")

        ben_too = await ben.device(ann.url)
        await ben.open_table(game="knister", seats=FEW + 1, bots=("random",) * FEW)
        await until(too_many_bots)

    tell(pair, story)


def test_new_processes_receive_the_chat(pair: tuple[Server, Server], tmp_path: Path) -> None:
    async def story(ann: Person, ben: Person) -> None:
        one, other = await ann.enter_lobby(), await ben.enter_lobby()
        assert (await one.do("say", to="all", text="hello"))["type"] == "accepted"
        await other.until(lambda: latest_message(other, "chat").get("text") == "hello")
        with running(
            tmp_path, SETTINGS, database=pair[0].options["database"], broker=pair[0].options["broker"]
        ) as late:
            newcomer = await Person(late.url).arrive()

            async def told() -> bool:
                seen = await newcomer.enter_lobby()
                await seen.until(lambda: bool(latest_message(seen, "people")))
                await seen.close()
                return any(chat["text"] == "hello" for chat in seen.others if chat["type"] == "chat")

            await until(told)
            await everybody_leaves()

    tell(pair, story)
