"""Everything alive in the server: the rooms, the lobby, who is here, and chat."""

import asyncio
import logging
import secrets
from collections import deque
from dataclasses import dataclass

from knobel.bots import LEVELS
from knobel.server import messages
from knobel.server.bots import Bots
from knobel.server.connection import Connection, encode
from knobel.server.limits import Limiter
from knobel.server.people import Known, People, now_ms
from knobel.server.room import Room, TableConnection
from knobel.server.store import Conflict, Entry, Log, Store
from knobel.tables import commands
from knobel.tables.automatic import Timing
from knobel.tables.commands import Events, Source
from knobel.tables.events import encode as encode_event
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import fold

logger = logging.getLogger("knobel")

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6
MOST_ROOMS = 20_000
EVICT_AFTER = 60_000
"""Milliseconds after which a table without people leaves memory; its log stays."""
FORGET_AFTER = 90 * 24 * 3600 * 1000
"""Milliseconds after which a table at which nothing happens is deleted."""
LOBBY_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds between two lists of tables or people."""
CHAT_HISTORY = 50
LONGEST_TEXT = 500


@dataclass(slots=True)
class Options:
    """How a server runs. `grace` in seconds; `bot_pace` scales how long bots seem to think (0: not at all).

    `compile_ahead`: compile what bots need as soon as the server starts. `address_for_others` is where links lead that
    somebody on this machine gives away.
    """

    grace: float = 60.0
    bot_pace: float = 1.0
    compile_ahead: bool = False
    public_url: str | None = None
    address_for_others: str | None = None

    @property
    def timing(self) -> Timing:
        return Timing(int(1000 * self.grace), self.bot_pace)


class Hub:
    """The rooms and the people of one server process."""

    def __init__(self, store: Store, options: Options) -> None:
        self.store = store
        self.options = options
        self.people = People(store)
        self.bots = Bots()
        self.rooms: dict[str, Room] = {}
        self.lobby: set[Connection] = set()
        self.levels: tuple[str, ...] = LEVELS
        self.command_limit = Limiter(120, 30)
        self.chat_limit = Limiter(8, 0.7)
        self.table_limit = Limiter(30, 0.5)
        self.address_limit = Limiter(3000, 100)
        self.newcomer_limit = Limiter(800, 3)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chat_all: deque[messages.Chat] = deque(maxlen=CHAT_HISTORY)
        self._chat_table: dict[str, deque[messages.Chat]] = {}
        self._chat_private: deque[messages.Chat] = deque(maxlen=20 * CHAT_HISTORY)
        self._said: deque[tuple[str, str]] = deque(maxlen=40 * CHAT_HISTORY)
        self._listed: set[str] = set()
        self._lobby_flush: asyncio.TimerHandle | None = None
        self._people_flush: asyncio.TimerHandle | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin the work in the background."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        if self.options.compile_ahead:
            self.bots.compile_ahead()

    async def close(self) -> None:
        """Tell everybody to come back later, and store what is not stored."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self.rooms.values():
            for connection in room.connections:
                connection.close(1012, "the server restarts")
            await room.live.settle()
        for visitor in self.lobby:
            visitor.close(1012, "the server restarts")
        await self.bots.close()
        await self.store.close()

    # --- tables -----------------------------------------------------------------------------------------------------

    async def open_table(self, who: Known, new: messages.NewTable) -> Room:
        """Open a table.

        :raises Refused: if it cannot be set up like this.
        """
        if len(self.rooms) >= MOST_ROOMS:
            raise Refused(TableReason.TOO_MANY, "too many tables")
        source = Source(now_ms(), who.id, who.name)
        events: Events = commands.open_table(source, new.settings)
        state = fold(events)
        if len(new.bots) > sum(seat.empty for seat in state.seats):
            raise Refused(TableReason.TABLE_FULL, "more bots than free seats")
        for number, level in enumerate(new.bots, 1):
            events += commands.seat_bot(fold(events), source, number, level, self.levels)
        if new.start:
            events += commands.start(fold(events), source)
        entries = [Entry(seq, event.time, encode_event(event)) for seq, event in enumerate(events)]
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                await self.store.append(Log(code), entries)
            except Conflict:
                continue
            room = await self.room(code)
            assert room is not None
            return room

    async def room(self, code: str) -> Room | None:
        """The table with this code, from memory or from its log; None if there is none."""
        code = code.upper()
        if code in self.rooms:
            return self.rooms[code]
        if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
            return None
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code), name=f"load {code}")
        try:
            return await asyncio.shield(self._loading[code])
        except LookupError:
            return None

    def seated_at(self, person: str) -> Room | None:
        """The table in memory at which a person sits: the one with a running game, else the latest."""
        rooms = [room for room in self.rooms.values() if room.live.head.seat_of(person) is not None]
        return max(rooms, key=lambda room: room.live.head.playing, default=None)

    async def _load(self, code: str) -> Room:
        try:
            room = Room(code, self.store, self.bots, self.options.timing, self._noticed)
            if not await room.live.load():
                raise LookupError(code)
            self.rooms[code] = room
            return room
        finally:
            del self._loading[code]

    async def rename(self, who: Known, name: str) -> None:
        """Call a person something else, everywhere.

        :raises Refused: `bad_name`, `name_taken`.
        """
        await self.people.rename(who, name)
        for room in list(self.rooms.values()):
            await room.rename(who)
        self._people_changed()

    async def _sweep(self) -> None:
        while True:
            try:
                await self.store.forget_tables(now_ms() - FORGET_AFTER)
            except Exception:
                logger.exception("cannot forget old tables")
            for _ in range(120):
                await asyncio.sleep(30)
                old = now_ms() - EVICT_AFTER
                for code, room in list(self.rooms.items()):
                    if not room.connections and room.empty_since < old and not room.live.busy:
                        del self.rooms[code]
                        self._chat_table.pop(code, None)

    # --- people -----------------------------------------------------------------------------------------------------

    async def enter_table(self, connection: TableConnection, room: Room) -> None:
        """Somebody connects to a table."""
        self._arrived(connection)
        await room.arrive(connection)
        for chat in self._chat_table.get(room.live.code, ()):
            connection.tell(chat)

    def leave_table(self, connection: TableConnection, room: Room) -> None:
        """A connection to a table is gone."""
        room.leave(connection)
        self._left(connection)

    def enter_lobby(self, connection: Connection) -> None:
        """Somebody connects to the lobby."""
        self.lobby.add(connection)
        self._arrived(connection)
        connection.tell_encoded(self._lobby_json())

    def leave_lobby(self, connection: Connection) -> None:
        """A connection to the lobby is gone."""
        self.lobby.discard(connection)
        self._left(connection)

    def _arrived(self, connection: Connection) -> None:
        who = connection.who
        self.people.arrive(who)
        for chat in self._chat_all:
            connection.tell(chat)
        for chat in self._chat_private:
            if who.id in (chat.to, chat.sender.id):
                connection.tell(chat)
        self._people_changed()

    def _left(self, connection: Connection) -> None:
        self.people.leave(connection.who)
        self._people_changed()

    def _connections(self) -> list[Connection]:
        return [*self.lobby, *(connection for room in self.rooms.values() for connection in room.connections)]

    def _people_changed(self) -> None:
        if self._people_flush is None:
            # The more people, the longer the list, the more who get it: rarer, too.
            pause = min(LOBBY_PAUSE + len(self.people.here()) ** 2 / 50_000, LONGEST_PAUSE)
            self._people_flush = asyncio.get_running_loop().call_later(pause, self._tell_people)

    def _tell_people(self) -> None:
        self._people_flush = None
        data = self._people_json()
        for connection in self._connections():
            connection.tell_encoded(data)

    def _people_json(self) -> bytes:
        # The code of a table that is not public is for those who were given it.
        tables = {
            person: room.live.code if room.live.snapshot.state.settings.public else ""
            for room in self.rooms.values()
            for person in room.present
        }
        return encode(
            messages.People(
                people=[
                    messages.Person(id=who.id, name=who.name, table=tables.get(who.id)) for who in self.people.here()
                ]
            )
        )

    # --- lobby ------------------------------------------------------------------------------------------------------

    def _noticed(self, room: Room) -> None:
        listed = room.live.snapshot.state.settings.public or room.live.code in self._listed
        if listed and self._lobby_flush is None:
            self._lobby_flush = asyncio.get_running_loop().call_later(LOBBY_PAUSE, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_flush = None
        data = self._lobby_json()
        for connection in self.lobby:
            connection.tell_encoded(data)

    def public_tables(self) -> list[messages.Table]:
        """The tables that everybody may see and at which somebody is."""
        return [
            room.table()
            for room in self.rooms.values()
            if room.live.snapshot.state.settings.public and room.connections
        ]

    def _lobby_json(self) -> bytes:
        tables = self.public_tables()
        self._listed = {table.code for table in tables}
        return encode(messages.Lobby(tables=tables))

    # --- chat -------------------------------------------------------------------------------------------------------

    def say(self, who: Known, room: Room | None, say: messages.Say) -> None:
        """Pass on what somebody says.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`.
        """
        if (who.id, say.id) in self._said:
            return
        text = say.text.strip()
        if not text:
            raise Refused(TableReason.EMPTY_TEXT, "nothing was said")
        if len(text) > LONGEST_TEXT:
            raise Refused(TableReason.TOO_LARGE, f"at most {LONGEST_TEXT} characters at a time")
        if not self.chat_limit.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "slowly, please")
        sender = messages.Person(id=who.id, name=who.name)
        chat = messages.Chat(to=say.to, sender=sender, text=text, time=now_ms())
        receivers: list[Connection]
        if say.to == "all":
            self._chat_all.append(chat)
            receivers = self._connections()
        elif say.to == "table":
            if room is None:
                raise Refused(TableReason.NOT_HERE, "you are at no table")
            self._chat_table.setdefault(room.live.code, deque(maxlen=CHAT_HISTORY)).append(chat)
            receivers = list(room.connections)
        else:
            if self.people.find_here(say.to) is None:
                raise Refused(TableReason.NOT_HERE, "this person is not here")
            self._chat_private.append(chat)
            receivers = [c for c in self._connections() if c.who.id in (say.to, who.id)]
        self._said.append((who.id, say.id))
        data = encode(chat)
        for connection in receivers:
            connection.tell_encoded(data)
