"""Requests that opened something, by the client's idempotency key, so that a repeated request opens nothing more."""

import asyncio
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.store import Statement, Store
from knobel.tables.refusals import Refused, TableReason

LIFETIME_MS = 24 * 3600 * 1000
"""Time for which a key is known at least."""

_c = schema.openings.c
_Key: TypeAlias = tuple[str, str, str]


@dataclass(slots=True, frozen=True)
class Opening:
    """A person's request that opens something, such as a table, with its idempotency key and time (ms).

    A key identifies a request only together with the `operation`, usually a hash of the request's method and path.
    `request` is a hash of the rest of the request.
    """

    person: str
    key: str
    time: int
    operation: str
    request: str = ""

    @property
    def row_key(self) -> _Key:
        """The primary key of the opening."""
        return self.person, self.key, self.operation

    def stored(self, code: str) -> list[Statement]:
        """Return the statements that store the code of the opened object. A second code for the key conflicts."""
        old = delete(schema.openings).where(_c.person == self.person, _c.time < self.time - LIFETIME_MS)
        row = {"person": self.person, "key": self.key, "operation": self.operation, "request": self.request}
        return [(insert(schema.openings), [{**row, "code": code, "time": self.time}]), old]


class OpeningStore:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._codes = BatchedRead(self._read_codes)
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()

    def lock(self, opening: Opening) -> asyncio.Lock:
        """Return the lock that all requests to this process with the same key share. Only the first opens something."""
        return self._locks.setdefault(opening.row_key, asyncio.Lock())

    async def code(self, opening: Opening) -> str | None:
        """Return the code that an earlier request with the same key opened, None if there is no such request.

        :raises Refused: `key_used`, if the earlier request had other content.
        """
        known = await self._codes.get(opening.row_key)
        if known is None:
            return None
        code, request = known
        if request not in ("", opening.request):
            raise Refused(TableReason.KEY_USED, "this idempotency key belongs to a request with other content")
        return code

    async def _read_codes(self, keys: list[_Key]) -> dict[_Key, tuple[str, str]]:
        """Return the code of each opening, and its request."""
        query = select(_c.person, _c.key, _c.operation, _c.code, _c.request).where(
            _c.person.in_({person for person, _, _ in keys}), _c.key.in_({key for _, key, _ in keys})
        )
        rows = {(row.person, row.key, row.operation): (row.code, row.request) for row in await self._store.read(query)}
        # An opening that an earlier version stored may be any.
        found = {key: rows.get(key) or rows.get((*key[:2], "")) for key in keys}
        return {key: row for key, row in found.items() if row is not None}
