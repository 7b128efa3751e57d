"""Persistent storage: people, the tables' logs and results.

A single task writes. It combines all waiting writes into one transaction (*group commit*), so that a slow disk does not
stall play. An append to a log succeeds only at the next seq (*compare-and-swap*), so two processes can never both write
the same one.
"""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import CompoundSelect, Executable, Select, func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from knobel.presentation.time_slices import TimeSlices
from knobel.server.database import postgres, schema, sqlite
from knobel.server.database.circuit_breaker import CircuitBreaker, TimedOut
from knobel.server.database.engine import (
    CommitUnknown,
    StoreError,
    database_url,
    file_of,
    is_postgres,
    lock_database,
    open_engine,
    pooled_engine,
)
from knobel.server.database.event_writer import EventWriter
from knobel.server.database.guards import Guard, Unmet
from knobel.server.database.reasons import reason_of
from knobel.server.database.sqlite_writer import SqliteWriter
from knobel.server.database.transaction import Execution, Step, Write, execute, steps_of
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.runtime import metrics

logger = logging.getLogger("knobel")

T = TypeVar("T")
Statement: TypeAlias = Executable | Execution
"""A statement to execute once, or one with its lists of values."""

Query: TypeAlias = Select[Any] | CompoundSelect[Any]

EVENTS, TABLES, RESULTS = (insert(table) for table in (schema.events, schema.tables, schema.results))
MAX_GROUP_SIZE = 500
"""Maximum number of writes in a transaction."""
GROUP_INTERVAL_S = 0.005
"""Seconds between the beginnings of two transactions, so that under load each stores several writes. The first write
after a pause need not wait."""
DAY_S = 24 * 3600
READERS = 8
"""Maximum number of connections that read. More of them would only wait for each other."""


class Conflict(Exception):
    """Another process has written at this seq: the caller's state of the log is outdated."""


@dataclass(slots=True, eq=False)
class Log:
    """A handle for appending to a table's log.

    After a conflict, all later appends through the handle fail too, because they were decided on a state that was never
    stored.
    """

    table: str
    broken: bool = False


@dataclass(slots=True, frozen=True)
class Entry:
    """A stored event. `person` is the person whose name it contains, if any."""

    seq: int
    time: int
    data: str
    person: str | None = None


@dataclass(slots=True, frozen=True)
class ResultRow:
    """A person's result in a game that began at seq `first`. `options` is canonical JSON."""

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
class TableRow:
    """A table: when it was opened, the time of its last event, and the number of events."""

    code: str
    opened: int
    last: int
    events: int


@dataclass(slots=True, eq=False, kw_only=True)
class _Write(Write):
    done: asyncio.Future[int]
    log: Log | None = None


class Store:
    """The database of one server process."""

    def __init__(
        self,
        engine: AsyncEngine,
        readers: AsyncEngine,
        file: Path | None,
        lock: sqlite3.Connection | None,
        sqlite_writer: SqliteWriter | None,
        event_writer: EventWriter | None,
        *,
        shared: bool,
    ) -> None:
        """Use an open database.

        `engine` writes through a single connection, so that it never waits for `readers`. `file` is the path of an
        SQLite database, `sqlite_writer` writes to it in place of the engine. `lock` is its lock, if it is locked.
        `event_writer` appends to the logs in a PostgreSQL database.
        """
        self.shared = shared
        """True if other servers may use the database."""
        self.time_slices = TimeSlices()
        """Runs long computations on stored data in pieces."""
        self.low_priority_slices = TimeSlices(low_priority=True)
        """The same, with low priority."""
        self._engine, self._readers = engine, readers
        self._sqlite_writer, self._event_writer = sqlite_writer, event_writer
        self._files = None if file is None else sqlite.Files(file)
        self._lock = lock
        self._circuit = CircuitBreaker(self._probe)
        self._free_readers = asyncio.Semaphore(READERS)
        self._committing = False
        """True while it is unknown whether the current group of writes is stored."""
        self._queue: asyncio.Queue[_Write] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._analysis: asyncio.Task[None] | None = None
        self.budget = WriteBudget()
        self._has_trouble = False
        """The current problem with the database, None if there is none."""

    @classmethod
    async def open(cls, database: str, *, alone: bool = False) -> "Store":
        """Open a database and create or upgrade its tables. An SQLite file is copied before an upgrade.

        :param alone: lock an SQLite file against other servers.
        :raises StoreError: on failure.
        """
        url = database_url(database)
        file = file_of(url)
        lock = lock_database(file) if alone and file is not None else None
        writer = None
        try:
            engine = await open_engine(url, back_up=True)
            if file is not None:
                writer = SqliteWriter(url)
                # The last connection that is closed would delete the write-ahead log.
                await writer.commit([Step(text("SELECT version_num FROM alembic_version"), [])])
                await engine.dispose()
        except BaseException:
            if lock is not None:
                lock.close()
            raise
        # A single statement sees a consistent snapshot, so reads need no transaction.
        readers = pooled_engine(url, READERS, isolation_level="AUTOCOMMIT")
        event_writer = EventWriter(database) if is_postgres(url) else None
        store = cls(engine, readers, file, lock, writer, event_writer, shared=is_postgres(url))
        store._writer = asyncio.create_task(store._write_for_ever(), name="store writer")
        if alone and file is not None:
            await store.analyze()
            store._analysis = asyncio.create_task(store._analyze_daily(), name="store analysis")
        return store

    async def close(self) -> None:
        """Finish the waiting writes, then close."""
        if self._analysis is not None:
            self._analysis.cancel()
        await self._queue.join()
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self._circuit.close()
        await self._engine.dispose()
        await self._readers.dispose()
        if self._sqlite_writer is not None:
            await self._sqlite_writer.close()
        if self._event_writer is not None:
            self._event_writer.close()
        if self._lock is not None:
            self._lock.close()

    async def analyze(self) -> None:
        """Renew the statistics by which SQLite plans queries. PostgreSQL does that itself. Errors are ignored."""
        with contextlib.suppress(StoreError):
            await self.write(text("ANALYZE"))
            # A connection reads the statistics when it is opened.
            await self._readers.dispose()

    async def _analyze_daily(self) -> None:
        while True:
            await asyncio.sleep(DAY_S)
            await self.analyze()

    @property
    def waiting(self) -> int:
        """The number of waiting writes."""
        return self._queue.qsize()

    def _check_files(self) -> None:
        if self._files is not None and (gone := self._files.find_missing()) is not None:
            raise StoreError(f"the database file is missing: {gone.name} was deleted, or is another file than before")

    def _note(self, trouble: StoreError | None) -> None:
        """Log a problem with the database once when it begins, and once when it ends.

        Requests at the same time see it in different ways: each has its own reason, and some are refused, others cut.
        """
        if trouble is None and self._has_trouble:
            logger.warning("the database can be used again")
        elif trouble is not None and not self._has_trouble:
            logger.error("%s", trouble)
        self._has_trouble = trouble is not None

    # --- writing ----------------------------------------------------------------------------------------------------

    def append(
        self,
        log: Log,
        entries: Sequence[Entry],
        results: Sequence[ResultRow] = (),
        also: Iterable[Statement] = (),
        guard: Guard | None = None,
    ) -> asyncio.Future[int]:
        """Append to a log, all or nothing, in the order of the calls. `also` is executed in the same transaction.

        :raises Conflict: from the future, if a seq is taken or an earlier append through this `log` had a conflict.
        :raises Unmet: from the future, if the guard does not hold.
        """
        events = [{"table": log.table} | _values(entry) for entry in entries]
        statements: list[Statement] = [(EVENTS, events)]
        if entries[0].seq == 0:
            statements.insert(0, (TABLES, [{"code": log.table, "opened": entries[0].time}]))
        if results:
            statements.append((RESULTS, [{"table": log.table} | _values(row) for row in results]))
        statements.extend(also)
        return self._enqueue(statements, log, guard)

    def write(self, *statements: Statement, guard: Guard | None = None) -> asyncio.Future[int]:
        """Execute statements in one transaction. Statements that lock rows (SELECT … FOR UPDATE) come first.

        The result is the number of rows affected by the last statement that neither locks nor inserts given values.

        :raises Conflict: from the future, if a row exists already or a referenced row does not exist.
        :raises Unmet: from the future, if the guard does not hold.
        """
        return self._enqueue(statements, guard=guard)

    def _enqueue(
        self, statements: Sequence[Statement], log: Log | None = None, guard: Guard | None = None
    ) -> asyncio.Future[int]:
        executions: list[Execution] = [
            statement if isinstance(statement, tuple) else (statement, []) for statement in statements
        ]
        self.budget.charge(executions)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        write = _Write(executions=executions, guard=guard, done=done, log=log)
        self._queue.put_nowait(write)
        return write.done

    async def _write_for_ever(self) -> None:
        while True:
            group = [await self._queue.get()]
            began = time.monotonic()
            while len(group) < MAX_GROUP_SIZE and not self._queue.empty():
                group.append(self._queue.get_nowait())
            metrics.writes.inc(len(group))
            try:
                with metrics.write_seconds.time():
                    await self._write(group)
            finally:
                for _ in group:
                    self._queue.task_done()
            await asyncio.sleep(began + GROUP_INTERVAL_S - time.monotonic())

    async def _write(self, group: list[_Write]) -> None:
        try:
            self._check_files()
            await self._commit_in_time(group)
        except Exception as error:  # noqa: BLE001 -- later writers must not wait forever
            if isinstance(error, StoreError | SQLAlchemyError | OSError) and not _clash(error):
                trouble = error if isinstance(error, StoreError) else _cannot_write(error)
                self._note(trouble)
                for write in group:
                    _fail(write, trouble)
                return
            await self._write_apart(group, error)
        else:
            self._note(None)

    async def _write_apart(self, group: list[_Write], error: Exception) -> None:
        """Write a group that contains an invalid or conflicting write: find it by bisection."""
        if len(group) == 1:
            _fail(group[0], Conflict() if _clash(error) else _cannot_write(error))
            return
        half = len(group) // 2
        for part in (group[:half], group[half:]):
            try:
                await self._commit_in_time(part)
            except Exception as failure:  # noqa: BLE001 -- as above
                await self._write_apart(part, failure)

    async def _commit_in_time(self, group: list[_Write]) -> None:
        """Call `_commit_sound` with a timeout.

        :raises TimedOut: if the database does not answer, and nothing is stored.
        :raises CommitUnknown: if it is unknown whether the writes are stored.
        """
        if not self.shared:
            # SQLite has its own timeout, and its thread cannot be cancelled.
            await self._commit_sound(group)
            return
        self._committing = False
        try:
            await self._circuit.run(lambda: self._commit_sound(group))
        except TimedOut as error:
            if self._committing:
                raise CommitUnknown(str(error)) from None
            raise

    async def _commit_sound(self, group: list[_Write]) -> None:
        """Commit the writes whose logs are not broken in one transaction, and resolve all futures."""
        await self._commit([write for write in group if write.log is None or not write.log.broken])
        for write in group:
            if write.log is not None and write.log.broken:
                _fail(write, Conflict())
            elif write.unmet:
                _fail(write, Unmet())
            elif not write.done.done():
                write.done.set_result(write.touched)

    async def _commit(self, writes: list[_Write]) -> None:
        """Execute writes in one transaction.

        :raises CommitUnknown: if it is unknown whether they are stored.
        """
        steps = steps_of(writes)
        if self._sqlite_writer is not None:
            await self._sqlite_writer.commit(steps)
            return
        for attempt in (1, 2):
            self._committing = False
            try:
                await self._transact(steps)
                return
            except (DBAPIError, OSError) as error:
                if self._committing and self.shared and not _clash(error):
                    raise CommitUnknown(f"cannot write to the database: {reason_of(error)}") from None
                # The server may have closed an idle connection.
                if attempt == 2 or not _cut(error):
                    raise

    async def _transact(self, steps: list[Step]) -> None:
        if self._event_writer is not None and len(steps) == 1 and steps[0].statement is EVENTS:
            await self._event_writer.append(steps[0].values)
            self._committing = True
            await self._event_writer.commit()
            return
        async with self._engine.connect() as connection:
            await connection.run_sync(execute, steps)
            self._committing = True
            await connection.commit()

    async def check(self) -> None:
        """Check that the database is writable, by a write that changes nothing.

        :raises StoreError: if it is not.
        """
        await self.write(text("UPDATE alembic_version SET version_num = version_num"))

    async def check_without_writing(self) -> None:
        """Check that the database answers and appears writable. Only after a failed write, make a test write.

        :raises StoreError: if it does not answer or cannot be written.
        """
        if self._has_trouble:
            await self.check()
        elif not self.shared:
            await self.read(select(schema.processes.c.id).limit(1))
        elif await self.read_value(select(func.current_setting("transaction_read_only"))) == "on":
            raise StoreError("the database is read-only: is it a standby?")

    # --- reading ----------------------------------------------------------------------------------------------------

    async def read(self, query: Query, values: Mapping[str, Any] | None = None) -> list[Any]:
        """Return the rows of a query, when a connection is free. This wait is no sign that the database is slow.

        :param values: the values of the query's named parameters.
        :raises StoreError: if the database does not answer. The same holds for all methods that read.
        """
        for attempt in (1, 2):
            try:
                self._check_files()
                async with self._free_readers:
                    if not self.shared:
                        return await self._rows(query, values)
                    return await self._circuit.run(lambda: self._rows(query, values))
            except TimedOut as error:
                self._note(error)
                raise
            except (SQLAlchemyError, OSError) as error:
                if attempt == 1 and _cut(error):
                    continue
                trouble = StoreError(f"cannot read the database: {reason_of(error)}")
                self._note(trouble)
                raise trouble from None
        raise AssertionError("the second attempt returns or raises")

    async def read_as(self, kind: Callable[..., T], query: Query) -> list[T]:
        """Return the rows of a query as objects of a class, whose fields are the columns in this order."""
        return [kind(*row) for row in await self.read(query)]

    async def first_as(self, kind: Callable[..., T], query: Query) -> T | None:
        """Return the first row of a query as an object of a class, None if there are no rows."""
        return next(iter(await self.read_as(kind, query)), None)

    async def read_value(self, query: Query) -> Any | None:
        """Return the first column of the first row of a query, None if there are no rows."""
        rows = await self.read(query)
        return rows[0][0] if rows else None

    async def read_dicts(self, query: Query) -> list[dict[str, Any]]:
        """Return the rows of a query as dictionaries by the names of its columns, for exports."""
        return await self.time_slices.all(row._asdict() for row in await self.read(query))

    async def _rows(self, query: Query, values: Mapping[str, Any] | None = None) -> list[Any]:
        async with self._readers.connect() as connection:
            return list(await connection.execute(query, values))

    async def _probe(self) -> None:
        await self._rows(select(1))

    async def read_log(self, table: str, first: int = 0) -> list[str]:
        """Return the events of a table from seq `first` on, in order."""
        c = schema.events.c
        query = select(c.data).where(c.table == table, c.seq >= first).order_by(c.seq)
        return [data for (data,) in await self.read(query)]

    async def latest_tables(self, most: int) -> list[TableRow]:
        """Return the tables with the latest events."""
        c, last = schema.tables.c, func.max(schema.events.c.time)
        query = (
            select(c.code, c.opened, last, func.count())
            .join(schema.events, schema.events.c.table == c.code)
            .group_by(c.code, c.opened)
            .order_by(last.desc())
            .limit(most)
        )
        return await self.read_as(TableRow, query)

    async def count_tables(self) -> int:
        """Return the number of stored tables."""
        return await self.read_value(select(func.count()).select_from(schema.tables)) or 0


def columns_of(kind: Any, columns: Any) -> list[Any]:
    """Return the columns of a table that are named as the fields of a class with slots, in their order."""
    return [columns[name] for name in kind.__slots__]


def _values(row: Entry | ResultRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def _clash(error: Exception) -> bool:
    """True if a concurrent write caused the error."""
    return isinstance(error, IntegrityError) or postgres.is_retryable(error)


def _cut(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _cannot_write(error: Exception) -> StoreError:
    return StoreError(f"cannot write to the database: {reason_of(error)}")


def _fail(write: _Write, error: Exception) -> None:
    if isinstance(error, Conflict):
        metrics.conflicts.inc()
    if write.log is not None:
        write.log.broken = True
    if not write.done.done():
        write.done.set_exception(error)
        # Mark the exception as retrieved, because the caller may have been cancelled.
        write.done.exception()


class DomainStore:
    """Base class of the stores of domains, which read and write their rows in the database of the process."""

    def __init__(self, store: Store) -> None:
        self._store = store
