"""Bots' moves at a table: the bots decide in parallel, and the failure of a bot does not stop the others."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from knobel.clock import monotonic_ms, now_ms
from knobel.core import Decide
from knobel.server.compute.bot_decisions import DECISION_TIMEOUT_S, quick_move
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.limits.write_budget import charged_household
from knobel.server.runtime.debounce import do_nothing
from knobel.server.tables.live.presence import Presence
from knobel.server.tables.log.table_log import TableLog
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import DueAction, Timing, seat_deadline
from knobel.tables.refusals import Refused
from knobel.tables.state import Play, TableState

logger = logging.getLogger("knobel")

quick_move_pool = ThreadPoolExecutor(1, "quick moves")
RETRY_PAUSE_S = 0.5
"""Delay before the retry of a move that could not be decided or stored, in seconds."""


class BotTurns:
    """Runs the bots in the seats of a table. A decision starts only while this process leads the table."""

    def __init__(
        self, table_log: TableLog, presence: Presence, bots: BotService, timing: Timing, on_finished: Callable[[], None]
    ) -> None:
        """`on_finished` is called when a bot has finished, with or without a move."""
        self._log = table_log
        self._presence = presence
        self._bots = bots
        self._timing = timing
        self._on_finished = on_finished
        self._running: dict[tuple[int, int], asyncio.Task[None]] = {}
        """Running tasks, by the position's `at` and the seat."""

    def close(self) -> None:
        """Stop calling `on_finished`."""
        self._on_finished = do_nothing

    @property
    def busy(self) -> bool:
        """True while a bot decides."""
        return bool(self._running)

    def prepare(self) -> None:
        """Make the bots at the table load their data of the game."""
        settings = self._log.head.settings
        for level in {seat.level for seat in self._log.head.seats if seat.level is not None}:
            self._bots.prepare(settings.game, settings.options, level)

    def start_move(self, due: DueAction) -> None:
        """Start a bot's move for a seat, unless the same move is in progress."""
        play = self._log.head.play
        assert play is not None
        key = play.at, due.seat
        if key not in self._running:
            task = asyncio.create_task(self._play(due, play.at), name=f"bot at {self._log.code}")
            self._running[key] = task
            task.add_done_callback(partial(self._on_task_done, key))

    def _on_task_done(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        del self._running[key]
        # When the server shuts down, all tasks are cancelled and no new task may start.
        if not task.cancelled():
            self._on_finished()

    async def _play(self, due: DueAction, at: int) -> None:
        """Move for a seat until its turn is over.

        After a failure, the task ends only after a pause, which delays the retry.
        """
        try:
            while (play := self._pending_play(due.seat, at)) is not None:
                action = await self._choose(play, due)
                if await self._log.execute(partial(self._move, play, due.seat, action)) is None:
                    break
            else:
                return
        except Refused:
            pass
        except Exception:
            logger.exception("table %s: %s", self._log.code, due)
        await asyncio.sleep(RETRY_PAUSE_S)

    def _pending_play(self, seat: int, at: int) -> Play | None:
        """Return the game if this process leads the table and the game waits for a move in the seat, else None."""
        play = self._log.head.play
        if not self._presence.is_leader or play is None or play.at != at:
            return None
        return play if isinstance(play.turn, Decide) and seat in play.turn.seats else None

    async def _choose(self, play: Play, due: DueAction) -> str:
        game, view = play.game, play.game.view(play.state, due.seat)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + DECISION_TIMEOUT_S
        try:
            owner = JobOwner(charged_household.get(), self._log.opener, self._log.code)
            return await self._bots.choose(game.name, game.options, view, due.seat, due.level, deadline, owner)
        except Exception as error:  # noqa: BLE001 -- a failing bot must not stop the game
            logger.error("table %s: a bot failed: %s", self._log.code, error)
            return await loop.run_in_executor(quick_move_pool, quick_move, game, view, due.seat)

    def _move(self, seen: Play, seat: int, action: str, state: TableState) -> Events:
        """Return the events of a bot's move; none if the position has changed since the bot saw it."""
        # The person may have returned meanwhile. If their time has run out, the bot still moves.
        ends = seat_deadline(state, seat, self._timing, self._log.event_time_ms, self._log.calendar())
        if state.seats[seat].played_by is None and (ends is None or monotonic_ms() < ends):
            return ()
        play, sheet = state.play, seen.game.sheet
        if play is None or sheet(play.state, seat) != sheet(seen.state, seat):
            return ()
        return commands.move_for(state, Source(now_ms()), seen.at, seat, action, self._log.dice(state))
