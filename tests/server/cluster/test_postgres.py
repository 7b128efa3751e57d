"""PostgreSQL as the broker, in this process and between two servers without a Redis."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from knobel.server.cluster.broker import Broker, broker_at
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, everybody_leaves, running

LARGE = ('"' + "Knöffel 🎲 " * 10_000 + '"').encode()
SLOW_POLLS = {
    "refresh_s": 3_600,
    "max_refresh_age_ms": 3_600_000,
    "process_timeout_ms": 3_600_000,
    "broker_timeout_ms": 60_000,
}
"""Settings with which a process learns of changes only from the broker."""


class Member:
    """A process with a broker, and the notes that it received."""

    def __init__(self, database: str, name: str) -> None:
        self.broker: Broker = broker_at(None, database)
        self.name = name
        self.notes: list[bytes] = []
        self.connections = 0

    async def open(self) -> "Member":
        await self.broker.open(self.name, self.notes.append, self._connected)
        await until(lambda: self.connections == 1)
        return self

    def _connected(self) -> None:
        self.connections += 1


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110 -- the broker calls back without events
            await asyncio.sleep(0.01)


def test_notes_arrive_in_order_whatever_their_size(postgres: services.Postgres) -> None:
    database = postgres.new()

    async def story() -> None:
        ann, ben = await Member(database, "ann").open(), await Member(database, "ben").open()
        sent = [f"{number}".encode() if number % 7 else LARGE for number in range(50)] + [b"twice", b"twice"]
        for note in sent:
            ann.broker.send(note)
        ann.broker.send(b"only to ben", "ben")
        ben.broker.send(b"from ben")
        await until(lambda: len(ben.notes) == len(sent) + 2)
        await until(lambda: len(ann.notes) == len(sent) + 1)
        assert [note for note in ben.notes if note != b"from ben"] == [*sent, b"only to ben"]
        assert [note for note in ann.notes if note != b"from ben"] == sent
        for member in (ann, ben):
            await member.broker.close()

    asyncio.run(story())


def test_a_lost_connection_is_noticed_and_opened_again(postgres: services.Postgres) -> None:
    database = postgres.new()
    end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE '{database}' LIKE '%@/' || datname || '?%'"

    async def story() -> None:
        ann = await Member(database, "ann").open()
        await asyncio.to_thread(postgres.do, end)
        await until(lambda: ann.connections == 2)
        ann.broker.send(b"again")
        await until(lambda: b"again" in ann.notes)
        await until(lambda: ann.broker.connected)
        await ann.broker.close()

    asyncio.run(story())


def test_a_connection_may_be_lost_while_notes_are_sent(postgres: services.Postgres) -> None:
    database = postgres.new()
    end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE '{database}' LIKE '%@/' || datname || '?%'"

    async def story() -> None:
        ann = await Member(database, "ann").open()
        await asyncio.to_thread(postgres.do, end)
        while ann.connections == 1:
            ann.broker.send(b"while it is lost")
            await asyncio.sleep(0.001)
        ann.broker.send(b"again")
        await until(lambda: b"again" in ann.notes)
        await ann.broker.close()

    asyncio.run(story())


def test_it_can_be_closed_at_any_time(postgres: services.Postgres) -> None:
    async def story(database: str) -> None:
        for steps in range(40):
            broker = broker_at(None, database)
            await broker.open("me", lambda _: None, lambda: None)
            await asyncio.sleep(steps / 1_000)
            broker.send(b"something")
            async with asyncio.timeout(TIMEOUT_S):
                await broker.close()

    asyncio.run(story(postgres.new()))


def test_two_servers_play_without_a_redis(postgres: services.Postgres, tmp_path: Path) -> None:
    async def story(first: str, second: str) -> None:
        ann, ben = await Person(first).arrive(), await Person(second).arrive()
        one = await ann.join(await ann.open_table(game="knister", seats=2, public=True))
        other = await ben.join(one.code)
        assert (await other.do("sit"))["type"] == "accepted"
        assert (await one.do("start"))["type"] == "accepted"
        await asyncio.gather(one.play(), other.play())
        assert one.position is not None
        assert other.position is not None
        assert one.position["results"] == other.position["results"]
        await everybody_leaves()

    database = postgres.new()
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with (
        running(tmp_path / "one", SLOW_POLLS, database=database) as one,
        running(tmp_path / "other", SLOW_POLLS, database=database) as other,
    ):
        asyncio.run(story(one.url, other.url))
