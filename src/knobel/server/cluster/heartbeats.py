"""Liveness of the processes that share a database: a heartbeat counter for each, timed by each observer's own clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from knobel.server.database.engine import StoreError
from knobel.server.runtime.clock import ticks
from knobel.server.storage.processes import ProcessStore

logger = logging.getLogger("knobel")

HEARTBEAT_S = 0.5
"""Seconds between two heartbeats."""
SILENCE_MS = 3_000
"""Milliseconds without a heartbeat after which a process counts as dead."""


class Heartbeats:
    """Sends the heartbeats of this process and tracks those of the others."""

    def __init__(
        self, process_id: str, rows: ProcessStore, forgotten: Callable[[], Awaitable[None]], changed: Callable[[], None]
    ) -> None:
        """Register the callbacks.

        `forgotten` is called when the other processes removed this one as dead, `changed` when the set of other
        processes changed.
        """
        self._process_id, self._rows, self._forgotten, self._changed = process_id, rows, forgotten, changed
        self._beats: dict[str, tuple[int, int]] = {}
        """Heartbeat counters of the other processes, each with the time (ticks) at which it was first seen."""
        self._beaten = ticks()

    @property
    def alone(self) -> bool:
        """True if there are no other processes."""
        return not self._beats

    @property
    def others(self) -> list[str]:
        """The ids of the other processes."""
        return list(self._beats)

    @property
    def first(self) -> bool:
        """True if this process has the smallest id and therefore does the tasks that only one process does."""
        return all(self._process_id < other for other in self._beats)

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            await self.look()

    async def look(self) -> None:
        """Send a heartbeat and read those of the others. Errors of the database are retried with the next heartbeat."""
        try:
            await self._look()
        except StoreError:
            # The next heartbeat tries again. No process counts as dead while none can write.
            pass
        except Exception:
            logger.exception("a beat failed")

    async def _look(self) -> None:
        if not await self._rows.beat():
            await self._forgotten()
        now = ticks()
        late, self._beaten = now - self._beaten > SILENCE_MS / 2, now
        beats = {}
        for process, beat in (await self._rows.beats()).items():
            before, since = self._beats.get(process, (-1, now))
            if before != beat or late:
                # A process that was late itself cannot judge whether the others were.
                since = now
            if now - since < SILENCE_MS:
                beats[process] = beat, since
            elif await self._rows.remove(process, beat):
                logger.warning("another process is gone: %s", process)
        others = beats.keys() != self._beats.keys()
        self._beats = beats
        if others:
            self._changed()
