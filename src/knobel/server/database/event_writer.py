"""Appends to the logs in a PostgreSQL database over a connection of their own, each in one statement.

Nearly all writes of a running game are appends. One statement needs no transaction around it, and the driver alone
takes a quarter of the processor time that SQLAlchemy takes with it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from knobel.server.database import schema
from knobel.server.database.engine import database_url, driver_arguments


class EventWriter:
    """The connection of a process that appends to the logs."""

    def __init__(self, database: str) -> None:
        """`database` is the address of an existing database. The connection is opened with the first append."""
        statement = insert(schema.events).compile(dialect=database_url(database).get_dialect()())
        self._statement, self._columns = str(statement), statement.positiontup or []
        self._arguments = driver_arguments(database)
        self._connection: Any = None

    async def connect(self) -> None:
        """Open the connection if there is none, or if the database has closed it.

        :raises DBAPIError: if the database refuses it.
        """
        import asyncpg  # noqa: PLC0415 -- optional dependency

        if self._connection is None or self._connection.is_closed():
            with self._own_errors():
                self._connection = await asyncpg.connect(**self._arguments)

    async def append(self, events: Sequence[dict[str, Any]]) -> None:
        """Store rows of `schema.events`, all or none.

        :raises IntegrityError: if the seq of one of them is taken, or its table does not exist.
        :raises DBAPIError: after another failure. It is unknown whether they are stored if the connection is lost.
        """
        rows = [tuple(event[column] for column in self._columns) for event in events]
        try:
            with self._own_errors():
                # The rows are sent as one batch, which PostgreSQL executes as one transaction.
                await self._connection.executemany(self._statement, rows)
        except IntegrityError:
            raise
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Raise the driver's errors as those of SQLAlchemy."""
        import asyncpg  # noqa: PLC0415 -- optional dependency

        try:
            yield
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(self._statement, None, error) from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            lost = self._connection is None or self._connection.is_closed()
            raise DBAPIError(self._statement, None, error, connection_invalidated=lost) from None

    def close(self) -> None:
        """Close the connection, without waiting for the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
