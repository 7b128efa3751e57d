"""Batched lookups: requests that arrive during a lookup are combined into the next one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from knobel.server.database.engine import StoreError

logger = logging.getLogger("knobel")

RETRY_PAUSE_S = 0.5
"""Seconds before a failed lookup is tried again."""


class BatchedLookup:
    """Batches lookups by key and retries them until the database answers."""

    def __init__(
        self, look_up: Callable[[set[str]], Awaitable[None]], interval_s: Callable[[], float] = lambda: 0.0
    ) -> None:
        """`interval_s` returns the minimum number of seconds between two lookups."""
        self._look_up = look_up
        self._interval_s = interval_s
        self._keys: set[str] = set()
        self._waiting: list[asyncio.Future[None]] = []
        self._wake = asyncio.Event()

    def request(self, *keys: str) -> None:
        """Request a lookup of these keys, without waiting."""
        self._keys.update(keys)
        if self._keys:
            self._wake.set()

    async def look_up(self, *keys: str) -> None:
        """Look these keys up together with other requested keys, and wait for the result."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        self.request(*keys)
        await done

    async def run(self) -> None:
        """Run the requested lookups until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            keys, self._keys = self._keys, set()
            waiting, self._waiting = self._waiting, []
            trouble: StoreError | None = None
            try:
                await self._look_up(keys)
            except StoreError as error:
                trouble = error
            except Exception:
                logger.exception("looking at %s", sorted(keys)[:5])
            for done in waiting:
                if done.done():
                    continue
                if trouble is None:
                    done.set_result(None)
                else:
                    done.set_exception(trouble)
            if trouble is not None:
                await asyncio.sleep(RETRY_PAUSE_S)
                self.request(*keys)
            await asyncio.sleep(self._interval_s())
