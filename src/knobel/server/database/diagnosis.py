"""The state of a database for `knobel doctor`, read without changing it."""

from typing import NamedTuple

from sqlalchemy import text

from knobel.server.database.engine import StoreError, database_url, is_postgres
from knobel.server.database.migrations import HEAD
from knobel.server.database.snapshot import snapshot_as_it_is


class DatabaseState(NamedTuple):
    """The version of a database and the version that this program needs; its clock, and whether it is read-only.

    `clock_s` is the Unix time of the database server; None for SQLite. `connections` is the maximum number of its
    connections; None for SQLite.
    """

    version: str
    needed: str
    read_only: bool = False
    clock_s: float | None = None
    connections: int | None = None


async def database_state(database: str) -> DatabaseState:
    """Return the state of a database.

    :raises StoreError: if there is none, it cannot be read, it is newer than this program, or an SQLite file is
        damaged.
    """
    async with snapshot_as_it_is(database) as (connection, version):
        if not is_postgres(database_url(database)):
            found = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar()
            if found != "ok":
                raise StoreError(f"the database {database} is damaged: {found}")
            return DatabaseState(version, HEAD)
        settings = "current_setting('transaction_read_only'), current_setting('max_connections')"
        clock = "extract(epoch FROM clock_timestamp())"
        read_only, limit, clock_s = (await connection.execute(text(f"SELECT {settings}, {clock}"))).one()
        return DatabaseState(version, HEAD, read_only == "on", float(clock_s), int(limit))
