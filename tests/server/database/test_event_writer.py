"""Appends over their own connection: what was refused is not stored, and a lost connection is replaced."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from knobel.server.database.engine import CommitUnknown, StoreError, driver_arguments
from knobel.server.database.store import Entry, Log, Store
from tests.server import services
from tests.server.room_fixtures import with_store

OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
BLOCKED = f"SELECT pid {OTHERS} AND wait_event_type = 'Lock'"
END = f"SELECT pg_terminate_backend(pid) {OTHERS}"


def entry(seq: int) -> Entry:
    return Entry(seq, 1000 + seq, str(seq))


def beside_another_program(database: str, story: Callable[[Store, Any], Awaitable[None]]) -> None:
    """Run a scenario on a store with the table AAAAAA, and on another connection to its database."""

    async def told(store: Store) -> None:
        other = await asyncpg.connect(**driver_arguments(database))
        await store.append(Log("AAAAAA"), [entry(0)])
        await store.append(Log("AAAAAA"), [entry(1)])
        try:
            await story(store, other)
        finally:
            await other.close()

    with_store(database, told)


def test_an_append_whose_connection_is_lost_before_the_commit_is_tried_again(postgres: services.Postgres) -> None:
    async def story(store: Store, other: Any) -> None:
        async with other.transaction():
            await other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            append = store.append(Log("AAAAAA"), [entry(2), entry(3)])
            while not await other.fetch(BLOCKED):  # noqa: ASYNC110 -- PostgreSQL has no event for it
                await asyncio.sleep(0.01)
            await other.execute(END)
        await append
        assert await store.read_log("AAAAAA") == ["0", "1", "2", "3"]

    beside_another_program(postgres.new(), story)


@pytest.mark.usefixtures("complaints")
def test_a_refused_append_is_known_not_to_be_stored(postgres: services.Postgres) -> None:
    async def story(store: Store, other: Any) -> None:
        await other.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE SQLSTATE '53100'; END $$; "
            "CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.seq = 3) EXECUTE FUNCTION refuse()"
        )
        with pytest.raises(StoreError, match="the disk is full") as raised:
            await store.append(Log("AAAAAA"), [entry(2), entry(3)])
        assert not isinstance(raised.value, CommitUnknown)
        await store.append(Log("AAAAAA"), [entry(2)])
        assert await store.read_log("AAAAAA") == ["0", "1", "2"]

    beside_another_program(postgres.new(), story)


def test_a_connection_that_was_closed_while_idle_is_replaced(postgres: services.Postgres) -> None:
    async def story(store: Store, other: Any) -> None:
        await other.execute(END)
        while not store._event_writer._connection.is_closed():  # type: ignore[union-attr]  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await store.append(Log("AAAAAA"), [entry(2)])
        assert await store.read_log("AAAAAA") == ["0", "1", "2"]

    beside_another_program(postgres.new(), story)
