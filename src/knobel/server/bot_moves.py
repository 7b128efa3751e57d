"""Bots' moves at a table: bots think side by side, and whatever happens to one, the others play on."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

from knobel.bots import LookaheadBot
from knobel.core import Decide
from knobel.server.bots import Bots
from knobel.server.budget import payer
from knobel.server.clock import now_ms, ticks
from knobel.server.crowd import Crowd
from knobel.server.fair import Whose
from knobel.server.live import LiveTable
from knobel.server.throttle import nothing
from knobel.tables import commands
from knobel.tables.automatic import Due, seat_deadline
from knobel.tables.commands import Events, Source
from knobel.tables.reasons import Refused
from knobel.tables.state import Play, TableState

logger = logging.getLogger("knobel")

STAND_IN = LookaheadBot()
"""Needs nothing but the rules."""
standing_in = ThreadPoolExecutor(1, "stand-in")
PAUSE_AFTER_FAILURE = 0.5
"""Seconds before a move that could not be stored or decided is tried again."""


class BotMoves:
    """Lets bots move in the seats of a table. Each decision ends by itself; none begins while nobody is here."""

    def __init__(self, live: LiveTable, crowd: Crowd, bots: Bots, moved: Callable[[], None]) -> None:
        """`moved` is called when a bot is done, whether it has moved or not."""
        self._live = live
        self._crowd = crowd
        self._bots = bots
        self._moved = moved
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        """By the position's `at` and the seat."""

    def close(self) -> None:
        """Tell nobody any more when a bot is done."""
        self._moved = nothing

    def prepare(self) -> None:
        """Let the bots at the table load what they know of the game."""
        settings = self._live.head.settings
        for level in {seat.level for seat in self._live.head.seats if seat.level is not None}:
            self._bots.prepare(settings.game, settings.options, level)

    def begin(self, item: Due) -> None:
        """Let a bot move for a seat, unless one is at it."""
        play = self._live.head.play
        assert play is not None
        key = play.at, item.seat
        if key not in self._thinking:
            task = asyncio.create_task(self._play(item, play.at), name=f"bot at {self._live.code}")
            self._thinking[key] = task
            task.add_done_callback(partial(self._end, key))

    def _end(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        del self._thinking[key]
        # When the server ends, all tasks are cancelled and none shall begin.
        if not task.cancelled():
            self._moved()

    async def _play(self, item: Due, at: int) -> None:
        """Move for a seat, as often as it must before somebody else's turn.

        If that goes wrong, this ends only after a pause, before which nobody tries again.
        """
        try:
            while (play := self._awaited(item.seat, at)) is not None:
                action = await self._choose(play, item)
                if await self._live.execute(partial(self._move, play, item.seat, action)) is None:
                    break
            else:
                return
        except Refused:
            pass
        except Exception:
            logger.exception("table %s: %s", self._live.code, item)
        await asyncio.sleep(PAUSE_AFTER_FAILURE)

    def _awaited(self, seat: int, at: int) -> Play | None:
        """The game, if people are here and it waits for a move in that seat."""
        play = self._live.head.play
        if not self._crowd.led or play is None or play.at != at:
            return None
        return play if isinstance(play.turn, Decide) and seat in play.turn.seats else None

    async def _choose(self, play: Play, item: Due) -> str:
        game, view = play.game, play.game.view(play.state, item.seat)
        try:
            whose = Whose(payer.get(), self._live.opener, self._live.code)
            return await self._bots.choose(game.name, game.options, view, item.seat, item.level, whose)
        except Exception as error:  # noqa: BLE001 -- whatever a bot does, the others want to play on
            logger.error("table %s: a bot failed: %s", self._live.code, error)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(standing_in, STAND_IN.choose, game, view, item.seat, Random())

    def _move(self, seen: Play, seat: int, action: str, state: TableState) -> Events:
        """The move that a bot chose, if the position is still the one it has seen."""
        # The person may have come back meanwhile; if it was the clock, they are late all the same.
        if state.seats[seat].played_by is None and not self._late(state, seat):
            return ()
        play, sheet = state.play, seen.game.sheet
        if play is None or sheet(play.state, seat) != sheet(seen.state, seat):
            return ()
        return commands.move_for(state, Source(now_ms()), seen.at, seat, action)

    def _late(self, state: TableState, seat: int) -> bool:
        ends = seat_deadline(state, seat, self._live.when)
        return ends is not None and ticks() >= ends
