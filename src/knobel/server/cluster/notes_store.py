"""Rows of notes between processes, of which each process keeps its latest."""

import contextlib
from typing import Any

from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.database.store import Conflict, Store

MAX_ROWS = 20
"""Maximum number of rows of a process."""

_notes = schema.notes.c


class NoteStore:
    """The notes of one process, and its reads of the others' notes.

    All methods raise `StoreError` if the database does not answer.
    """

    def __init__(self, process_id: str, store: Store) -> None:
        self._process_id, self._store = process_id, store

    async def add(self, number: int, data: str) -> None:
        """Write the row with this number, and delete old rows of this process."""
        row = {"process": self._process_id, "number": number, "data": data}
        expired = _notes.process == self._process_id, _notes.number <= number - MAX_ROWS
        # A process that the others removed as dead cannot write. It registers again later.
        with contextlib.suppress(Conflict):
            await self._store.write((insert(schema.notes), [row]), (delete(schema.notes).where(*expired), []))

    async def read_others(self) -> list[Any]:
        """Return the rows (`process`, `number`, `data`) of the other processes, by process and number."""
        return await self._store.read(
            select(_notes.process, _notes.number, _notes.data)
            .where(_notes.process != self._process_id)
            .order_by(_notes.process, _notes.number)
        )
