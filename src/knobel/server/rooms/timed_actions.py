"""Automatic actions at a table: moves and rolls of bots, time limits, play for absent people, change of host.

The due actions are computed from the table's state after each change, so a crash loses no scheduled action.
"""

import asyncio
import contextlib
import logging

from knobel.server.jobs.bot_service import Bots
from knobel.server.limits.write_budget import payer
from knobel.server.rooms.bot_turns import PAUSE_AFTER_FAILURE, BotTurns
from knobel.server.rooms.live_table import LiveTable
from knobel.server.rooms.presence import Presence
from knobel.server.runtime.clock import now_ms, ticks
from knobel.tables import commands
from knobel.tables.automatic import Due, Timing, due
from knobel.tables.commands import Events, Source
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import TableState

logger = logging.getLogger("knobel")

PAUSE_OVER_BUDGET = 1.0
"""Delay before a table checks again if its household may write, in seconds."""


class TimedActions:
    """Runs the due actions at a table while this process leads it. A table without people is suspended."""

    def __init__(self, live: LiveTable, presence: Presence, bots: Bots, timing: Timing) -> None:
        self._live = live
        self._presence = presence
        self._timing = timing
        self._bot_moves = BotTurns(live, presence, bots, self.wake)
        self.household = ""
        """The household to which the table's automatic writes count: that of the host's last command, or the first."""
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Ignore bots that finish after this call."""
        self._bot_moves.close()

    def wake(self) -> None:
        """Compute the due actions again after a change."""
        self._wake.set()
        self.household = self.household or payer.get()
        if self._presence.led and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run(), name=f"table {self._live.code}")

    async def _run(self) -> None:
        # This task is never cancelled; it ends when the table is empty or another process leads it.
        while self._presence.led:
            self._wake.clear()
            payer.set(self.household)
            upcoming = await self._do_what_is_due()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if upcoming is None else max(upcoming - ticks(), 0) / 1000):
                    await self._wake.wait()

    async def _do_what_is_due(self) -> int | None:
        """Run the due actions; return the time (ticks) of the next one, or None."""
        live, now = self._live, ticks()
        upcoming: int | None = None
        if live.used_up:
            await asyncio.sleep(PAUSE_OVER_BUDGET)
            self._wake.set()
            return None
        self._bot_moves.prepare()
        expected = {seat.person for seat in live.head.seats if seat.person is not None} | {live.head.host}
        absent = self._presence.absent(expected)
        for item in list(due(live.head, absent, self._timing, live.when)):
            if item.time > now:
                upcoming = item.time if upcoming is None else min(upcoming, item.time)
            elif not self._presence.led:
                break
            elif not await self._attempt(item):
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
                self._wake.set()
        return upcoming

    async def _attempt(self, item: Due) -> bool:
        """Run an action; return False if it must be retried."""
        try:
            await self._act(item)
        except Refused as refusal:
            # Any other refusal means that a concurrent command was faster.
            return refusal.reason != TableReason.STORAGE
        except Exception:
            logger.exception("table %s: %s", self._live.code, item)
            return False
        return True

    async def _act(self, item: Due) -> None:
        live, server = self._live, Source(now_ms())
        match item.act:
            case "host":
                await live.execute(lambda state: commands.pass_host(state, server, self._presence.names()))
            case "away":
                await live.execute(lambda state: self._go_away(state, server, item.seat))
            case "back":
                await live.execute(lambda state: self._come_back(state, item.seat))
            case "roll":
                assert live.head.play is not None
                at = live.head.play.at
                await live.execute(lambda state: commands.roll(state, server, at, None))
            case "move":
                self._bot_moves.begin(item)

    def _go_away(self, state: TableState, server: Source, seat: int) -> Events:
        # The person may have returned meanwhile.
        return () if state.seats[seat].person in self._presence.present else commands.go_away(state, server, seat)

    def _come_back(self, state: TableState, seat: int) -> Events:
        who = self._presence.present.get(state.seats[seat].person or "")
        return () if who is None else commands.come_back(state, who.source())
