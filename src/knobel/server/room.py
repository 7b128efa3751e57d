"""A table and the people at it: who is here, what they are sent, and what happens by itself.

Small tables are sent every change at once; at large ones changes are collected, so that a round of three hundred moves
is a few states and not ninety thousand.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import Any, cast

import msgspec

from knobel.core import Decide
from knobel.server import messages
from knobel.server.bots import Bots
from knobel.server.connection import Connection, Socket, encode
from knobel.server.live import LiveTable
from knobel.server.people import Known, now_ms
from knobel.server.store import Store
from knobel.server.views import LARGE, LONGEST_LOG, Receiver, log_messages, position_message, table_message
from knobel.server.wishes import decision
from knobel.tables import commands
from knobel.tables.automatic import Due, Timing, deadline, due
from knobel.tables.commands import Events, Source
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import TableState

logger = logging.getLogger("knobel")

LARGE_TABLE_PAUSE = 0.4
"""Seconds between two states within a round of a large table; a roll and the end of a round are told at once."""
PAUSE_AFTER_FAILURE = 0.5
"""Seconds before what happens by itself, and could not be stored or decided, is tried again."""
PRESENCE_PAUSE = 1.5
"""Seconds between two lists of who sits and watches at a large table."""


class TableConnection(Connection):
    """A person's socket at a table, and how much of the table they know."""

    def __init__(self, socket: Socket, who: Known, room: "Room") -> None:
        super().__init__(socket, who)
        self.watching: int | None = None
        self._room = room
        self._next = 0
        self._seq = -1
        self._hiding: set[int] = set()
        self._table = -1
        self._position: Any = None

    def refresh(self) -> None:
        """Send everything afresh."""
        self._seq = -1
        self.touch()

    def watch(self, seat: int | None) -> None:
        """At a large table, also show this seat's sheet."""
        self.watching = seat
        self._position = None
        self.touch()

    def state(self) -> bytes | None:
        room, live = self._room, self._room.live
        snapshot, happenings = live.snapshot, live.happenings
        if self._seq < 0:
            self._next, self._hiding, self._table, self._position = 0, set(), -1, None
            news = happenings[-LONGEST_LOG:]
        else:
            earlier = [happenings[seq] for seq in sorted(self._hiding)]
            news = earlier + happenings[self._next :]
        receiver = Receiver(self.who.id, self.watching)
        entries, hiding = log_messages(snapshot, news, receiver)
        # What still hides something was sent before.
        entries = [entry for entry in entries if entry.seq >= self._next or entry.seq not in hiding]
        table = None if self._table == room.version else room.table_json()
        position = None if self._position is snapshot else position_message(snapshot, receiver)
        if table is None and position is None and not entries:
            return None
        state = messages.State(
            seq=snapshot.state.seq,
            prev=self._seq,
            now=now_ms(),
            table=cast("messages.Table | None", table),
            position=position,
            log=entries,
        )
        self._next, self._hiding, self._table, self._position = len(happenings), hiding, room.version, snapshot
        self._seq = snapshot.state.seq
        return encode(state)


class Room:
    """A live table with its people."""

    def __init__(
        self,
        code: str,
        store: Store,
        bots: Bots,
        timing: Timing,
        noticed: Callable[["Room"], None],
    ) -> None:
        """`noticed` is called when what the lobby shows of the table has changed."""
        self.live = LiveTable(code, store, self._stored)
        self.connections: set[TableConnection] = set()
        self.version = 0
        """Grows whenever the table, apart from its game, looks different."""
        self.empty_since = now_ms()
        self._bots = bots
        self._timing = timing
        self._noticed = noticed
        self._present: dict[str, Known] = {}
        self._absent: dict[str, int] = {}
        self._table_json: tuple[int, msgspec.Raw] = (-1, msgspec.Raw())
        self._shown: Any = None
        self._generation = 0
        self._turn: tuple[int, tuple[int, int]] | None = None
        self._flush: asyncio.TimerHandle | None = None
        self._presence_flush: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}

    # --- people -----------------------------------------------------------------------------------------------------

    async def arrive(self, connection: TableConnection) -> None:
        """Somebody connects."""
        who = connection.who
        if not self.connections:
            self.live.resume()
            self._absent = {}
        self.connections.add(connection)
        self._absent.pop(who.id, None)
        if who.id not in self._present:
            self._present[who.id] = who
            self._presence_changed()
        self._note_absent()
        connection.refresh()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive(), name=f"table {self.live.code}")
        self._wake.set()
        with contextlib.suppress(Refused):
            await self.live.execute(lambda state: commands.come_back(state, self._source(who)))

    def leave(self, connection: TableConnection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        who = connection.who
        if all(other.who is not who for other in self.connections) and self._present.pop(who.id, None) is not None:
            self._note_absent()
            self._presence_changed()
            self._wake.set()
        if not self.connections:
            self.empty_since = now_ms()
            if self._driver is not None:
                self._driver.cancel()

    def _note_absent(self) -> None:
        seated = {seat.person for seat in self.live.head.seats if seat.person is not None} | {self.live.head.host}
        now = now_ms()
        self._absent = {person: self._absent.get(person, now) for person in seated if person not in self._present}

    @property
    def present(self) -> dict[str, Known]:
        """Who is here, by id."""
        return self._present

    def _names(self) -> dict[str, str]:
        return {who.id: who.name for who in self._present.values()}

    def people(self) -> list[messages.Person]:
        """Who is here."""
        return [messages.Person(id=who.id, name=who.name, table=self.live.code) for who in self._present.values()]

    def watchers(self) -> list[messages.Person]:
        """Who is here without a seat."""
        seated = {seat.person for seat in self.live.snapshot.state.seats}
        return [person for person in self.people() if person.id not in seated]

    # --- what people see --------------------------------------------------------------------------------------------

    def table(self) -> messages.Table:
        """The table without its game."""
        return table_message(self.live.snapshot, self._present.keys(), self.watchers())

    def table_json(self) -> msgspec.Raw:
        """The same, encoded once for everybody."""
        if self._table_json[0] != self.version:
            self._table_json = self.version, msgspec.Raw(encode(self.table()))
        return self._table_json[1]

    def _stored(self, live: LiveTable) -> None:
        """More of the log is stored."""
        state = live.snapshot.state
        shown = (state.settings, state.host, state.seats, state.playing, state.play is None, state.games_played)
        if shown != self._shown:
            started_or_ended = self._shown is None or shown[3:] != self._shown[3:]
            self._shown = shown
            self._note_absent()
            if started_or_ended or not live.snapshot.large:
                self.version += 1
                self._noticed(self)
            else:
                self._presence_changed()
        if live.generation != self._generation:
            self._generation = live.generation
            for connection in self.connections:
                connection.refresh()
        for connection in list(self.connections):
            if connection.who.id in state.removed and connection.closing is None:
                connection.tell(messages.Gone(reason="removed"))
                connection.close(4003, "removed")
        self._wake.set()
        self._schedule_flush()

    def _schedule_flush(self) -> None:
        play = self.live.snapshot.play
        turn = None if play is None else (play.first, play.key)
        if not self.live.snapshot.large or turn != self._turn:
            self._turn = turn
            self._touch_all()
        elif self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(LARGE_TABLE_PAUSE, self._touch_all)

    def _touch_all(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        for connection in self.connections:
            connection.touch()

    def _presence_changed(self) -> None:
        self._noticed(self)
        if self._presence_flush is None:
            pause = PRESENCE_PAUSE if self.live.snapshot.large or len(self._present) > LARGE else 0
            self._presence_flush = asyncio.get_running_loop().call_later(pause, self._show_presence)

    def _show_presence(self) -> None:
        self._presence_flush = None
        self.version += 1
        self._touch_all()

    # --- commands ---------------------------------------------------------------------------------------------------

    @staticmethod
    def _source(who: Known | None, command_id: str | None = None) -> Source:
        if who is None:
            return Source(now_ms())
        return Source(now_ms(), who.id, who.name, command_id)

    async def carry_out(self, connection: TableConnection, command: messages.Command, levels: tuple[str, ...]) -> int:
        """Carry out a command that goes into the log: the seq of its event.

        :raises Refused: if it cannot be.
        """
        wish = decision(command, self._source(connection.who, command.id), self._names(), levels)
        seq = await self.live.execute(wish, connection.who.id, command.id)
        assert seq is not None
        return seq

    async def rename(self, who: Known) -> None:
        """Tell the table what somebody is now called."""
        if self.live.head.seat_of(who.id) is not None:
            with contextlib.suppress(Refused):
                await self.live.execute(lambda state: commands.rename(state, self._source(who)))
        if who.id in self._present:
            self._presence_changed()

    # --- what happens by itself -------------------------------------------------------------------------------------

    async def _drive(self) -> None:
        while True:
            self._wake.clear()
            self._prepare_bots()
            now, upcoming = now_ms(), None
            for item in list(
                due(self.live.head, self._absent, self._timing, self.live.resumed, self.live.last_game_event)
            ):
                if item.time > now:
                    upcoming = item.time if upcoming is None else min(upcoming, item.time)
                    continue
                try:
                    await self._act(item)
                except Refused as refusal:
                    if refusal.reason != TableReason.STORAGE:
                        # Somebody was quicker.
                        continue
                except Exception:
                    logger.exception("table %s: %s", self.live.code, item)
                else:
                    continue
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
                self._wake.set()
            timeout = None if upcoming is None else max(upcoming - now_ms(), 0) / 1000
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), timeout)

    def _prepare_bots(self) -> None:
        settings = self.live.head.settings
        for level in {seat.level for seat in self.live.head.seats if seat.level is not None}:
            self._bots.prepare(settings.game, settings.options, level)

    async def _act(self, item: Due) -> None:
        live, server = self.live, self._source(None)
        match item.act:
            case "host":
                await live.execute(lambda state: commands.pass_host(state, server, self._names()))
            case "away":
                # Who has come back meanwhile is not away.
                await live.execute(
                    lambda state: (
                        ()
                        if state.seats[item.seat].person in self._present
                        else commands.go_away(state, server, item.seat)
                    )
                )
            case "roll":
                play = live.head.play
                assert play is not None
                at = play.at
                await live.execute(lambda state: commands.roll(state, server, at, None))
            case "move":
                play = live.head.play
                assert play is not None
                key = live.head.seq if not play.game.simultaneous else play.at, item.seat
                if key not in self._thinking:
                    task = asyncio.create_task(self._think(item), name=f"bot at {live.code}")
                    self._thinking[key] = task
                    task.add_done_callback(lambda _: self._thought(key))

    def _thought(self, key: tuple[int, int]) -> None:
        """A bot is done: if it still has to move, the driver passed it over while it was at work."""
        self._thinking.pop(key, None)
        self._wake.set()

    async def _think(self, item: Due) -> None:
        """A bot moves; if it could not, its time ends only after a pause, before which nobody asks it again."""
        try:
            if await self._move(item):
                return
        except Exception:
            logger.exception("table %s: %s", self.live.code, item)
        await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _move(self, item: Due) -> bool:
        """Move for a seat, as often as it must before it is somebody else's turn; False if that went wrong."""
        play = self.live.head.play
        if play is None:
            return True
        at, game = play.at, play.game
        while True:
            play = self.live.head.play
            waiting = play is not None and isinstance(play.turn, Decide) and item.seat in play.turn.seats
            if play is None or play.at != at or not waiting or not self.connections:
                return True
            action = await self._choose(game, game.view(play.state, item.seat), item)
            position, now = play.state, self._source(None)

            def play_on(state: TableState, action: str = action, position: Any = position, now: Source = now) -> Events:
                seat = state.seats[item.seat]
                # The person may have come back meanwhile; if it was the clock, they are late all the same.
                if seat.played_by is None and item.level != seat.level and not self._late(state):
                    return ()
                current = state.play
                if current is None or game.sheet(current.state, item.seat) != game.sheet(position, item.seat):
                    return ()
                return commands.move_for(state, now, at, item.seat, action)

            try:
                if await self.live.execute(play_on) is None:
                    return False
            except Refused:
                return False
            if not game.simultaneous:
                return True

    def _late(self, state: TableState) -> bool:
        ends = deadline(state, self.live.resumed)
        return ends is not None and now_ms() >= ends

    async def _choose(self, game: Any, view: Any, item: Due) -> str:
        try:
            return await self._bots.choose(game.name, game.options, view, item.seat, item.level)
        except Exception as error:  # noqa: BLE001 -- whatever a bot does, the others want to play on
            logger.error("table %s: a bot failed: %s", self.live.code, error)
            legal: tuple[str, ...] = game.legal(view, item.seat)
            return secrets.choice(legal)
