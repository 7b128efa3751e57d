"""Rows in the database by which the other processes know the connections to this process."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

from knobel.server.cluster.store import ConnectionRow, ProcessStore
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict

WRITE_INTERVAL_S = 0.05
"""Seconds between two writes."""


class ConnectionRows(BatchedLookup):
    """Writes a row for each connection to this process, some time after it begins, changes or ends."""

    def __init__(
        self, process_store: ProcessStore, lock: asyncio.Lock, on_process_removed: Callable[[], Awaitable[None]]
    ) -> None:
        """`lock` is the lock that this process holds while it writes its own rows.

        `on_process_removed` is called when a write shows that the other processes removed this one as dead.
        """
        super().__init__(self._write, lambda: WRITE_INTERVAL_S)
        self._process_store, self._lock, self._on_process_removed = process_store, lock, on_process_removed
        self._rows: dict[Hashable, ConnectionRow] = {}
        """The rows by connection."""
        self._new: set[int] = set()
        self._removed: set[int] = set()
        self._renamed: set[int] = set()
        self._count = 0
        self._written_callbacks: list[Callable[[set[str]], Awaitable[None]]] = []

    def on_written(self, callback: Callable[[set[str]], Awaitable[None]]) -> None:
        """Call a function after each write, with the codes of the tables, empty for the lobby.

        It may raise `StoreError`; then all functions are called again.
        """
        self._written_callbacks.append(callback)

    def add(self, connection: Hashable, person: str, name: str, owner: str | None, table: str) -> None:
        """Add a connection of a person, or of a bot of `owner`, to a table or with an empty code to the lobby."""
        if not self._process_store.is_shared:
            return
        self._count += 1
        self._rows[connection] = ConnectionRow(self._process_store.process_id, self._count, person, name, owner, table)
        self._new.add(self._count)
        self.request(table)

    def remove(self, connection: Hashable) -> None:
        row = self._rows.pop(connection, None)
        if row is not None:
            if row.number in self._new:
                self._new.discard(row.number)
            else:
                self._removed.add(row.number)
            self.request(row.table)

    def rename(self, person: str, name: str) -> None:
        """Change the name of a person."""
        for row in self._rows.values():
            if row.person == person and row.name != name:
                row.name = name
                self._renamed.add(row.number)
                self.request(row.table)

    def start_again(self) -> list[ConnectionRow]:
        """Return all rows, to be written in place of those in the database. Call this while the lock is held."""
        for numbers in (self._new, self._removed, self._renamed):
            numbers.clear()
        return list(self._rows.values())

    async def _write(self, tables: set[str]) -> None:
        async with self._lock:
            new, self._new = self._new, set()
            removed, self._removed = self._removed, set()
            renamed, self._renamed = self._renamed, set()
            rows = list(self._rows.values())
            is_process_removed = False
            try:
                await self._process_store.write_connections(
                    [row for row in rows if row.number in new], removed, [row for row in rows if row.number in renamed]
                )
            except Conflict:
                is_process_removed = True
            except StoreError:
                self._new |= new & {row.number for row in self._rows.values()}
                self._removed |= removed
                self._renamed |= renamed
                raise
        if is_process_removed:
            await self._on_process_removed()
        for callback in self._written_callbacks:
            await callback(tables)
