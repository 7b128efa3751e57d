"""Opening, locking and upgrading databases: an SQLite file by default, or PostgreSQL by its address."""

import glob
import logging
import sqlite3
from itertools import chain, count
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from knobel.server.database import postgres, sqlite, versions
from knobel.server.database.migrations import HEAD
from knobel.server.database.reasons import reason_of
from knobel.server.database.versions import UnknownVersion
from knobel.server.runtime import private_files
from knobel.server.runtime.locations import default_database, file_path, without_password
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""SQLAlchemy drivers by kind of database."""
TIMEOUT_S = 10.0
"""Timeout for a free connection, in seconds."""
UPGRADING = "-upgrading"
"""End of the name of a copy until its upgrade is committed. A process may be killed before that."""


MANY_NAMES = "the database {file} has more than one name (hard links), and would be damaged: copy it, and use the copy"
"""Refusal of a file."""


class StoreError(Refused):
    """The database cannot be used; the text gives the reason in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(TableReason.STORAGE, message)


class CommitUnknown(StoreError):
    """It is unknown whether a transaction was committed, because the connection was lost during the commit."""


def database_url(database: str) -> URL:
    """Return the SQLAlchemy URL of a database that is given as an address or as the path of an SQLite file.

    :raises StoreError: if `database` is neither.
    """
    if "://" not in database:
        return URL.create("sqlite+aiosqlite", database=str(file_path(database)))
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        raise StoreError(f"not a database address: {without_password(database)}") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None or url.drivername not in (driver, driver.partition("+")[0]):
        raise StoreError(f"{url.drivername} is no database for Knobel: give an SQLite file or postgresql://…")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError(f"{database} names no file: give the path of an SQLite file")
    return url.set(drivername=driver)


def display_name(url: URL) -> str:
    """Return the path or address of a database for messages, with its password masked."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    plain = url.set(drivername=url.get_backend_name())
    return without_password(plain.render_as_string(hide_password=False))


def _migrate(connection: Connection, url: URL, version: str, *, back_up: bool) -> str | None:
    """Create or upgrade the tables; return the version before the upgrade, None if there was none."""
    if is_postgres(url):
        postgres.check_direct(connection)
    before = versions.version_of(connection)
    if before == version:
        return None
    if is_postgres(url):
        postgres.lock_migrations(connection)
    else:
        # Without this, the driver would begin a transaction only after the tables have been changed.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    before = versions.version_of(connection)
    if before == version:
        return None
    if before is None:
        if not is_postgres(url) and not versions.is_empty(connection):
            raise UnknownVersion("belongs to another program")
        versions.upgrade(connection, version)
        return None
    copy = _back_up(Path(str(url.database)), before) if back_up and not is_postgres(url) else None
    try:
        versions.upgrade(connection, version)
    except BaseException:
        if copy is not None:
            copy.unlink(missing_ok=True)
        raise
    return before


def _back_up(file: Path, version: str) -> Path:
    """Copy a database before its upgrade, in place of copies for upgrades that were interrupted; return the copy."""
    copy = file.with_name(f"{file.name}-version-{version}{UPGRADING}")
    try:
        for interrupted in _unfinished_copies(file):
            interrupted.unlink()
        sqlite.copy(file, copy)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            f"cannot copy the database {file} before its upgrade: {reason_of(error)}; nothing was changed"
        ) from None
    return copy


def _unfinished_copies(file: Path) -> list[Path]:
    return list(file.parent.glob(f"{glob.escape(file.name)}-version-*{UPGRADING}"))


def _keep_copy(file: Path) -> Path | None:
    """Give the copy of a committed upgrade its name, also after the process that made it was killed; return it."""
    kept = None
    for copy in _unfinished_copies(file):
        name = copy.name.removesuffix(UPGRADING)
        targets = chain([file.with_name(name)], (file.with_name(f"{name}-{number}") for number in count(2)))
        kept = next(target for target in targets if not target.exists())
        copy.rename(kept)
    return kept


def is_postgres(url: URL) -> bool:
    """True if the database is PostgreSQL, which several servers may share."""
    return url.get_backend_name() == "postgresql"


def engine_for(url: URL, **settings: Any) -> AsyncEngine:
    """Return an engine without opening a connection.

    :raises StoreError: if the database's driver is not installed.
    """
    try:
        return create_async_engine(url, **settings)
    except ModuleNotFoundError:
        raise StoreError(f"cannot open the database {display_name(url)}: {postgres.MISSING_DRIVER}") from None


def pooled_engine(url: URL, connections: int, **settings: Any) -> AsyncEngine:
    """Return an engine with a pool of connections that stay open, because opening one takes longer than most queries.

    :raises StoreError: if the database's driver is not installed.
    """
    engine = engine_for(
        url,
        connect_args=postgres.settings() if is_postgres(url) else {},
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=TIMEOUT_S,
        # An uncommitted transaction is rolled back before its connection returns to the pool.
        pool_reset_on_return=None,
        **settings,
    )
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", sqlite.tune)
    return engine


def driver_arguments(database: str) -> dict[str, Any]:
    """Return the arguments with which asyncpg connects to a PostgreSQL database.

    :raises StoreError: if the address is wrong.
    """
    url = database_url(database)
    _, arguments = url.get_dialect()().create_connect_args(url)
    return {**arguments, **postgres.settings()}


async def open_engine(url: URL, version: str = HEAD, *, back_up: bool = False) -> AsyncEngine:
    """Open a database with one connection, and create or upgrade its tables.

    :param version: the version to which the tables are upgraded.
    :param back_up: copy an SQLite file before an upgrade, and report the upgrade in the log.
    :raises StoreError: if the database cannot be opened or upgraded; then nothing is changed.
    """
    engine = pooled_engine(url, 1)
    try:
        if not is_postgres(url):
            private_files.ensure(Path(str(url.database)))
        async with engine.begin() as connection:
            upgraded = await connection.run_sync(_migrate, url, version, back_up=back_up)
        copy = None if is_postgres(url) or not back_up else _keep_copy(Path(str(url.database)))
    except BaseException as error:
        await engine.dispose()
        if isinstance(error, UnknownVersion | postgres.Pooled):
            raise StoreError(f"the database {display_name(url)} {error}") from None
        if isinstance(error, SQLAlchemyError | OSError):
            raise StoreError(f"cannot open the database {display_name(url)}: {reason_of(error)}") from None
        raise
    if upgraded is not None and back_up:
        copied = "" if copy is None else f"; {copy} is a copy from before"
        logger.warning("the database was upgraded from version %s to %s%s", upgraded, version, copied)
    return engine


def file_of(url: URL) -> Path | None:
    """Return the path of an SQLite database; None for PostgreSQL.

    :raises StoreError: if the file's folder does not exist. Only the folder of the default database is created.
    """
    if is_postgres(url):
        return None
    file = Path(str(url.database)).resolve()
    default = default_database().resolve()
    try:
        if file == default:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot create the folder {file.parent}: {reason_of(error)}; choose a file with --database"
        ) from None
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}: create it, or choose another file with --database")
    return file


def lock_database(file: Path) -> sqlite3.Connection:
    """Lock a database against other servers until the returned connection is closed.

    :raises StoreError: if another server uses the database.
    """
    if file.exists() and sqlite.has_other_names(file):
        raise StoreError(MANY_NAMES.format(file=file))
    try:
        lock = sqlite.lock(file)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"cannot lock the database {file}: {reason_of(error)}") from None
    if lock is None:
        raise StoreError(f"another server uses the database {file}: stop it, or choose another file with --database")
    return lock
