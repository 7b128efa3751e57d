"""Opening databases: an SQLite file by default, PostgreSQL by its address, and no other server on either."""

import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sqlalchemy import event, inspect, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from knobel.server import postgres, sqlite
from knobel.server.migrations import HEAD
from knobel.tables.reasons import Refused, TableReason

PATIENCE = 10.0
"""Seconds after which who waits for a free connection gives up."""


class StoreError(Refused):
    """The database cannot be used; the text says why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(TableReason.STORAGE, message)


class Unsettled(StoreError):
    """Nobody knows whether something is stored: the connection was lost while it was committed."""


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
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"{url.get_backend_name()} is no database for Knobel: give an SQLite file or postgresql://…")
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}.get(url.drivername, url.drivername)
    return url.set(drivername=driver).render_as_string(hide_password=False)


def without_password(database: str) -> str:
    """A database's path or address, which may hold a password, as anybody may read it."""
    return re.sub(r"(://[^/@:]*):[^/@]*@", r"\1:***@", database)


def _version(connection: Connection) -> str | None:
    """The database's version; None if it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    if _version(connection) != HEAD and connection.dialect.name == "postgresql":
        postgres.wait_for_turn(connection)
    version = _version(connection)
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


def is_postgres(url: URL) -> bool:
    """Whether a database is one that several servers may use."""
    return url.get_backend_name() == "postgresql"


def _engine(url: URL, **settings: Any) -> AsyncEngine:
    try:
        return create_async_engine(url, **settings)
    except ModuleNotFoundError as error:
        reason = postgres.MISSING if is_postgres(url) else str(error)
        raise StoreError(f"cannot open the database {url!r}: {reason}") from None
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"cannot open the database {url!r}: {error}") from None


def connected(url: URL, connections: int, **settings: Any) -> AsyncEngine:
    """A database by so many connections, which stay open: opening one takes longer than most of what it is used for.

    :raises StoreError: if there can be none.
    """
    engine = _engine(
        url,
        connect_args=postgres.settings() if is_postgres(url) else {},
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        # A transaction that was not committed is rolled back before that.
        pool_reset_on_return=None,
        **settings,
    )
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", sqlite.tune)
    return engine


async def opened(url: URL) -> AsyncEngine:
    """Open a database by one connection; what it lacks to be of this version is added.

    :raises StoreError: if that is impossible.
    """
    engine = connected(url, 1)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    except (SQLAlchemyError, OSError) as error:
        await engine.dispose()
        raise StoreError(f"cannot open the database {url!r}: {reason_of(error)}") from None
    except StoreError:
        await engine.dispose()
        raise
    return engine


def file_of(url: URL) -> Path | None:
    """The file that is the database, in a folder that is there; None if it is no file."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    file = Path(str(url.database)).resolve()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the database folder {file.parent}: {error.strerror}") from None
    return file


def locked(file: Path) -> sqlite3.Connection:
    """Keep other servers from a database until the connection returned is closed.

    :raises StoreError: if one uses it.
    """
    try:
        lock = sqlite.lock(file)
    except sqlite3.Error as error:
        raise StoreError(f"cannot lock the database {file}: {error}") from None
    if lock is None:
        raise StoreError(f"another server uses the database {file}: stop it, or choose another file with --database")
    return lock


def reason_of(error: Exception) -> str:
    """What went wrong, in the database's own words."""
    return str(getattr(error, "orig", None) or error) or type(error).__name__


@contextlib.asynccontextmanager
async def snapshot(database: str) -> AsyncIterator[AsyncConnection]:
    """A connection that sees one moment of a database, whatever is written to it meanwhile.

    :raises StoreError: if there is no such database, it is of another version, or it cannot be read.
    """
    url = make_url(address(database))
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
    if file is not None and not file.is_file():
        raise StoreError(f"there is no database {file}")
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            if file is None:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                await connection.exec_driver_sql("BEGIN")
            version = await connection.run_sync(_version)
            if version != HEAD:
                raise StoreError(f"the database is of version {version or 'none'}, this program of version {HEAD}")
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"cannot read the database {url!r}: {reason_of(error)}") from None
    finally:
        await engine.dispose()
