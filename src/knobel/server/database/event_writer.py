"""Appends to the logs in a PostgreSQL database, over a dedicated connection.

Nearly all writes of a running game are appends. For these the driver alone takes a third of the processor time that it
takes together with SQLAlchemy. A single statement without a transaction would take less. But a database that was frozen
may execute it long after this process has given up, while the commit is sent only after the insert was answered.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from knobel.server.database import schema
from knobel.server.database.engine import database_url, driver_arguments


class EventWriter:
    """The connection of a process that appends to the logs. A failed step leaves no transaction open."""

    def __init__(self, database: str) -> None:
        """`database` is the address of an existing database. The connection is opened with the first append."""
        statement = insert(schema.events).compile(dialect=database_url(database).get_dialect()())
        self._statement, self._columns = str(statement), statement.positiontup or []
        self._arguments = driver_arguments(database)
        self._connection: Any = None

    async def append(self, events: Sequence[dict[str, Any]]) -> None:
        """Begin a transaction, and insert rows of `schema.events`.

        :raises IntegrityError: if the seq of one of them is taken, or its table does not exist.
        :raises DBAPIError: if the database refuses them or the connection is lost.
        """
        import asyncpg  # noqa: PLC0415 -- optional dependency

        rows = [tuple(event[column] for column in self._columns) for event in events]
        with self._own_errors():
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(**self._arguments)
            await self._connection.execute("BEGIN")
            try:
                await self._connection.executemany(self._statement, rows)
            except asyncpg.IntegrityConstraintViolationError:
                await self._connection.execute("ROLLBACK")
                raise

    async def commit(self) -> None:
        """Commit the transaction.

        :raises DBAPIError: after a failure. It is unknown whether the rows are stored.
        """
        with self._own_errors():
            await self._connection.execute("COMMIT")

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Raise the driver's errors as those of SQLAlchemy, and close the connection after all but conflicts."""
        import asyncpg  # noqa: PLC0415 -- optional dependency

        try:
            yield
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(self._statement, None, error) from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            lost = self._connection is None or self._connection.is_closed()
            self.close()
            raise DBAPIError(self._statement, None, error, connection_invalidated=lost) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection, without waiting for the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
