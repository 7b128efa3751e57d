"""Limit of the seats that a person takes at tables over days."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from knobel.server.database.engine import StoreError
from knobel.server.runtime.settings import settings
from knobel.server.tables.slow.store import SlowTableStore
from knobel.tables.refusals import Refused, TableReason


class SlowSeats:
    """Counts the unfinished games over days in which a person has a seat, before the person takes another seat."""

    def __init__(self, store: SlowTableStore) -> None:
        self._store = store
        self._taking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def taking(self, person: str) -> AsyncIterator[None]:
        """Check that a person may take another seat, and hold up their next attempt until the seat is stored.

        Each process has a separate count. The list of a person is limited in any case (`SlowTableStore.of`).

        :raises Refused: `too_many`, `storage`.
        """
        lock = self._taking.setdefault(person, asyncio.Lock())
        async with lock:
            try:
                count = await self._store.count_unfinished(person)
            except StoreError as error:
                raise Refused(TableReason.STORAGE, str(error)) from None
            if count >= settings.person_slow_tables:
                raise too_many_slow_tables()
            yield


def too_many_slow_tables() -> Refused:
    """Return the refusal of a person who has too many unfinished games over days."""
    most = settings.person_slow_tables
    return Refused(TableReason.TOO_MANY, f"one person has at most {most} unfinished tables over days")
