"""Liveness of the processes that share a database: a heartbeat counter for each, timed by each observer's own clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from knobel.clock import monotonic_ms
from knobel.server.cluster.store import ProcessStore
from knobel.server.database.engine import StoreError
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")

HEARTBEAT_S = 0.5
"""Seconds between two heartbeats."""


class Heartbeats:
    """Sends the heartbeats of this process and tracks those of the others."""

    def __init__(
        self,
        process_id: str,
        process_store: ProcessStore,
        on_removed: Callable[[], Awaitable[None]],
        on_change: Callable[[], None],
    ) -> None:
        """Register the callbacks.

        `on_removed` is called when the other processes removed this one as dead, `on_change` when the set of other
        processes changed.
        """
        self._process_id, self._process_store = process_id, process_store
        self._on_removed, self._on_change = on_removed, on_change
        self._other_beats: dict[str, tuple[int, int]] = {}
        """Heartbeat counters of the other processes, each with the time (monotonic ms) at which it was first seen."""
        self._last_beat_ms = monotonic_ms()
        self._exchanging = asyncio.Lock()

    @property
    def other_ids(self) -> list[str]:
        """The ids of the other processes."""
        return list(self._other_beats)

    @property
    def is_leader(self) -> bool:
        """True if this process has the smallest id and therefore does the tasks that only one process does."""
        return all(self._process_id < other for other in self._other_beats)

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            await self.exchange()

    async def exchange(self) -> None:
        """Send a heartbeat and read those of the others. Errors of the database are retried with the next heartbeat."""
        try:
            # In turn, so that no older reading replaces a newer one.
            async with self._exchanging:
                await self._exchange()
        except StoreError:
            # The next heartbeat tries again. No process counts as dead while none can write.
            pass
        except Exception:
            logger.exception("a beat failed")

    async def _exchange(self) -> None:
        if not await self._process_store.increment_beat():
            await self._on_removed()
        now = monotonic_ms()
        late, self._last_beat_ms = now - self._last_beat_ms > settings.process_timeout_ms / 2, now
        beats = {}
        for process, beat in (await self._process_store.other_beats()).items():
            before, since = self._other_beats.get(process, (-1, now))
            if before != beat or late:
                # A process that was late itself cannot judge whether the others were.
                since = now
            if now - since < settings.process_timeout_ms:
                beats[process] = beat, since
            elif await self._process_store.remove(process, beat):
                logger.warning("another process is gone: %s", process)
        have_changed = beats.keys() != self._other_beats.keys()
        self._other_beats = beats
        if have_changed:
            self._on_change()
