"""Rows of the processes that share a database: heartbeat counters, connections, public tables.

They are needed only while the processes run.
"""

import contextlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, select, update

from knobel.server.database import schema
from knobel.server.database.store import Conflict, Statement, Store

processes, connections = schema.processes, schema.connections
listed_tables, transfers = schema.listed_tables, schema.transfers


@dataclass(slots=True)
class ConnectionRow:
    """A person's connection to a process: `owner` is the owner of a bot, `table` a code or empty in the lobby."""

    process: str
    number: int
    person: str
    name: str
    owner: str | None
    table: str


_connection_rows = select(*(connections.c[name] for name in ConnectionRow.__slots__))


async def count_processes(store: Store) -> int:
    """Return the number of processes that share the database."""
    return await store.read_value(select(func.count()).select_from(processes)) or 0


class ProcessStore:
    """The rows of one process, and its reads of the others' rows.

    All methods raise `StoreError` if the database does not answer.
    """

    def __init__(self, process_id: str, store: Store) -> None:
        self.process_id, self._store = process_id, store

    @property
    def is_shared(self) -> bool:
        """True if other processes may serve the same database."""
        return self._store.shared

    # --- heartbeats ---------------------------------------------------------------------------------------------------

    async def register(self, rows: Iterable[ConnectionRow]) -> None:
        """Write the row of this process and those of its connections, in place of all its earlier rows."""
        with contextlib.suppress(Conflict):
            await self._store.write((insert(processes), [{"id": self.process_id, "beat": 0}]))
        await self._store.write(
            delete(connections).where(connections.c.process == self.process_id),
            delete(listed_tables).where(listed_tables.c.process == self.process_id),
        )
        await self.write_connections(rows)

    async def unregister(self) -> None:
        """Delete all rows of this process."""
        await self._store.write(
            delete(processes).where(processes.c.id == self.process_id),
            delete(transfers).where(transfers.c.process == self.process_id),
        )

    async def increment_beat(self) -> bool:
        """Increment the heartbeat counter of this process. Return False if its row was deleted."""
        grown = update(processes).where(processes.c.id == self.process_id).values(beat=processes.c.beat + 1)
        return bool(await self._store.write(grown))

    async def other_beats(self) -> dict[str, int]:
        """Return the heartbeat counters of the other processes."""
        found = await self._store.read(select(processes).where(processes.c.id != self.process_id))
        return {row.id: row.beat for row in found}

    async def remove(self, process: str, beat: int) -> bool:
        """Delete all rows of another process, unless its counter has grown. Return True if they were deleted."""
        if not await self._store.write(delete(processes).where(processes.c.id == process, processes.c.beat == beat)):
            return False
        await self._store.write(delete(transfers).where(transfers.c.process == process))
        return True

    # --- connections --------------------------------------------------------------------------------------------------

    async def write_connections(
        self, new: Iterable[ConnectionRow], gone: Collection[int] = (), renamed: Iterable[ConnectionRow] = ()
    ) -> None:
        """Write new connections to this process, delete those `gone` by number, and update the names of others.

        :raises Conflict: if the row of this process was deleted.
        """
        own = connections.c.process == self.process_id
        changes: list[Statement] = []
        if rows := [asdict(row) for row in new]:
            changes.append((insert(connections), rows))
        if gone:
            changes.append(delete(connections).where(own, connections.c.number.in_(list(gone))))
        changes += [
            update(connections).where(own, connections.c.number == row.number).values(name=row.name) for row in renamed
        ]
        if changes:
            await self._store.write(*changes)

    async def remote_connections(self, tables: Collection[str] | None = None) -> list[ConnectionRow]:
        """Return the connections to the other processes: those at the given tables, or all."""
        query = _connection_rows.where(connections.c.process != self.process_id)
        if tables is not None:
            query = query.where(connections.c.table.in_(list(tables)))
        return await self._store.read_as(ConnectionRow, query)

    # --- public tables ------------------------------------------------------------------------------------------------

    async def update_listed_tables(self, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
        """Change the list of this process from `before` to `now`: JSON by code. Return True if they differ.

        :raises Conflict: if the row of this process was deleted.
        """
        own = listed_tables.c.process == self.process_id
        changes: list[Statement] = []
        if new := now.keys() - before.keys():
            changes.append(
                (
                    insert(listed_tables),
                    [{"process": self.process_id, "table": code, "data": now[code]} for code in new],
                )
            )
        if old := before.keys() - now.keys():
            changes.append(delete(listed_tables).where(own, listed_tables.c.table.in_(list(old))))
        changes += [
            update(listed_tables).where(own, listed_tables.c.table == code).values(data=now[code])
            for code in now.keys() & before.keys()
            if now[code] != before[code]
        ]
        if changes:
            await self._store.write(*changes)
        return bool(changes)

    async def remote_tables(self) -> dict[str, str]:
        """Return the tables that the other processes list: JSON by code."""
        found = await self._store.read(
            select(listed_tables.c.table, listed_tables.c.data).where(listed_tables.c.process != self.process_id)
        )
        return {row.table: row.data for row in found}
