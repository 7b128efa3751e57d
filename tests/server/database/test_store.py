"""The store: appends are compare-and-swap, atomic and ordered; two concurrent writers never corrupt a log."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text

from knobel.server.database import schema
from knobel.server.database.backup import back_up, restore
from knobel.server.database.engine import StoreError, database_url
from knobel.server.database.store import READERS, Conflict, Entry, Log, Store
from knobel.server.people.reports.store import Report, ReportStore
from knobel.server.runtime.locations import without_password
from knobel.server.tables.log.table_log import TableLog
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import encode
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from knobel.tables.state import TableState
from tests.server.room_fixtures import ANN, with_store


def entry(seq: int, data: str = "{}") -> Entry:
    return Entry(seq, 1000 + seq, data)


async def test_a_seq_is_used_once(any_store: Store) -> None:
    one, other = Log("AAAAAA"), Log("AAAAAA")
    await any_store.append(one, [entry(0), entry(1)])
    taken = any_store.append(other, [entry(1), entry(2)])
    after = any_store.append(other, [entry(3)])
    fine = any_store.append(one, [entry(2, '"one"')])
    elsewhere = any_store.append(Log("BBBBBB"), [entry(0)])
    await fine
    await elsewhere
    for late in (taken, after):
        with pytest.raises(Conflict):
            await late
    assert await any_store.read_log("AAAAAA") == ["{}", "{}", '"one"']
    with pytest.raises(Conflict):
        await any_store.append(other, [entry(3)])


async def test_many_appends_share_a_transaction_and_keep_their_order(any_store: Store) -> None:
    logs = [Log(f"{letter * 6}") for letter in "ABCDEFGH"]
    done: list[tuple[str, int]] = []
    futures = []
    for seq in range(200):
        for log in logs:
            future = any_store.append(log, [entry(seq, str(seq))])
            future.add_done_callback(lambda _, log=log, seq=seq: done.append((log.table, seq)))  # type: ignore[misc]
            futures.append(future)
    await asyncio.gather(*futures)
    for log in logs:
        assert [seq for table, seq in done if table == log.table] == list(range(200))
        assert await any_store.read_log(log.table) == [str(seq) for seq in range(200)]


async def test_two_servers_at_one_table(any_store: Store) -> None:
    """One server's state is outdated: it reads the new events and decides the command again."""
    events = commands.open_table(ANN, Settings(game="knister", seats=3))
    await any_store.append(Log("AAAAAA"), [Entry(seq, 1, encode(event)) for seq, event in enumerate(events)])
    one, other = (TableLog("AAAAAA", any_store) for _ in range(2))
    assert await one.load()
    assert await other.load()

    def sit(name: str) -> Callable[[TableState], commands.Events]:
        return lambda state: commands.sit(state, Source(2, name.lower(), name, f"{name} sits"), None)

    assert await one.execute(sit("Ben"), "ben", "Ben sits") == 2
    late = [asyncio.create_task(other.execute(sit(name), name.lower(), f"{name} sits")) for name in ("Cid", "Dot")]
    answers = await asyncio.gather(*late, return_exceptions=True)
    assert answers[0] == 3
    assert isinstance(answers[1], Refused)
    assert answers[1].reason == "table_full"
    one.follow(3, await any_store.read_log("AAAAAA", 3))
    assert other.snapshot.state == one.snapshot.state
    assert other.recent == one.recent
    assert (one.generation, other.generation) == (1, 1), "only the news were read"
    assert await other.execute(sit("Cid"), "cid", "Cid sits") == 3, "a command sent again is not done again"
    assert await other.execute(sit("Ben"), "ben", "Ben sits") == 2, "whoever carried it out"
    with pytest.raises(Refused):
        await other.execute(sit("Dot"), "dot", "Dot sits")
    assert len(await any_store.read_log("AAAAAA")) == 4


def test_newer_databases_are_not_changed(database: str) -> None:
    async def story(store: Store) -> None:
        async with store._engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with_store(database, story)
    with pytest.raises(StoreError, match="newer version"):
        asyncio.run(Store.open(database))


def test_addresses() -> None:
    assert str(database_url("postgresql://host/db")) == "postgresql+asyncpg://host/db"
    assert str(database_url("sqlite:///x.db")) == "sqlite+aiosqlite:///x.db"
    assert database_url("odd?name#.db").database == "odd?name#.db"
    wrong = "://", "foo://x", "postgresql://host:port/x", "postgresql+psycopg2://host/x", "sqlite://", "sqlite:///"
    for address in wrong:
        with pytest.raises(StoreError):
            database_url(address)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://knobel:geheim@host/db",
        "postgresql+asyncpg://knobel:ge/geheim@host/db",
        "postgresql://knobel:ge@geheim@host/db",
        "postgresql://host/db?user=knobel&password=geheim&x=y",
        "mysql://:geheim@host:1234/0",
    ],
)
def test_passwords_are_masked(address: str) -> None:
    assert "geheim" not in without_password(address)
    assert "host" in without_password(address)


def test_missing_postgresql_driver_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install '\.\[servers\]'"):
        asyncio.run(Store.open("postgresql://nobody:secret@/nothing"))


def test_report_numbers_continue_after_a_restore(database: str, tmp_path: Path) -> None:
    report = Report(1, "ann", "Ann", "ben", "Ben", None, "loud", None, "[]")
    backup = tmp_path / "backup.db"
    with_store(database, lambda store: ReportStore(store).add(report))
    asyncio.run(back_up(database, backup))
    with_store(database, lambda store: store.write((delete(schema.reports), [])))
    asyncio.run(restore(backup, database))

    async def story(store: Store) -> None:
        await ReportStore(store).add(report)
        later, first = await ReportStore(store).list_latest(9, answered=True)
        assert (later.number > first.number, first.number) == (True, 1)

    with_store(database, story)


async def test_waiting_for_a_connection_is_not_waiting_for_the_database(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many reads at the same time must not look like a database that does not answer."""
    begun: list[object] = []
    go_on = asyncio.Event()

    async def rows(_: Store, query: object, _values: object) -> list[object]:
        begun.append(query)
        await go_on.wait()
        return []

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_rows", rows)
        reads = [asyncio.create_task(any_store.read(select(1))) for _ in range(3 * READERS)]
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(begun) == READERS, "the time of the others does not run yet"
        go_on.set()
        assert await asyncio.gather(*reads) == [[]] * (3 * READERS)


async def test_an_outage_is_logged_when_it_begins_and_when_it_ends(
    any_store: Store, monkeypatch: pytest.MonkeyPatch, complaints: pytest.LogCaptureFixture
) -> None:
    """Requests at the same time have different reasons: refused, cut, starting."""
    reasons = ["refused", "cut", "starting"]

    async def rows(_: Store, _query: object, _values: object) -> list[object]:
        raise OSError(111, reasons[0])

    async def commit(*_: object) -> None:
        raise StoreError(f"cannot write to the database: {reasons[0]}")

    for outage in (1, 2):
        with monkeypatch.context() as patch:
            patch.setattr(Store, "_rows", rows)
            patch.setattr(Store, "_commit_in_time", commit)
            for _ in range(6):
                with pytest.raises(StoreError):
                    await any_store.read(select(1))
                with pytest.raises(StoreError):
                    await any_store.check()
                reasons.append(reasons.pop(0))
        await any_store.read(select(1))
        await any_store.check()
        while len(complaints.records) % 2:  # noqa: ASYNC110 -- the log has no event
            await asyncio.sleep(0)
        assert [record.levelname for record in complaints.records] == ["ERROR", "WARNING"] * outage
