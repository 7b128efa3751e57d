"""The counters from which a database numbers new rows, such as the numbers of notices.

Devices and people remember these numbers after the rows are deleted, so no number may be given twice. A copy of the
rows alone would begin again after the largest number that is left. The numbered tables follow from the schema: their
primary key is one integer that the database assigns.
"""

from collections.abc import Iterator

from sqlalchemy import Column, MetaData, Table, func, inspect, select, text
from sqlalchemy.engine import Connection

MARGIN = 1_000_000_000
"""Distance of the numbers after a restore to those before it, if the clock cannot tell them apart."""


def numbered(metadata: MetaData) -> Iterator[tuple[Table, Column[int]]]:
    """Yield the tables whose rows the database numbers, with the column of the number."""
    for table in metadata.sorted_tables:
        if table.autoincrement_column is not None:
            yield table, table.autoincrement_column


def last_numbers(connection: Connection, metadata: MetaData) -> dict[str, int]:
    """Return the last number that was given to a row of each numbered table, 0 if there is none."""
    given = _given_by_postgres if connection.dialect.name == "postgresql" else _given_by_sqlite
    last = {}
    for table, column in numbered(metadata):
        largest = connection.execute(select(func.max(column))).scalar() or 0
        last[table.name] = max(given(connection, table, column), largest)
    return last


def set_last_numbers(connection: Connection, metadata: MetaData, last: dict[str, int]) -> None:
    """Let the numbers of new rows continue after these, and after all numbers that the database has given."""
    known = last_numbers(connection, metadata)
    for table, column in numbered(metadata):
        number = max(known[table.name], last.get(table.name, 0))
        if not number:
            continue
        if connection.dialect.name == "postgresql":
            sequence = _sequence(connection, table, column)
            connection.execute(select(func.setval(sequence, number)))
        elif _has_sqlite_counter(connection, table):
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            values = {"name": table.name, "number": number}
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"), values)


def beyond(last: dict[str, int], now: int) -> dict[str, int]:
    """Return numbers beyond all numbers that the database may have given since it was copied.

    No database gives a number each millisecond, so the time is beyond all of them, also if a backup is restored again.

    :param now: the time (ms).
    """
    return {table: now if now > number else number + MARGIN for table, number in last.items()}


def _given_by_postgres(connection: Connection, table: Table, column: Column[int]) -> int:
    sequence = _sequence(connection, table, column)
    given = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")  # noqa: S608 -- quoted
    return int(connection.execute(given).scalar_one())


def _sequence(connection: Connection, table: Table, column: Column[int]) -> str:
    """Return the name of the sequence of a column, quoted where necessary."""
    name = connection.dialect.identifier_preparer.format_table(table)
    return str(connection.execute(select(func.pg_get_serial_sequence(name, column.name))).scalar_one())


def _given_by_sqlite(connection: Connection, table: Table, _column: Column[int]) -> int:
    if not inspect(connection).has_table("sqlite_sequence"):
        return 0
    given = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    return int(connection.execute(given, {"name": table.name}).scalar() or 0)


def _has_sqlite_counter(connection: Connection, table: Table) -> bool:
    """True if SQLite keeps a counter of a table: with AUTOINCREMENT. Tables of earlier versions may have none."""
    made = text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
    return "AUTOINCREMENT" in str(connection.execute(made, {"name": table.name}).scalar()).upper()
