"""Notes that go by the database as long as the broker carries none: a little slower, and kept for seconds.

Each process adds a row at a time, and takes its own away after a while; the others read those that they did not see.
"""

import contextlib
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select

from knobel.server import rows
from knobel.server.encoding import encode
from knobel.server.store import Conflict, Store

KEPT = 20
"""Rows of a process."""
MOST_WAITING = 1000
"""Notes that wait to be written."""

_notes: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])


class Passing:
    """Exchanges notes by way of the database."""

    def __init__(self, me: str, store: Store, hear: Callable[[bytes], None]) -> None:
        self._me, self._store, self._hear = me, store, hear
        self._waiting: list[msgspec.Raw] = []
        self._number = 0
        self._seen: dict[str, int] = {}

    def tell(self, data: bytes) -> None:
        """Let all others know, soon."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(msgspec.Raw(data))

    async def exchange(self) -> None:
        """Write what waits, and hear what others have written.

        :raises StoreError: if the database does not answer; what waits is lost, as everything of this kind may be.
        """
        c = rows.notes.c
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._number += 1
            row = {"process": self._me, "number": self._number, "data": encode(waiting).decode()}
            # Whom the others take for gone writes nothing, and will be known again.
            with contextlib.suppress(Conflict):
                await self._store.write(
                    (insert(rows.notes), [row]),
                    (delete(rows.notes).where(c.process == self._me, c.number <= self._number - KEPT), []),
                )
        found = await self._store.read(
            select(c.process, c.number, c.data).where(c.process != self._me).order_by(c.process, c.number)
        )
        self._seen = {process: self._seen.get(process, 0) for process in {row.process for row in found}}
        for row in found:
            if row.number > self._seen[row.process]:
                self._seen[row.process] = row.number
                for note in _notes.decode(row.data):
                    self._hear(bytes(note))
