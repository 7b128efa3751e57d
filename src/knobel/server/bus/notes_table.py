"""Notes between processes by way of the database, while the broker is not connected.

Each process inserts rows and deletes its own older ones. The other processes read the rows that they have not seen.
"""

import contextlib
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.runtime.json import encode
from knobel.server.storage.store import Conflict, Store

KEPT = 20
"""Number of rows that each process keeps."""
MOST_WAITING = 1000
"""Maximum number of notes that wait to be written."""

_notes: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])


class NotesTable:
    """Exchanges notes by way of the database."""

    def __init__(self, me: str, store: Store, hear: Callable[[bytes], None]) -> None:
        self._process_id, self._store, self._hear = me, store, hear
        self._waiting: list[msgspec.Raw] = []
        self._number = 0
        self._seen: dict[str, int] = {}

    def tell(self, data: bytes) -> None:
        """Queue a note for all other processes."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(msgspec.Raw(data))

    async def exchange(self) -> None:
        """Write the queued notes and read those of the other processes.

        :raises StoreError: if the database does not answer. The queued notes are then lost; notes are best effort.
        """
        c = schema.notes.c
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._number += 1
            row = {"process": self._process_id, "number": self._number, "data": encode(waiting).decode()}
            # A process that the others removed as dead cannot write. It registers again later.
            with contextlib.suppress(Conflict):
                await self._store.write(
                    (insert(schema.notes), [row]),
                    (delete(schema.notes).where(c.process == self._process_id, c.number <= self._number - KEPT), []),
                )
        found = await self._store.read(
            select(c.process, c.number, c.data).where(c.process != self._process_id).order_by(c.process, c.number)
        )
        self._seen = {process: self._seen.get(process, 0) for process in {row.process for row in found}}
        for row in found:
            if row.number > self._seen[row.process]:
                self._seen[row.process] = row.number
                for note in _notes.decode(row.data):
                    self._hear(bytes(note))
