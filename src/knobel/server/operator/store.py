"""Counts of the days without an event at each table, and the deletion of tables."""

from sqlalchemy import case, delete, func, insert, literal, select, update
from sqlalchemy.sql.elements import ColumnElement

from knobel.server.database import schema
from knobel.server.database.store import Store

tables, events, idle = schema.tables.c, schema.events.c, schema.idle.c


def _last(table: ColumnElement[str]) -> ColumnElement[int]:
    """Return an SQL expression for the seq of a table's last event."""
    return func.coalesce(select(func.max(events.seq)).where(events.table == table).scalar_subquery(), 0)


class IdleTables:
    """The tables of a database, by the days without an event."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def count_day(self, day: str) -> None:
        """Count a day for every table without an event since the last count, unless the day was counted."""
        new = select(tables.code, _last(tables.code), literal(0), literal(day)).where(
            tables.code.not_in(select(idle.table))
        )
        last = _last(idle.table)
        days = case((idle.length == last, idle.days + 1), else_=0)
        await self._store.write(
            (update(schema.idle).where(idle.day != day).values(days=days, length=last, day=day), []),
            (insert(schema.idle).from_select(["table", "length", "days", "day"], new), []),
        )

    async def idle_for(self, days: int) -> list[str]:
        """Return the tables without an event for this number of counted days or longer."""
        query = select(idle.table).where(idle.days >= days).order_by(idle.table)
        return [row.table for row in await self._store.read(query)]

    async def delete(self, code: str, length: int) -> None:
        """Delete a table, unless its log is longer than `length`."""
        await self._store.write((delete(schema.tables).where(tables.code == code, _last(tables.code) < length), []))
