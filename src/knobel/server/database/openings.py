"""Requests that opened something, by the client's idempotency key, so that a repeated request opens nothing more."""

import asyncio
from dataclasses import dataclass
from weakref import WeakValueDictionary

from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.store import Statement, Store

LIFETIME_MS = 24 * 3600 * 1000
"""Time for which a key is known at least."""

_c = schema.openings.c


@dataclass(slots=True, frozen=True)
class Opening:
    """A person's request to open something, with its idempotency key and time (ms)."""

    person: str
    key: str
    time: int

    def stored(self, code: str) -> list[Statement]:
        """Return the statements that store the code of the new table or cup. A second one with the key conflicts."""
        old = delete(schema.openings).where(_c.person == self.person, _c.time < self.time - LIFETIME_MS)
        row = {"person": self.person, "key": self.key, "code": code, "time": self.time}
        return [(insert(schema.openings), [row]), old]


class OpeningStore:
    """The openings in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._codes = BatchedRead(self._read_codes)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, opening: Opening) -> asyncio.Lock:
        """Return the lock of all requests to this process with the same key, of which only one may open something."""
        return self._locks.setdefault((opening.person, opening.key), asyncio.Lock())

    async def code(self, opening: Opening) -> str | None:
        """Return the code of the table or cup that an earlier request with the same key opened, None if there is none.

        :raises StoreError: if the database does not answer.
        """
        return await self._codes.get((opening.person, opening.key))

    async def _read_codes(self, requests: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
        people, keys = zip(*requests, strict=True)
        query = select(_c.person, _c.key, _c.code).where(_c.person.in_({*people}), _c.key.in_({*keys}))
        return {(row.person, row.key): row.code for row in await self._store.read(query)}
