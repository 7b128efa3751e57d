"""The regular work on cups: series are continued.

Every process does it; several that do so at the same time have the same effect as one.
"""

import asyncio
import contextlib
import logging

from knobel.clock import now_ms
from knobel.server.cups.opening import deals_of, next_cup
from knobel.server.cups.store import CupStore
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")


class CupWork:
    """Continues series of cups."""

    def __init__(self, store: CupStore) -> None:
        self._store = store

    async def run(self) -> None:
        """Work regularly until cancelled."""
        while True:
            try:
                await self.continue_series()
            except (StoreError, Conflict) as error:
                logger.info("the series of cups: %s", error)
            await asyncio.sleep(settings.deal_interval_s)

    async def continue_series(self) -> None:
        """Add the next cup to each series whose latest cup is open, so that its commitments are known early."""
        now = now_ms()
        for cup, every in await self._store.continued(now):
            following = next_cup(cup, every, now)
            # Another process may be faster.
            with contextlib.suppress(Conflict):
                await self._store.add(following, deals_of(following))
