"""The tables in the memory of this process."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from knobel.clock import monotonic_ms
from knobel.presentation.http_messages import SeatedAt
from knobel.presentation.log_reader import Unreadable
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.coach_service import CoachService
from knobel.server.database.store import Store
from knobel.server.limits import codes
from knobel.server.people.accounts import Account
from knobel.server.people.chat import Chat
from knobel.server.people.pauses.service import Pauses
from knobel.server.runtime import memory
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.public_tables import PublicTables
from knobel.server.tables.live.room import Room, RoomObserver
from knobel.server.tables.live.sync import TableSync
from knobel.server.tables.slow.store import SlowTableStore
from knobel.tables.due_actions import Timing
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.slow_games import awaited_seats

logger = logging.getLogger("knobel")

CODE_LENGTH = 6
"""Length of the code of a table."""
EVICT_AFTER_MS = 60_000
"""Milliseconds without people after which a table is evicted from memory; its log stays in the database."""
EVICTION_INTERVAL_S = 30
"""Seconds between two evictions of tables without people."""


class GameEnded(Protocol):
    """A function that is called when a game has ended."""

    def __call__(self, code: str, game: int, /) -> None:
        """:param game: the number of the game at the table with this code."""


class NoTable(LookupError):
    """There is no table with this code."""


def has_coached_game(rooms: Mapping[str, Room]) -> bool:
    """True if there is a running game in which a player may ask the coach."""
    heads = (room.log.head for room in list(rooms.values()) if room.presence.connections)
    return any(head.settings.coach and head.playing for head in heads)


class RoomRegistry(RoomObserver):
    """Loads tables from their logs, and evicts tables without people."""

    def __init__(
        self,
        rooms: dict[str, Room],
        store: Store,
        bots: BotService,
        coach: CoachService,
        timing: Timing,
        lobby: Lobby,
        chat: Chat,
        sync: TableSync,
        public_tables: PublicTables,
        slow_tables: SlowTableStore,
        pauses: Pauses,
        on_game_ended: GameEnded,
    ) -> None:
        """`on_game_ended` is called, perhaps several times, with the table and the first seq of a finished game."""
        self._slow_tables, self._pauses = slow_tables, pauses
        pauses.on_change = self._pauses_changed
        self._rooms, self._store, self._bots, self._coach, self._timing = rooms, store, bots, coach, timing
        self._lobby, self._chat, self._on_game_ended = lobby, chat, on_game_ended
        self._sync, self._public_tables = sync, public_tables
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def get(self, code: str, log: Sequence[str] | None = None) -> Room | None:
        """Return the table with this code, from memory or from its log; None if there is none.

        :param log: the whole log, if this process has just stored it. Otherwise it is read.
        :raises Refused: `unreadable`, if the table's log is damaged.
        """
        code = code.upper()
        if (room := self._rooms.get(code)) is not None:
            # The caller may enter the table. If it were evicted before, the table would be in memory twice.
            room.presence.postpone_eviction()
            await self._sync.refresh(room)
            return room
        if not codes.is_code(code, CODE_LENGTH):
            return None
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code, log), name=f"load {code}")
        try:
            room = await asyncio.shield(self._loading[code])
        except NoTable:
            return None
        room.presence.postpone_eviction()
        return room

    async def _load(self, code: str, log: Sequence[str] | None) -> Room:
        try:
            pauses = self._pauses
            room = Room(
                code, self._store, self._bots, self._timing, self, self._sync.process_id, lambda: pauses.by_person
            )
            if not await room.log.load(log):
                raise NoTable(code)
            if room.log.head.settings.days is not None:
                self._chat.restore(code, [stored.message() for stored in await self._slow_tables.chat(code)])
        except Unreadable as error:
            logger.error("table %s cannot be read: %s", code, error)
            raise Refused(TableReason.UNREADABLE, "the log of this table is damaged") from None
        else:
            self._rooms[code] = room
            if log is None:
                await self._sync.refresh(room)
            return room
        finally:
            del self._loading[code]

    def find_seated_room(self, person: str) -> Room | None:
        """Return the live table in memory at which a person has a seat, preferably one with a running game."""
        heads = ((room, room.log.head) for room in self._rooms.values() if room.log.head.settings.days is None)
        rooms = [room for room, head in heads if head.seat_of(person) is not None and not head.closed]
        return max(rooms, key=lambda room: room.log.head.playing, default=None)

    def seat_of(self, person: str) -> SeatedAt | None:
        """Return where a person has a seat at a live table, as their session says it."""
        room = self.find_seated_room(person)
        if room is None:
            return None
        head = room.log.head
        at = SeatedAt(code=room.log.code, game=head.settings.game)
        if head.playing:
            at.waits_for = "you" if head.seat_of(person) in awaited_seats(head) else "others"
        return at

    async def rename(self, account: Account) -> None:
        """Rename a person at the tables in memory."""
        for room in list(self._rooms.values()):
            await room.rename(account)

    def evict_idle_rooms(self) -> None:
        """Evict tables without connections or requests for `EVICT_AFTER_MS` milliseconds from memory."""
        old = monotonic_ms() - EVICT_AFTER_MS
        for room in list(self._rooms.values()):
            if room.presence.empty_since_ms < old:
                self.evict(room)

    async def evict_regularly(self) -> None:
        """Evict idle tables again and again, and return their memory to the system."""
        while True:
            await asyncio.sleep(EVICTION_INTERVAL_S)
            self.evict_idle_rooms()
            await asyncio.to_thread(memory.trim)

    def evict(self, room: Room) -> None:
        """Evict a table from memory, unless there are connections or its log is being read or written."""
        code = room.log.code
        if (
            room.presence.connections
            or room.presence.is_unattended
            or room.log.busy
            or self._rooms.get(code) is not room
        ):
            return
        del self._rooms[code]
        self._chat.delete_table(code)
        room.close()

    def _pauses_changed(self, person: str) -> None:
        for room in list(self._rooms.values()):
            head = room.log.head
            if head.settings.days is not None and head.seat_of(person) is not None:
                room.pauses_changed()

    def listing_changed(self, room: Room) -> None:
        """Update the list of public tables, on all processes."""
        if self._lobby.listing_changed(room.log):
            self._public_tables.update()

    def events_appended(self, room: Room) -> None:
        """Announce the new events to the other processes, and the end of a game."""
        self._sync.announce_append(room)
        state = room.log.snapshot.state
        if state.play is not None and not state.playing:
            self._on_game_ended(room.log.code, state.play.first)

    def coach_may_be_asked(self, room: Room) -> None:
        """Prepare the coach for a table where a player may ask for a hint."""
        head = room.log.head
        if head.settings.coach and head.playing:
            self._coach.prepare(head.settings.game, head.settings.options)
