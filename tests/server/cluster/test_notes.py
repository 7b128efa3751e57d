"""Notes between the processes of a database: in this process, and between two servers."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from knobel.server.cluster.notes import Note, Notes
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, Server, two

LARGE = '"Knöffel 🎲 ' * 10_000
SLOW_POLLS = {
    "refresh_s": 3_600,
    "max_refresh_age_ms": 3_600_000,
    "process_timeout_ms": 3_600_000,
    "notes_timeout_ms": 60_000,
}
"""Settings with which a process learns of changes only from notes."""


class Greeting(Note, frozen=True):
    text: str


class OfTomorrow(Note, frozen=True):
    """A note of a later version, for which nobody here has a handler."""


class Member:
    """A process with notes."""

    def __init__(self, database: str, name: str) -> None:
        self.notes = Notes(name, database)
        self.received: list[str] = []
        self.connections = 0
        self.notes.on(Greeting, lambda note: self.received.append(note.text))
        self.notes.on_connected(self._connected)

    async def open(self) -> "Member":
        self.notes.open()
        await until(lambda: self.connections == 1)
        return self

    def send(self, text: str, to: str | None = None) -> None:
        self.notes.send(Greeting(text), to)

    def _connected(self) -> None:
        self.connections += 1


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110 -- notes call back without events
            await asyncio.sleep(0.01)


def end_connections(database: str) -> str:
    """Return the statement that ends all connections to a database."""
    return f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE '{database}' LIKE '%@/' || datname || '?%'"


async def test_notes_of_all_sizes_arrive_in_order(postgres_address: str) -> None:
    ann, ben = await Member(postgres_address, "ann").open(), await Member(postgres_address, "ben").open()
    sent = [f"{number}" if number % 7 else LARGE for number in range(50)] + ["twice", "twice"]
    for text in sent:
        ann.send(text)
    ann.notes.send(OfTomorrow())
    ann.send("only to ben", "ben")
    ben.send("from ben")
    await until(lambda: len(ben.received) == len(sent) + 2)
    await until(lambda: len(ann.received) == len(sent) + 1)
    assert [text for text in ben.received if text != "from ben"] == [*sent, "only to ben"]
    assert [text for text in ann.received if text != "from ben"] == sent
    for member in (ann, ben):
        await member.notes.close()


async def test_a_lost_connection_is_opened_again(postgres: services.Postgres, postgres_address: str) -> None:
    ann = await Member(postgres_address, "ann").open()
    await asyncio.to_thread(postgres.do, end_connections(postgres_address))
    await until(lambda: ann.connections == 2)
    ann.send("again")
    await until(lambda: "again" in ann.received)
    await until(lambda: ann.notes.connected)
    await ann.notes.close()


async def test_notes_wait_for_a_connection(postgres_address: str) -> None:
    ann = Member(postgres_address, "ann")
    ann.send("before it was open")
    ann.notes.open()
    ann.send("early")
    await until(lambda: bool(ann.received))
    assert ann.received == ["early"]
    await ann.notes.close()


async def test_a_connection_may_be_lost_while_notes_are_sent(
    postgres: services.Postgres, postgres_address: str
) -> None:
    ann = await Member(postgres_address, "ann").open()
    await asyncio.to_thread(postgres.do, end_connections(postgres_address))
    while ann.connections == 1:
        ann.send("while it is lost")
        await asyncio.sleep(0.001)
    ann.send("again")
    await until(lambda: "again" in ann.received)
    await ann.notes.close()


async def test_a_failing_handler_does_not_stop_the_others(
    postgres_address: str, complaints: pytest.LogCaptureFixture
) -> None:
    ann = Member(postgres_address, "ann")

    def receive(note: Greeting) -> None:
        if note.text == "bad":
            raise ValueError(note.text)
        ann.received.append(note.text)

    ann.notes.on(Greeting, receive)
    await ann.open()
    for text in "bad", "good":
        ann.send(text)
    await until(lambda: ann.received == ["good"])
    await ann.notes.close()
    assert [record.getMessage() for record in complaints.records if record.levelno == logging.ERROR] == [
        "a note could not be handled: Greeting"
    ]


async def test_notes_can_be_closed_at_any_time(postgres_address: str) -> None:
    for steps in range(40):
        notes = Notes("me", postgres_address)
        notes.open()
        await asyncio.sleep(steps / 1_000)
        notes.send(Greeting("something"))
        async with asyncio.timeout(TIMEOUT_S):
            await notes.close()


async def test_notes_that_wait_are_sent_before_the_end(postgres_address: str) -> None:
    ann, ben = await Member(postgres_address, "ann").open(), await Member(postgres_address, "ben").open()
    ann.send("good bye")
    await ann.notes.close()
    await until(lambda: ben.received == ["good bye"])
    await ben.notes.close()


@pytest.fixture
def servers(postgres_address: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with two(tmp_path, SLOW_POLLS, database=postgres_address) as servers:
        yield servers


async def test_two_servers_learn_of_moves_from_notes_only(servers: tuple[Server, Server]) -> None:
    ann, ben = [await Person(server.url).arrive() for server in servers]
    one = await ann.join(await ann.open_table(game="knister", seats=2, public=True))
    other = await ben.join(one.code)
    assert (await other.do("sit"))["type"] == "accepted"
    assert (await one.do("start"))["type"] == "accepted"
    await asyncio.gather(one.play(), other.play())
    assert one.position["results"] == other.position["results"]
