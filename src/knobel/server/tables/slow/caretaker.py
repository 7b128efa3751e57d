"""Lets tables over days act when a deadline is reached and nobody is there.

The database knows when each table is due. The leading process asks for due tables every few seconds, loads each of
them, lets it run its due actions, and unloads it. There is no timer that a crash could lose, and tables that rest take
neither memory nor processor time. If two processes do this at the same time, the log decides.
"""

import asyncio
import contextlib
import logging

from knobel.clock import now_ms
from knobel.server.cluster.membership import IsLeader
from knobel.server.database.engine import StoreError
from knobel.server.runtime.settings import settings
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.slow.store import SlowTableStore

logger = logging.getLogger("knobel")

TABLES_AT_ONCE = 40
"""Maximum number of tables that are loaded at the same time."""
RETRY_MS = 60_000
"""Time after which a table is looked at again that could not act."""


class Caretaker:
    """Runs the due actions at tables over days without people. One process does this work."""

    def __init__(self, store: SlowTableStore, registry: RoomRegistry, is_leader: IsLeader) -> None:
        self._store, self._registry, self._is_leader = store, registry, is_leader

    async def run(self) -> None:
        """Work regularly until cancelled."""
        while True:
            await asyncio.sleep(settings.slow_interval_s)
            if self._is_leader():
                with contextlib.suppress(StoreError):
                    while await self.attend_due() == TABLES_AT_ONCE:
                        pass

    async def attend_due(self) -> int:
        """Let the tables act at which an action is due, at most `TABLES_AT_ONCE`. Return their number."""
        due = await self._store.due(now_ms(), TABLES_AT_ONCE)
        await asyncio.gather(*(self._attend(code, time) for code, time in due))
        return len(due)

    async def _attend(self, code: str, due: int) -> None:
        """Let a table act that was due at the time `due` (ms), and store when it is due again."""
        next_due, retry_ms = None, RETRY_MS
        try:
            room = await self._registry.get(code)
            if room is not None:
                await room.act_unattended()
                next_due = room.log.next_due_ms()
                if room.presence.processes:
                    # Another process leads the table and lets it act, unless it was killed a moment ago.
                    retry_ms = settings.process_timeout_ms
                if room.presence.requests == 1:
                    # Nobody else has asked for the table, and is about to enter it.
                    self._registry.evict(room)
        except StoreError:
            raise
        except Exception:
            # Other tables follow.
            logger.exception("table %s cannot act", code)
            next_due = 0
        if next_due is not None and next_due <= now_ms():
            next_due = now_ms() + retry_ms
        await self._store.postpone(code, due, next_due)
