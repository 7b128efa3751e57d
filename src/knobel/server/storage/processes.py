"""Rows of the processes that share a database: heartbeat counters, connections, public tables.

They are needed only while the processes run.
"""

import contextlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, select, update

from knobel.server.database import schema
from knobel.server.storage.store import Conflict, Statement, Store

processes, here, listed, transfers = schema.processes, schema.here, schema.listed, schema.transfers


@dataclass(slots=True)
class ConnectionRow:
    """A person's connection to a process: `owner` is the owner of a bot, `table` a code or empty in the lobby."""

    process: str
    number: int
    person: str
    name: str
    owner: str | None
    table: str


_connections = select(*(here.c[name] for name in ConnectionRow.__slots__))


async def count_processes(store: Store) -> int:
    """Return the number of processes that share the database."""
    return int((await store.read(select(func.count()).select_from(processes)))[0][0])


class ProcessStore:
    """The rows of one process, and its reads of the others' rows.

    All methods raise `StoreError` if the database does not answer.
    """

    def __init__(self, process_id: str, store: Store) -> None:
        self._process_id, self._store = process_id, store

    # --- heartbeats ---------------------------------------------------------------------------------------------------

    async def join(self, connections: Iterable[ConnectionRow]) -> None:
        """Write the row of this process, and its connections in place of all its earlier rows."""
        with contextlib.suppress(Conflict):
            await self._store.write((insert(processes), [{"id": self._process_id, "beat": 0}]))
        await self._store.write(
            (delete(here).where(here.c.process == self._process_id), []),
            (delete(listed).where(listed.c.process == self._process_id), []),
        )
        await self.write_connections(connections)

    async def leave(self) -> None:
        """Delete all rows of this process."""
        await self._store.write(
            (delete(processes).where(processes.c.id == self._process_id), []),
            (delete(transfers).where(transfers.c.process == self._process_id), []),
        )

    async def beat(self) -> bool:
        """Increment the heartbeat counter of this process. Return False if its row was deleted."""
        grown = update(processes).where(processes.c.id == self._process_id).values(beat=processes.c.beat + 1)
        return bool(await self._store.write((grown, [])))

    async def beats(self) -> dict[str, int]:
        """Return the heartbeat counters of the other processes."""
        found = await self._store.read(select(processes).where(processes.c.id != self._process_id))
        return {row.id: row.beat for row in found}

    async def remove(self, process: str, beat: int) -> bool:
        """Delete all rows of another process, unless its counter has grown. Return True if they were deleted."""
        if not await self._store.write(
            (delete(processes).where(processes.c.id == process, processes.c.beat == beat), [])
        ):
            return False
        await self._store.write((delete(transfers).where(transfers.c.process == process), []))
        return True

    # --- connections --------------------------------------------------------------------------------------------------

    async def write_connections(
        self, new: Iterable[ConnectionRow], gone: Collection[int] = (), renamed: Iterable[ConnectionRow] = ()
    ) -> None:
        """Write new connections to this process, delete those `gone` by number, and update the names of others.

        :raises Conflict: if the row of this process was deleted.
        """
        own = here.c.process == self._process_id
        changes: list[Statement] = []
        if rows := [asdict(row) for row in new]:
            changes.append((insert(here), rows))
        if gone:
            changes.append((delete(here).where(own, here.c.number.in_(list(gone))), []))
        changes += [(update(here).where(own, here.c.number == row.number).values(name=row.name), []) for row in renamed]
        if changes:
            await self._store.write(*changes)

    async def others(self, tables: Collection[str] | None = None) -> list[ConnectionRow]:
        """Return the connections to the other processes: those at the given tables, or all."""
        query = _connections.where(here.c.process != self._process_id)
        if tables is not None:
            query = query.where(here.c.table.in_(list(tables)))
        return [ConnectionRow(*row) for row in await self._store.read(query)]

    # --- public tables ------------------------------------------------------------------------------------------------

    async def list_tables(self, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
        """Change the list of this process from `before` to `now`: JSON by code. Return True if they differ.

        :raises Conflict: if the row of this process was deleted.
        """
        own = listed.c.process == self._process_id
        changes: list[Statement] = []
        if new := now.keys() - before.keys():
            changes.append(
                (insert(listed), [{"process": self._process_id, "table": code, "data": now[code]} for code in new])
            )
        if old := before.keys() - now.keys():
            changes.append((delete(listed).where(own, listed.c.table.in_(list(old))), []))
        changes += [
            (update(listed).where(own, listed.c.table == code).values(data=now[code]), [])
            for code in now.keys() & before.keys()
            if now[code] != before[code]
        ]
        if changes:
            await self._store.write(*changes)
        return bool(changes)

    async def listed_by_others(self) -> dict[str, str]:
        """Return the tables that the other processes list: JSON by code."""
        found = await self._store.read(
            select(listed.c.table, listed.c.data).where(listed.c.process != self._process_id)
        )
        return {row.table: row.data for row in found}
