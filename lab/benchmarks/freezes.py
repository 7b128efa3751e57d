"""Waits of players when PostgreSQL, its connections for notes or a server process is frozen, and so does not answer.

    python -m benchmarks.freezes [--times 3]

Two server processes share a database; Ann and Ben play at one table, each connected to another process. Each
part in turn is stopped with SIGSTOP for some seconds. Prints one JSON object for each kind of wait: the
longest of all times.
"""

import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from tests.server import services
from tests.server.client import Person, Server, Table, everybody_leaves

from benchmarks.shared import script

FROZEN = 25.0
"""Maximum seconds for which a part is frozen."""

Waits = defaultdict[str, list[tuple[float, str]]]


async def seated(servers: list[Server]) -> list[Table]:
    """Ann and Ben at a table whose dice have been rolled."""
    people = [await Person(server.url).arrive() for server in servers]
    code = await people[0].open_table(game="knister", seats=2, public=True)
    tables = [await person.join(code) for person in people]
    await tables[1].do("sit")
    await tables[0].do("start")
    wish = tables[0].wish()
    assert wish is not None
    await tables[0].do(*wish[:1], **wish[1])
    for table in tables:
        await table.until(lambda table=table: table.choices)
    return tables


async def timed(waits: Waits, name: str, work: Awaitable[Any]) -> None:
    """Record the duration and the outcome of an operation."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(FROZEN):
            found = await work
        outcome = found.get("reason") or found["type"] if isinstance(found, dict) else str(found.status_code)
    except TimeoutError:
        outcome = "nothing"
    waits[name].append((time.monotonic() - began, outcome))


async def postgres_frozen(postgres: services.Postgres, servers: list[Server], waits: Waits) -> None:
    one, other = await seated(servers)
    ann = one.person
    moves = [table.do("move", at=table.at, action=table.choices[0]["action"]) for table in (one, other)]
    new = Person(ann.url)
    postgres.freeze()
    try:
        await asyncio.gather(
            *(timed(waits, "PostgreSQL: a move", move) for move in moves),
            timed(waits, "PostgreSQL: /api/health", ann.http.get("/api/health")),
            timed(waits, "PostgreSQL: a new person", new.http.post("/api/session")),
            timed(
                waits, "PostgreSQL: a new table", ann.http.post("/api/tables", json={"settings": {"game": "knister"}})
            ),
            *(timed(waits, "PostgreSQL: my play (30 at once)", ann.http.get("/api/play")) for _ in range(30)),
        )
        wish = one.wish()
        assert wish is not None
        await timed(waits, "PostgreSQL: the next move", one.do(wish[0], **wish[1]))
    finally:
        postgres.thaw()
    began = time.monotonic()
    for table in (one, other):
        while (wish := table.wish()) is not None and not await table.tried(*wish):
            pass
    waits["PostgreSQL: after it wakes, both have moved"].append((time.monotonic() - began, "accepted"))


async def notes_frozen(postgres: services.Postgres, servers: list[Server], waits: Waits) -> None:
    """Freeze the connections over which the processes notify each other."""
    one, other = await seated(servers)
    await other.do("move", at=other.at, action=other.choices[0]["action"])
    await one.until(lambda: one.turn["seats"] == [0])
    connections = [row["pid"] for row in await asyncio.to_thread(postgres.do, services.NOTES_CONNECTIONS)]
    for pid in connections:
        services.stop(pid)
    try:
        await timed(waits, "Notes: a move", one.do("move", at=one.at, action=one.choices[0]["action"]))
        began = time.monotonic()
        await other.until(lambda: other.turn["kind"] == "chance")
        waits["Notes: until the other process shows it"].append((time.monotonic() - began, "seen"))
    finally:
        for pid in connections:
            services.go_on(pid)


async def process_frozen(servers: list[Server], waits: Waits) -> None:
    one, other = await seated(servers)
    leader, rest = servers[0], servers[1]
    leader.freeze()
    try:
        began = time.monotonic()
        await other.until(lambda: not any(s["online"] for s in other.table["seats"] if s["person"] == one.person.id))
        waits["A process: until its people are away for the others"].append((time.monotonic() - began, "seen"))
        # A frozen process does not deregister.
        one.person.url, one.socket = rest.url, None
        began = time.monotonic()
        await one.connect()
        waits["A process: to come back to the other one"].append((time.monotonic() - began, "back"))
    finally:
        leader.thaw()


def measured(times: int) -> Waits:
    """Measure the waits."""
    waits: Waits = defaultdict(list)

    async def story() -> None:
        await postgres_frozen(postgres, servers, waits)
        await notes_frozen(postgres, servers, waits)
        await process_frozen(servers, waits)
        await everybody_leaves()

    for _ in range(times):
        with tempfile.TemporaryDirectory() as name, services.postgres() as postgres:
            database, servers = postgres.new(), []
            for each in ("one", "other"):
                (folder := Path(name) / each).mkdir()
                servers.append(Server(folder, database=database))
                servers[-1].start()
            try:
                asyncio.run(story())
            finally:
                for server in servers:
                    server.stop()
    return waits


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--times", type=int, default=3)
    for name, found in measured(parser.parse_args().times).items():
        longest, outcomes = max(found)[0], ", ".join(sorted({outcome for _, outcome in found}))
        script.report({"freeze": name, "longest wait, s": round(longest, 1), "outcomes": outcomes})


if __name__ == "__main__":
    main()
