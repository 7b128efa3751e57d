"""Writes to an SQLite file: each transaction is one step of a thread, however many statements it has.

The asynchronous driver would take a step, with two changes of thread, for every statement, cursor and commit.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import StaticPool

from knobel.server.database import sqlite
from knobel.server.database.transaction import Step, execute


class SqliteWriter:
    """The only connection of a process that writes to an SQLite file."""

    def __init__(self, url: URL) -> None:
        """Use an existing database. The connection is opened with the first transaction."""
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=StaticPool,
            # An uncommitted transaction is rolled back before its connection returns to the pool.
            pool_reset_on_return=None,
        )
        event.listen(self._engine, "connect", sqlite.tune)
        self._thread = ThreadPoolExecutor(1, "database")
        self._closed = False

    async def commit(self, steps: Iterable[Step]) -> None:
        """Execute the steps of a transaction.

        If one fails, nothing is stored and SQLAlchemy's error is raised.
        """
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, list(steps))

    def _commit(self, steps: list[Step]) -> None:
        with self._engine.connect() as connection:
            execute(connection, steps)
            connection.commit()

    async def close(self) -> None:
        """Close the connection, in the thread that has opened it. Nothing is done if it is closed already."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()
