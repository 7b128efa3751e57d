"""PostgreSQL or a server process that neither answers nor refuses.

People get an error soon, lose nothing, and continue when the component answers again.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knobel.server.database.circuit_breaker import CircuitBreaker, TimedOut
from knobel.server.runtime.settings import settings
from tests.server import services
from tests.server.client import Person, Server, Table, complaining, two

SHORT_TIMEOUTS = {
    "database_timeout_s": 3.0,
    "process_timeout_ms": 2_000,
    "notes_timeout_ms": 1_000,
}


@pytest.fixture
def servers(tmp_path: Path, postgres: services.Postgres) -> Iterator[list[Server]]:
    """Start two processes, which may log complaints."""
    with two(tmp_path, SHORT_TIMEOUTS, complaining, database=postgres.new()) as servers:
        yield list(servers)


@contextlib.contextmanager
def frozen(part: Server | services.Service) -> Iterator[None]:
    part.freeze()
    try:
        yield
    finally:
        part.thaw()


async def seated(servers: list[Server]) -> list[Table]:
    """Seat Ann and Ben, each on a different process, at a table after the first roll."""
    people = [await Person(server.url).arrive() for server in servers]
    code = await people[0].open_table(game="knister", seats=2, public=True, undo=False)
    tables = [await person.join(code) for person in people]
    await done(tables[1], "sit")
    await done(tables[0], "start")
    await done(tables[0], "roll", at=tables[0].at)
    for table in tables:
        await table.until(lambda table=table: table.choices)
    return tables


async def done(table: Table, kind: str, **fields: Any) -> None:
    """Send a command until the server is not overloaded: a busy machine may exceed the short timeouts."""
    while not await table.tried(kind, fields):
        pass


async def moved(table: Table) -> None:
    """Enter something, again if a command was refused because the process that decided it was behind."""
    while table.choices:
        answer = await table.do("move", at=table.at, action=table.choices[0]["action"])
        if "reason" in answer:
            await asyncio.sleep(0.2)
        else:
            await table.until(lambda: not table.choices)


async def test_a_frozen_database(postgres: services.Postgres, servers: list[Server]) -> None:
    """Every request, read or write, by HTTP or WebSocket, is refused, with any number of waiting requests."""
    tables = await seated(servers)
    ann, nobody = tables[0].person, Person(servers[0].url)
    with frozen(postgres):
        # All are answered while it is frozen.
        answers, *refusals = await asyncio.gather(
            asyncio.gather(
                *(ann.http.get("/api/play") for _ in range(30)),
                ann.http.get("/api/health"),
                ann.http.get(f"/api/tables/{tables[0].code}/record"),
                ann.http.get("/api/person"),
                ann.http.post("/api/tables", json={"settings": {"game": "knister", "seats": 1}}),
                nobody.http.post("/api/session"),
            ),
            *(table.do("move", at=table.at, action=table.choices[0]["action"]) for table in tables),
        )
        refusals.append(await tables[0].do("move", at=tables[0].at, action=tables[0].choices[0]["action"]))
    assert {(answer.status_code, answer.json()["reason"]) for answer in answers} == {(503, "storage")}
    assert [(refusal["type"], refusal["reason"]) for refusal in refusals] == [("rejected", "storage")] * 3
    await asyncio.gather(*map(moved, tables))
    await tables[0].until(lambda: tables[0].turn["kind"] == "chance")
    assert [entry["kind"] for entry in tables[0].log].count("move") == 2
    assert (await nobody.http.post("/api/session")).status_code == 200


async def test_frozen_notes(postgres: services.Postgres, servers: list[Server]) -> None:
    """Moves continue, and the other processes read them from the database."""
    tables = await seated(servers)
    connections = list[int]()
    # A connection counts between its first note and its end, which a busy machine may cause.
    while len(connections) < len(servers):
        connections = [row["pid"] for row in await asyncio.to_thread(postgres.do, services.NOTES_CONNECTIONS)]
    for pid in connections:
        services.stop(pid)
    try:
        for table in tables:
            await moved(table)
        for table in tables:
            await table.until(lambda table=table: table.turn["kind"] == "chance")
    finally:
        for pid in connections:
            services.go_on(pid)


async def test_a_frozen_process(servers: list[Server]) -> None:
    """The other processes consider it dead and take over its automatic actions, and its people reconnect to them."""
    tables = await seated(servers)
    for leader, server in enumerate(servers):
        one, other = tables[leader], tables[1 - leader]
        with frozen(server):
            await other.until(
                lambda one=one, other=other: (
                    one.person.id not in [seat["person"] for seat in other.table["seats"] if seat["online"]]
                )
            )
            back = Person(other.person.url)
            back.http.cookies = one.person.http.cookies
            again = await back.join(one.code)
            await moved(again)
            await moved(other)
            for table in (again, other):
                await table.until(lambda table=table: table.turn["kind"] == "chance")
            (roller,) = (table for table in (again, other) if table.turn["may_roll"])
            await done(roller, "roll", at=roller.at)
        # It detects that it was considered dead, and reads the events of the meantime.
        for table in tables:
            await table.until(lambda table=table: bool(table.choices))


class Database:
    """A database that answers or hangs, as the test decides."""

    def __init__(self) -> None:
        self.answers = asyncio.Event()
        self.asked = 0

    async def ask(self) -> str:
        self.asked += 1
        await self.answers.wait()
        return "answer"


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "database_timeout_s", 0.05)
    monkeypatch.setattr(settings, "database_probe_pause_s", 0.01)


@pytest.mark.usefixtures("_impatient")
async def test_operations_fail_immediately_while_the_circuit_is_open() -> None:
    database = Database()
    breaker = CircuitBreaker(database.ask)
    with pytest.raises(TimedOut):
        await breaker.run(database.ask)
    assert breaker.is_open

    async def never() -> None:
        raise AssertionError("nobody is asked")

    with pytest.raises(TimedOut):
        await breaker.run(never)
    database.answers.set()
    while breaker.is_open:  # noqa: ASYNC110 -- it tells nobody
        await asyncio.sleep(0.01)
    assert await breaker.run(database.ask) == "answer"
    await breaker.close()


@pytest.mark.usefixtures("_impatient")
async def test_a_single_slow_operation_does_not_open_the_circuit() -> None:
    slow, quick = Database(), Database()
    quick.answers.set()
    breaker = CircuitBreaker(quick.ask)
    waiting = asyncio.create_task(breaker.run(slow.ask))
    await asyncio.sleep(0)
    assert await breaker.run(quick.ask) == "answer"
    with pytest.raises(TimedOut):
        await waiting
    assert not breaker.is_open
    await breaker.close()
