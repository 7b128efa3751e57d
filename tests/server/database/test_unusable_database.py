"""While the database is unusable, commands are refused with that reason; no data is lost, and play continues later."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

from tests.server.client import Person, Server, Table, complaining, running, tell

Trouble = Callable[[Server], AbstractContextManager[Any]]


@contextlib.contextmanager
def full(server: Server) -> Iterator[None]:
    """Simulate a full disk: no file may grow."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def gone(part: str) -> Trouble:
    @contextlib.contextmanager
    def gone(server: Server) -> Iterator[None]:
        file = Path(str(server.options["database"]) + part)
        file.rename(aside := file.with_suffix(".aside"))
        try:
            yield
        finally:
            aside.rename(file)

    return gone


@contextlib.asynccontextmanager
async def game(server: Server) -> AsyncIterator[tuple[Person, Table]]:
    """Return Ann in a game after a roll."""
    ann = await Person(server.url).arrive()
    table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
    assert (await table.do("roll", at=table.position["at"]))["type"] == "accepted"
    yield ann, table


async def refused(person: Person, table: Table) -> list[str]:
    """Check all writing requests and return the reasons for their refusals."""
    answers = list(
        await asyncio.gather(
            person.http.get("/api/health"),
            person.http.post("/api/tables", json={"settings": {"game": "knister", "seats": 1}}),
            Person(person.url).http.post("/api/session"),
        )
    )
    # Readiness reports the failed writes; it writes nothing itself before.
    answers.append(await person.http.get("/readyz"))
    assert [answer.status_code for answer in answers] == [503] * 4
    assert (await person.http.get("/healthz")).status_code == 200
    wish = table.wish()
    assert wish is not None
    refusal = await table.do(wish[0], **wish[1])
    return [*(answer.json()["reason"] for answer in answers), refusal["reason"]]


def test_failing_writes(tmp_path: Path) -> None:
    troubles = [gone(""), gone("-wal"), *([full] if hasattr(resource, "prlimit") else [])]

    async def story(server: Server) -> None:
        async with game(server) as (ann, table):
            for trouble in troubles:
                with trouble(server):
                    assert set(await refused(ann, table)) == {"storage"}
                assert (await ann.http.get("/readyz")).json() == {"ok": True}, "a write is tried after a failed one"
                assert (await ann.http.get("/api/health")).json() == {"ok": True, "tables": 1, "here": 1}
                wish = table.wish()
                assert wish is not None
                assert (await table.do(wish[0], **wish[1]))["type"] == "accepted"
            await table.play()
            await table.close()
            log = table.log
            await table.connect()
            assert table.log == log

    server = Server(tmp_path)
    server.start()
    try:
        tell(story(server))
    finally:
        told = [line for line in server.stop().splitlines() if " knobel: " in line]
    assert [line.split()[2] for line in told] == ["ERROR", "WARNING"] * len(troubles), told


def test_failing_reads(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive()
        with gone("")(server):
            assert (await ann.http.get("/api/tables/AAAAAA")).status_code == 503
            assert (await ann.http.get("/api/scores/knister")).status_code == 503
            nobody = Person(server.url)
            nobody.http.cookies["knobel"] = "x" * 43
            assert (await nobody.http.get("/api/session")).status_code == 503
            for person in (ann, nobody):
                table = Table(person, "AAAAAA")
                await table.connect_quietly()
                assert await table.closed_with() == 1013, "it may be there in a moment"

    with complaining(tmp_path) as server:
        tell(story(server))


def test_people_who_return_during_a_storage_failure_are_marked_back(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive()
        code = await ann.open_table(game="knister", seats=2)
        one, two = await ann.join(code), await ben.join(code)
        await two.do("sit")
        await one.do("start")
        await two.close()
        await one.until(lambda: one.table["seats"][1]["away"])
        with gone("")(server):
            await two.connect()
            wish = one.wish()
            assert wish is None or (await one.do(wish[0], **wish[1]))["reason"] == "storage"
        await one.until(lambda: not one.table["seats"][1]["away"])

    with complaining(tmp_path, grace=0.1) as server:
        tell(story(server))


def test_a_database_has_one_server(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "link.db").symlink_to(str(first.options["database"]))
        second = Server(elsewhere, database=str(elsewhere / "link.db"))
        with pytest.raises(RuntimeError, match="another server uses the database"):
            second.start()
        assert second.process is not None
        assert second.process.exitcode == 2
        assert len(second.complaints.read_text().splitlines()) == 1
        first.kill()
        second.start()
        assert second.stop() == ""
