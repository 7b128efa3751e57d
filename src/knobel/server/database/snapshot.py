"""Consistent snapshots of a database of any version, while other processes write to it."""

import contextlib
import glob
import shutil
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from sqlalchemy import MetaData, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from knobel.server.database import counters, postgres, schema, sqlite
from knobel.server.database.engine import (
    MANY_NAMES,
    StoreError,
    database_url,
    display_name,
    engine_for,
    is_postgres,
    open_engine,
)
from knobel.server.database.migrations import HEAD
from knobel.server.database.reasons import reason_of
from knobel.server.database.versions import UnknownVersion, version_of
from knobel.server.runtime import private_files

UNFINISHED = "-unfinished"
"""End of the name of a file until it is complete."""
ABANDONED_S = 60
"""Seconds without a change after which an unfinished file counts as abandoned. Other commands may just write theirs."""
BATCH_ROWS = 1000
"""Maximum number of rows in memory."""


@contextlib.asynccontextmanager
async def snapshot_as_it_is(database: str, name: str | None = None) -> AsyncIterator[tuple[AsyncConnection, str]]:
    """Open a connection to a consistent snapshot of a database. Yield it with the database's version.

    :param name: the database's name in messages.
    :raises StoreError: if the database does not exist, is not one of Knobel, is newer than this program, or cannot be
        read.
    """
    url = database_url(database)
    name = name or f"the database {display_name(url)}"
    if not is_postgres(url) and not Path(str(url.database)).is_file():  # noqa: ASYNC240 -- takes no time
        raise StoreError(f"there is no database {display_name(url)}")
    if not is_postgres(url):
        _check_names(Path(str(url.database)))
    engine = engine_for(url, connect_args={"server_settings": postgres.LOCK_SETTINGS} if is_postgres(url) else {})
    try:
        async with contextlib.AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(engine.connect())
            except OSError as error:
                raise StoreError(f"cannot read {name}: {reason_of(error)}") from None
            if is_postgres(url):
                await connection.execution_options(isolation_level="REPEATABLE READ")
                await connection.run_sync(postgres.check_direct)
            else:
                await connection.exec_driver_sql("BEGIN")
            version = await connection.run_sync(version_of)
            if version is None:
                raise StoreError(f"{name} is not a database of Knobel")
            yield connection, version
    except (UnknownVersion, postgres.Pooled) as error:
        raise StoreError(f"{name} {error}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"cannot read {name}: {reason_of(error)}") from None
    finally:
        await engine.dispose()


def _check_names(file: Path) -> None:
    """Refuse a file with a write-ahead log that may stand under another name.

    :raises StoreError: if the file has one.
    """
    try:
        hides_log = sqlite.has_other_names(file) and sqlite.has_wal(file)
    except OSError as error:
        raise StoreError(f"cannot read the database {file}: {reason_of(error)}") from None
    if hides_log:
        raise StoreError(MANY_NAMES.format(file=file))


@contextlib.asynccontextmanager
async def snapshot(database: str, name: str | None = None) -> AsyncIterator[AsyncConnection]:
    """Open a connection to a consistent snapshot of a database in this program's version.

    An older database is copied, and the copy is upgraded. The original does not change.

    :param name: the database's name in messages.
    :raises StoreError: if the database does not exist, is not one of Knobel, is newer than this program, or cannot be
        read.
    """
    with contextlib.ExitStack() as copies:
        async with snapshot_as_it_is(database, name) as (connection, version):
            if version == HEAD:
                yield connection
                return
            file = Path(copies.enter_context(tempfile.TemporaryDirectory())) / "copy.db"
            await _copy(database, connection, version, file)
        await (await open_engine(database_url(str(file)))).dispose()
        async with snapshot_as_it_is(str(file), name) as (connection, _):
            yield connection


async def _copy(database: str, connection: AsyncConnection, version: str, target: Path) -> None:
    """Copy a database of another version into a new file. Damage in an SQLite file is copied too."""
    url = database_url(database)
    if is_postgres(url):
        await copy_rows(connection, version, target)
        return
    try:
        sqlite.copy(Path(str(url.database)), target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"cannot copy the database {display_name(url)}: {reason_of(error)}") from None


async def copy_rows(source: AsyncConnection, version: str, target: Path) -> int:
    """Copy all rows of a database of that version into a new SQLite file of the same version.

    Return the number of rows.

    :raises StoreError: on failure. The target file then does not exist.
    """
    unfinished = target.with_name(f"{target.name}{UNFINISHED}")
    sqlite.remove(unfinished)
    try:
        engine = await open_engine(database_url(str(unfinished)), version)
        try:
            number = await copy_tables(source, engine, version)
        finally:
            await engine.dispose()
        _disable_wal(unfinished)
        sqlite.finish(unfinished, target)
    except BaseException as error:
        sqlite.remove(unfinished)
        if isinstance(error, OSError | sqlite3.Error):
            raise StoreError(f"cannot write {target}: {reason_of(error)}") from None
        raise
    return number


def remove_abandoned(folder: Path, suffix: str) -> None:
    """Delete the unfinished files of commands that were killed while they wrote a database into this folder.

    :param suffix: the ending of the databases' names.
    """
    for file in folder.glob(f"*{glob.escape(suffix)}{UNFINISHED}"):
        if _is_abandoned(file):
            sqlite.remove(file)


def _is_abandoned(file: Path) -> bool:
    """True if a file is an empty file or a database of Knobel into which no program has written for a while."""
    with contextlib.suppress(OSError, sqlite3.Error):
        if time.time() - sqlite.last_change(file) < ABANDONED_S:
            return False
        if not file.stat().st_size:
            return True
        with contextlib.closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            return found is not None
    return False


def _disable_wal(file: Path) -> None:
    """Switch off the write-ahead log, so that the file can be read in a read-only folder."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


async def copy_tables(
    source: AsyncConnection,
    target: AsyncEngine,
    version: str = HEAD,
    before: Callable[[AsyncConnection], Awaitable[object]] | None = None,
    numbers: Callable[[dict[str, int]], dict[str, int]] = dict,
) -> int:
    """Copy all rows and counters to another database of the same version in one transaction.

    Return the number of rows.

    :param before: work on the other database in the same transaction, before the first row.
    :param numbers: receives the last numbers by table (`counters`), and returns those after which the copy continues.
    """
    number = 0
    try:
        async with target.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.run_sync(postgres.allow_idle)
            if before is not None:
                await before(connection)
            metadata = schema.metadata if version == HEAD else await connection.run_sync(_tables_of)
            # Sorted: referenced rows come before the rows that refer to them.
            for table in metadata.sorted_tables:
                if table.name in UNCOPIED_TABLES:
                    continue
                found = await source.stream(select(table))
                async for part in found.mappings().partitions(BATCH_ROWS):
                    await connection.execute(insert(table), [dict(row) for row in part])
                    number += len(part)
            last = numbers(await source.run_sync(counters.last_numbers, metadata))
            await connection.run_sync(counters.set_last_numbers, metadata, last)
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"cannot copy: {reason_of(error)}") from None
    return number


UNCOPIED_TABLES = {
    "alembic_version",
    *(table.name for table in schema.metadata.sorted_tables if table.info.get("ephemeral")),
}
"""Tables that are not copied."""


def _tables_of(connection: Connection) -> MetaData:
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata


def private_copy(file: Path, folder: Path) -> Path:
    """Copy an SQLite file with its write-ahead log into a folder. Return the copy."""
    copy = folder / "copy.db"
    log = file.with_name(f"{file.name}-wal")
    try:
        if log.exists():
            sqlite.copy(file, copy)
        else:
            shutil.copyfile(file, copy)
            copy.chmod(private_files.MODE)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"cannot read {file}: {reason_of(error)}") from None
    return copy
