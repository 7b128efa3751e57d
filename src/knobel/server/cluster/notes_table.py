"""Notes between processes by way of the database, while the broker is not connected.

Each process inserts rows and deletes its own older ones. The other processes read the rows that they have not seen.
"""

from collections.abc import Callable

import msgspec

from knobel.presentation.json import encode
from knobel.server.cluster.notes_store import NoteStore
from knobel.server.database.store import Store

MAX_OUTBOX_NOTES = 1000
"""Maximum number of notes that wait to be written."""

_decoder: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])


class NotesTable:
    """Exchanges notes by way of the database."""

    def __init__(self, process_id: str, store: Store, receive: Callable[[bytes], None]) -> None:
        self._note_store, self._receive = NoteStore(process_id, store), receive
        self._outbox: list[msgspec.Raw] = []
        self._number = 0
        self._cursors: dict[str, int] = {}
        """The number of the last row read, by process."""

    def send(self, data: bytes) -> None:
        """Queue a note for all other processes."""
        if len(self._outbox) < MAX_OUTBOX_NOTES:
            self._outbox.append(msgspec.Raw(data))

    async def exchange(self) -> None:
        """Write the queued notes and read those of the other processes.

        :raises StoreError: if the database does not answer. The queued notes are then lost; notes are best effort.
        """
        if self._outbox:
            notes, self._outbox = self._outbox, []
            self._number += 1
            await self._note_store.add(self._number, encode(notes).decode())
        rows = await self._note_store.read_others()
        self._cursors = {row.process: self._cursors.get(row.process, 0) for row in rows}
        for row in rows:
            if row.number > self._cursors[row.process]:
                self._cursors[row.process] = row.number
                for note in _decoder.decode(row.data):
                    self._receive(bytes(note))
