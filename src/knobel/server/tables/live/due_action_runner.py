"""Automatic actions at a table: moves and rolls of bots, time limits, play for absent people, change of host.

The due actions are computed from the table's state after each change, so a crash loses no scheduled action.
"""

import asyncio
import contextlib
import logging

from knobel.clock import monotonic_ms, now_ms
from knobel.server.compute.bot_service import BotService
from knobel.server.limits.write_budget import charged_household
from knobel.server.runtime.settings import settings
from knobel.server.tables.live.bot_turns import RETRY_PAUSE_S, BotTurns
from knobel.server.tables.live.presence import Presence
from knobel.server.tables.log.table_log import TableLog
from knobel.tables import commands, dice_commands
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import DueAction, Timing, due_actions
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.slow_games import awaited_seats, replace_missing, starts_by_itself
from knobel.tables.state import TableState

logger = logging.getLogger("knobel")

SOON_MS = 30_000
"""Time within which an action must be due for which a table without people stays in memory."""


class DueActionRunner:
    """Runs the due actions at a table while this process leads it. A table without people is suspended."""

    def __init__(self, table_log: TableLog, presence: Presence, bots: BotService, timing: Timing) -> None:
        self._log = table_log
        self._presence = presence
        self._timing = timing
        self._bot_turns = BotTurns(table_log, presence, bots, timing, self.wake)
        self.household = ""
        """The household to which the table's automatic writes count: that of the host's last command, or the first."""
        self._wake = asyncio.Event()
        self._quiet = asyncio.Event()
        """Set when nothing is due soon."""
        self._running: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Ignore bots that finish after this call."""
        self._bot_turns.close()

    def wake(self) -> None:
        """Compute the due actions again after a change."""
        self._wake.set()
        self.household = self.household or charged_household.get()
        if self._presence.is_leader and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run(), name=f"table {self._log.code}")

    async def act_unattended(self) -> None:
        """Run the due actions although nobody is connected, unless another process leads the table."""
        self._presence.is_unattended = True
        self._quiet.clear()
        try:
            self.wake()
            if self._presence.is_leader:
                await self._quiet.wait()
        finally:
            self._presence.is_unattended = False
            self._wake.set()

    async def _run(self) -> None:
        try:
            await self._run_while_leading()
        finally:
            self._quiet.set()

    async def _run_while_leading(self) -> None:
        # This task is never cancelled; it ends when the table is empty or another process leads it.
        while self._presence.is_leader:
            self._wake.clear()
            charged_household.set(self.household)
            upcoming = await self._run_due_actions()
            soon = upcoming is not None and upcoming < monotonic_ms() + SOON_MS
            if not soon and not self._bot_turns.busy and not self._wake.is_set():
                self._quiet.set()
            if upcoming is None:
                await self._wake.wait()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(upcoming - monotonic_ms(), 0) / 1000):
                    await self._wake.wait()

    async def _run_due_actions(self) -> int | None:
        """Run the due actions; return the time (monotonic ms) of the next one, or None."""
        table_log, now = self._log, monotonic_ms()
        upcoming: int | None = None
        if table_log.used_up:
            await asyncio.sleep(settings.budget_retry_s)
            self._wake.set()
            return None
        self._bot_turns.prepare()
        expected = {seat.person for seat in table_log.head.seats if seat.person is not None} | {table_log.head.host}
        absent = self._presence.absent(expected)
        calendar = table_log.calendar()
        for action in list(due_actions(table_log.head, absent, self._timing, table_log.event_time_ms, calendar)):
            if action.time > now:
                upcoming = action.time if upcoming is None else min(upcoming, action.time)
            elif not self._presence.is_leader:
                break
            elif not await self._attempt(action):
                await asyncio.sleep(RETRY_PAUSE_S)
                self._wake.set()
        return upcoming

    async def _attempt(self, action: DueAction) -> bool:
        """Run an action; return False if it must be retried."""
        try:
            await self._run_action(action)
        except Refused as refusal:
            # Any other refusal means that a concurrent command was faster.
            return refusal.reason != TableReason.STORAGE
        except Exception:
            logger.exception("table %s: %s", self._log.code, action)
            return False
        return True

    async def _run_action(self, action: DueAction) -> None:
        table_log, source = self._log, Source(now_ms())
        match action.act:
            case "host":
                await table_log.execute(lambda state: commands.pass_host(state, source, self._presence.names()))
            case "away":
                await table_log.execute(lambda state: self._go_away(state, source, action.seat))
            case "back":
                await table_log.execute(lambda state: self._come_back(state, action.seat))
            case "start":
                await table_log.execute(lambda state: self._start(state, source))
            case "missing":
                await table_log.execute(lambda state: self._replace_missing(state, source, action.seat))
            case "fix_dice":
                await table_log.execute(lambda state: dice_commands.fix_dice(state, source))
            case "roll":
                assert table_log.head.play is not None
                at = table_log.head.play.at
                await table_log.execute(lambda state: commands.roll(state, source, at, None, table_log.dice(state)))
            case "move":
                self._bot_turns.start_move(action)

    def _go_away(self, state: TableState, source: Source, seat: int) -> Events:
        # The person may have returned meanwhile.
        return () if state.seats[seat].person in self._presence.present else commands.go_away(state, source, seat)

    def _start(self, state: TableState, source: Source) -> Events:
        return commands.start(state, source, seed=self._log.new_seed()) if starts_by_itself(state) else ()

    def _replace_missing(self, state: TableState, source: Source, seat: int) -> Events:
        # The person may have played or returned meanwhile.
        ends = self._log.calendar().ends_of(state, seat) if seat in awaited_seats(state) else None
        is_late = ends is not None and ends <= monotonic_ms()
        if not is_late or state.seats[seat].person in self._presence.present:
            return ()
        return replace_missing(state, source, seat)

    def _come_back(self, state: TableState, seat: int) -> Events:
        who = self._presence.present.get(state.seats[seat].person or "")
        return () if who is None else commands.come_back(state, who.source())
