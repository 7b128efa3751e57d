"""Cups as they are in the database, read once for many people who watch them."""

import asyncio

from knobel.server.cups.views import CupData
from knobel.server.deals.calendar import GRACE_MS
from knobel.server.runtime.clock import monotonic_ms
from knobel.server.storage.cups import Cup, CupStore
from knobel.server.storage.deals import DealStore

MIN_AGE_MS = 1_000
"""Time for which a snapshot of a small cup is used."""
AGE_FACTOR = 20
"""Multiple of the time a snapshot took to make for which it is used at least.

A large cup takes no more than 1 / `AGE_FACTOR` of a core.
"""


class CupSnapshots:
    """Reads cups, and keeps what was read for about a second."""

    def __init__(self, store: CupStore, deals: DealStore) -> None:
        self._store, self._deals = store, deals
        self._kept: dict[str, tuple[float, asyncio.Task[CupData]]] = {}
        """By code: the time until which a snapshot is used, and the task that reads it."""

    async def read(self, cup: Cup) -> CupData:
        """Return the data of a cup as it is now.

        :raises StoreError: if the database does not answer.
        """
        began = monotonic_ms()
        task = asyncio.create_task(self._read(cup), name=f"cup {cup.code}")
        self._kept = {code: kept for code, kept in self._kept.items() if kept[0] > began}
        # Others wait for this one instead of reading too.
        self._kept[cup.code] = (float("inf"), task)
        try:
            data = await asyncio.shield(task)
        except BaseException:
            self._kept.pop(cup.code, None)
            raise
        now = monotonic_ms()
        if self._kept.get(cup.code, (0, None))[1] is task:
            self._kept[cup.code] = (now + max(MIN_AGE_MS, AGE_FACTOR * (now - began)), task)
        return data

    async def recent(self, cup: Cup, person: str | None) -> CupData:
        """Return the data of a cup as it was a moment ago, but with the latest of this person.

        :raises StoreError: if the database does not answer.
        """
        until, task = self._kept.get(cup.code, (0.0, None))
        if task is None or until < monotonic_ms():
            return await self.read(cup)
        data = await asyncio.shield(task)
        if person is not None:
            entered, games = await asyncio.gather(
                self._store.entry_number(cup.code, person), self._store.games(cup, GRACE_MS, person)
            )
            entry = data.entry_of(person)
            known = [game for number in data.deals if (game := data.game_of(person, number)) is not None]
            if entered != (None if entry is None else entry.number) or {*known} != {*games}:
                return await self.read(cup)
        return data if data.cup == cup else await self.read(cup)

    async def _read(self, cup: Cup) -> CupData:
        entries, deals, games, series = await asyncio.gather(
            self._store.entries(cup.code),
            self._deals.find(cup.deal_ids),
            self._store.games(cup, GRACE_MS),
            self._store.of_series(cup.series),
        )
        numbered = {number: deals[key] for number, key in enumerate(cup.deal_ids, 1) if key in deals}
        data = CupData(cup, entries, numbered, games, series)
        await asyncio.to_thread(data.prepare)
        return data
