"""Where everything lasts: people, the tables' logs, results. SQLite by default, PostgreSQL by its address.

All writing goes through one task that puts whatever is waiting into one transaction (*group commit*), so that one slow
disk does not stall play. An append to a log succeeds only at the seq that comes next (*compare-and-swap*): two
processes can never both write the same one.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Insert, delete, event, exists, func, insert, inspect, select, text, update
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from knobel.server import rows
from knobel.server.migrations import HEAD

LARGEST_GROUP = 500
"""Writes in one transaction."""


class StoreError(Exception):
    """The database cannot be used; the text says why, in one line."""


class Conflict(Exception):
    """Somebody else has written at this seq: what one knew of the log is out of date."""


@dataclass(slots=True, eq=False)
class Log:
    """A writer's hold on a table's log. After one conflict every later append through it fails too, because it was
    decided on what never came to be."""

    table: str
    broken: bool = False


@dataclass(slots=True, frozen=True)
class Entry:
    """An event as it is stored."""

    seq: int
    time: int
    data: str


@dataclass(slots=True, frozen=True)
class ResultRow:
    """How a person ended a game that began at seq `first`; `options` as canonical JSON."""

    first: int
    seat: int
    game: str
    options: str
    person: str
    name: str
    score: int
    seats: int
    time: int
    ranked: bool


@dataclass(slots=True, frozen=True)
class ScoreRow:
    """A line of a high-score list."""

    name: str
    score: int
    seats: int
    time: int
    table: str


@dataclass(slots=True)
class _Write:
    statements: list[tuple[Any, list[dict[str, Any]]]]
    done: asyncio.Future[None]
    log: Log | None = None


def address(database: str) -> str:
    """The SQLAlchemy address of a database given as such, or as the path of an SQLite file.

    :raises StoreError: if it is none.
    """
    if "://" not in database:
        return f"sqlite+aiosqlite:///{Path(database).expanduser()}"
    try:
        url = make_url(database)
    except ArgumentError:
        raise StoreError(f"not a database address: {database}") from None
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}.get(url.drivername, url.drivername)
    return url.set(drivername=driver).render_as_string(hide_password=False)


def _tune_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if inspect(connection).has_table("alembic_version"):
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version == HEAD:
            return
        if version is not None and version > HEAD:
            raise StoreError(f"the database is of a newer version of Knobel ({version}); this one knows {HEAD}")
    # Heavy, and needed only now.
    from alembic import command  # noqa: PLC0415 -- heavy
    from alembic.config import Config  # noqa: PLC0415 -- heavy

    config = Config()
    config.set_main_option("script_location", "knobel.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Store:
    """The database of one server process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[_Write] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, database: str) -> "Store":
        """Open a database, making its folder and its tables where they are missing.

        :raises StoreError: if that is impossible.
        """
        url = make_url(address(database))
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            folder = Path(str(url.database)).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"cannot make the database folder {folder}: {error.strerror}") from None
        try:
            engine = create_async_engine(url)
            if url.get_backend_name() == "sqlite":
                event.listen(engine.sync_engine, "connect", _tune_sqlite)
            async with engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, ImportError, OSError) as error:
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"cannot open the database {url}: {cause}") from None
        store = cls(engine)
        store._writer = asyncio.create_task(store._write_for_ever(), name="store writer")
        return store

    async def close(self) -> None:
        """Finish what is waiting, then close."""
        await self._queue.join()
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self._engine.dispose()

    # --- writing ----------------------------------------------------------------------------------------------------

    def append(self, log: Log, entries: Sequence[Entry], results: Sequence[ResultRow] = ()) -> asyncio.Future[None]:
        """Append to a log, all or nothing; what is appended first is stored first.

        :raises Conflict: from the future, if a seq is taken or an earlier append through this `log` had a conflict.
        """
        events = [{"table": log.table, "seq": entry.seq, "time": entry.time, "data": entry.data} for entry in entries]
        statements: list[tuple[Any, list[dict[str, Any]]]] = [(insert(rows.events), events)]
        if entries[0].seq == 0:
            statements.insert(0, (insert(rows.tables), [{"code": log.table, "opened": entries[0].time}]))
        if results:
            statements.append((insert(rows.results), [_result_values(log.table, result) for result in results]))
        return self._enqueue(statements, log)

    async def add_person(self, person: str, name: str, secret_hash: str, now: int) -> None:
        """Store a new person and the hash of the secret that proves who they are."""
        await self._enqueue(
            [
                (insert(rows.people), [{"id": person, "name": name, "seen": now}]),
                (insert(rows.secrets), [{"hash": secret_hash, "person": person}]),
            ]
        )

    async def add_secret(self, person: str, secret_hash: str) -> None:
        """Store the secret of another device of a person."""
        await self._enqueue([(insert(rows.secrets), [{"hash": secret_hash, "person": person}])])

    async def rename(self, person: str, name: str, now: int) -> None:
        """Store a person's new name."""
        await self._enqueue([(update(rows.people).where(rows.people.c.id == person).values(name=name, seen=now), [])])

    async def forget_tables(self, before: int) -> None:
        """Delete the tables at which nothing has happened since then."""
        recent = exists().where(rows.events.c.table == rows.tables.c.code, rows.events.c.time >= before)
        await self._enqueue([(delete(rows.tables).where(~recent), [])])

    def _enqueue(
        self, statements: list[tuple[Any, list[dict[str, Any]]]], log: Log | None = None
    ) -> asyncio.Future[None]:
        write = _Write(statements, asyncio.get_running_loop().create_future(), log)
        self._queue.put_nowait(write)
        return write.done

    async def _write_for_ever(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            try:
                await self._write(group)
            finally:
                for _ in group:
                    self._queue.task_done()

    async def _write(self, group: list[_Write]) -> None:
        sound = [write for write in group if write.log is None or not write.log.broken]
        try:
            async with self._engine.begin() as connection:
                for statement, values in _merged(sound):
                    await _execute(connection, statement, values)
        except IntegrityError:
            # Somebody in the group was late: find out who, one by one.
            for write in group:
                await self._write_alone(write)
            return
        except (SQLAlchemyError, OSError) as error:
            for write in group:
                _fail(write, StoreError(f"cannot write to the database: {getattr(error, 'orig', None) or error}"))
            return
        for write in group:
            if write.log is not None and write.log.broken:
                _fail(write, Conflict())
            elif not write.done.done():
                write.done.set_result(None)

    async def _write_alone(self, write: _Write) -> None:
        if write.log is not None and write.log.broken:
            _fail(write, Conflict())
            return
        try:
            async with self._engine.begin() as connection:
                for statement, values in write.statements:
                    await _execute(connection, statement, values)
        except IntegrityError:
            _fail(write, Conflict())
        except (SQLAlchemyError, OSError) as error:
            _fail(write, StoreError(f"cannot write to the database: {getattr(error, 'orig', None) or error}"))
        else:
            if not write.done.done():
                write.done.set_result(None)

    # --- reading ----------------------------------------------------------------------------------------------------

    async def read_log(self, table: str) -> list[str]:
        """The events of a table, in order; empty if there is no such table."""
        query = select(rows.events.c.data).where(rows.events.c.table == table).order_by(rows.events.c.seq)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def find_person(self, secret_hash: str) -> tuple[str, str] | None:
        """The id and name of the person with this secret."""
        query = (
            select(rows.people.c.id, rows.people.c.name)
            .join(rows.secrets, rows.secrets.c.person == rows.people.c.id)
            .where(rows.secrets.c.hash == secret_hash)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row.id, row.name)

    async def best(
        self, game: str, options: str, *, since: int = 0, person: str | None = None, limit: int = 20
    ) -> list[ScoreRow]:
        """The best ranked scores of a game and option set, the older first among equals."""
        c = rows.results.c
        query = (
            select(c.name, c.score, c.seats, c.time, c.table)
            .where(c.game == game, c.options == options, c.ranked, c.time >= since)
            .order_by(c.score.desc(), c.time)
            .limit(limit)
        )
        if person is not None:
            query = query.where(c.person == person)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [ScoreRow(row.name, row.score, row.seats, row.time, row.table) for row in found]

    async def count_tables(self) -> int:
        """How many tables are stored; also shows that the database answers."""
        async with self._engine.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(rows.tables))).scalar_one())


def _result_values(table: str, result: ResultRow) -> dict[str, Any]:
    return {"table": table} | {name: getattr(result, name) for name in ResultRow.__slots__}


def _merged(group: list[_Write]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """The statements of a group, with inserts into the same table made one."""
    inserts: dict[str, tuple[Any, list[dict[str, Any]]]] = {}
    others = []
    for write in group:
        for statement, values in write.statements:
            if isinstance(statement, Insert):
                inserts.setdefault(statement.table.name, (statement, []))[1].extend(values)
            else:
                others.append((statement, values))
    # What is referred to comes first.
    ordered = [inserts[table.name] for table in rows.metadata.sorted_tables if table.name in inserts]
    return ordered + others


async def _execute(connection: AsyncConnection, statement: Any, values: list[dict[str, Any]]) -> None:
    if values:
        await connection.execute(statement, values)
    else:
        await connection.execute(statement)


def _fail(write: _Write, error: Exception) -> None:
    if write.log is not None:
        write.log.broken = True
    if not write.done.done():
        write.done.set_exception(error)
