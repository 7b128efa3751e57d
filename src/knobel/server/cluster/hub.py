"""Central object of a server process: tables in memory, the lobby, connected people, and chat."""

import asyncio
import logging
import secrets
from functools import partial

from knobel.bots import LEVELS
from knobel.server.bus import broker
from knobel.server.cluster.lobby import Lobby
from knobel.server.cluster.peers import Peers
from knobel.server.jobs.bot_service import Bots
from knobel.server.jobs.coach_service import Coach
from knobel.server.jobs.worker_registry import WorkerRegistry
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.shared_counts import SharedCounts
from knobel.server.people.accounts import Account, People
from knobel.server.people.chat import Chat
from knobel.server.people.connection import Connection
from knobel.server.people.reports import Reports
from knobel.server.rooms.admission import TableAdmission
from knobel.server.rooms.creation import TableCreation, is_code
from knobel.server.rooms.quotas import GAME_COMMANDS, Quotas
from knobel.server.rooms.room import Room
from knobel.server.rooms.subscriptions import TableConnection
from knobel.server.runtime import memory, metrics
from knobel.server.runtime.clock import ticks
from knobel.server.runtime.debounce import Debounce
from knobel.server.runtime.json import encode
from knobel.server.runtime.settings import Options
from knobel.server.runtime.token_bucket import Limiter
from knobel.server.storage.log_reader import Unreadable
from knobel.server.storage.people import PeopleStore
from knobel.server.storage.reports import ReportStore
from knobel.server.storage.store import Store
from knobel.server.wire import messages
from knobel.tables.access import may_talk
from knobel.tables.reasons import Refused, TableReason

logger = logging.getLogger("knobel")

EVICT_AFTER_MS = 60_000
"""Milliseconds without people after which a table is evicted from memory; its log stays in the database."""


class NoTable(LookupError):
    """There is no table with this code."""


class Hub:
    """The tables in memory and the connected people of one server process."""

    def __init__(
        self, store: Store, options: Options, visitors: ConnectionLimits, carrier: broker.Broker | None = None
    ) -> None:
        self.store = store
        self._process_id = secrets.token_hex(8)
        """The id of this process among those on the same database."""
        self.options = options
        self.visitors = visitors
        self.registry = PeopleStore(store)
        self.people = People(self.registry, self._process_id)
        carrier = carrier or broker.NoBroker()
        self.worker_registry = WorkerRegistry(self._process_id, carrier)
        self.bots = Bots(self.worker_registry)
        self.coach = Coach(store, self.worker_registry, self._coached)
        self.rooms: dict[str, Room] = {}
        self.lobby = Lobby(self.rooms, self._list_changed)
        self.chat = Chat(self.people)
        self.levels: tuple[str, ...] = LEVELS
        self.command_limit = Limiter(120, 30)
        self.table_limit = Limiter(30, 0.5)
        self.rename_limit = Limiter(20, 1 / 60)
        self.newcomer_limit = Limiter(800, 3)
        self.review_limit = Limiter(30, 0.2)
        self.assess_limit = Limiter(60, 1)
        self.token_limit = Limiter(10, 1 / 60)
        """Limit of wrong operator tokens."""
        self.quotas = Quotas(self.rooms)
        self.opening = TableCreation(store, self.rooms, self.quotas, self.levels, self.room)
        self.person_limit = Limiter(5, 1 / 60)
        """Limit of requests for a person's whole data, such as export and erasure."""
        self.admission = TableAdmission(self.room)
        self.reports = Reports(ReportStore(store), self.people, self.chat)
        self.limits = {
            "commands": self.command_limit,
            "tables": self.table_limit,
            "names": self.rename_limit,
            "writes": store.budget.limiter,
            "newcomers": self.newcomer_limit,
            "persons": self.person_limit,
            "reviews": self.review_limit,
            "assessments": self.assess_limit,
            "tokens": self.token_limit,
            **self.chat.limits,
            **self.admission.limits,
            **self.quotas.limits,
            **self.reports.limits,
            **visitors.limits,
        }
        """Rate limiters that are shared by all processes, by name."""
        self.held = SharedCounts(
            {
                "people": self.people.sockets,
                "reviews": self.coach.reviews.held,
                "hints": self.coach.hints.held,
                **visitors.held,
                **self.quotas.held,
            }
        )
        """Counts of the limited resources that people hold."""
        visitors.elsewhere = self.quotas.elsewhere = self.held.elsewhere
        self.coach.reviews.elsewhere = partial(self.held.elsewhere, "reviews")
        self.coach.hints.elsewhere = partial(self.held.elsewhere, "hints")
        self.peers = Peers(self._process_id, store, carrier, self)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._list_of_people = Debounce(self._tell_people)
        self._background: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the background tasks."""
        await self.reports.start()
        await self.registry.end_offers(self._process_id if self.store.shared else None)
        await self.peers.start()
        loop = asyncio.get_running_loop()
        metrics.watch(
            tasks=lambda: len(asyncio.all_tasks(loop)),
            sockets=lambda: self.visitors.sockets,
            people=lambda: len(self.people.here()),
            tables=lambda: len(self.rooms),
            tables_with_people=lambda: sum(bool(room.presence.connections) for room in list(self.rooms.values())),
            bot_questions=lambda: self.bots.waiting,
            bot_workers=lambda: self.worker_registry.at_once("bots"),
            writes_waiting=lambda: self.store.waiting,
        )
        self._background.append(asyncio.create_task(self._sweep(), name="sweeper"))
        if self.options.compile_ahead:
            self.bots.compile_ahead()

    async def close(self) -> None:
        """Close all connections, and store unsaved events and a snapshot of each table's state."""
        for task in self._background:
            task.cancel()
        for room in list(self.rooms.values()):
            for connection in room.presence.connections:
                connection.close(1012, "the server restarts")
            await room.live.settle()
        for visitor in self.lobby.visitors:
            visitor.close(1012, "the server restarts")
        await self.peers.close()
        await self.bots.close()
        await self.coach.close()
        left = [left for room in self.rooms.values() if (left := room.live.leave()) is not None]
        # Snapshots only save time, so errors are ignored: the state follows from the logs.
        await asyncio.gather(*left, return_exceptions=True)
        await self.store.close()

    # --- tables -----------------------------------------------------------------------------------------------------

    async def room(self, code: str) -> Room | None:
        """Return the table with this code, from memory or from its log; None if there is none.

        :raises Refused: `unreadable`, if the table's log is damaged.
        """
        code = code.upper()
        if (room := self.rooms.get(code)) is not None:
            # The caller may enter the table. If it were evicted before, the table would be in memory twice.
            room.presence.look_for()
            await self.peers.refresh(room)
            return room
        if not is_code(code):
            return None
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code), name=f"load {code}")
        try:
            return await asyncio.shield(self._loading[code])
        except NoTable:
            return None

    def seated_at(self, person: str) -> Room | None:
        """Return the table in memory at which a person has a seat, preferably one with a running game."""
        heads = ((room, room.live.head) for room in self.rooms.values())
        rooms = [room for room, head in heads if head.seat_of(person) is not None and not head.closed]
        return max(rooms, key=lambda room: room.live.head.playing, default=None)

    async def _load(self, code: str) -> Room:
        try:
            room = Room(code, self.store, self.bots, self.options.timing, self.lobby.noticed, self._process_id)
            if not await room.live.load():
                raise NoTable(code)
        except Unreadable as error:
            logger.error("table %s cannot be read: %s", code, error)
            raise Refused(TableReason.UNREADABLE, "the log of this table is damaged") from None
        else:
            self.rooms[code] = room
            room.live.appended = lambda: self.peers.moved(room)
            await self.peers.refresh(room)
            return room
        finally:
            del self._loading[code]

    async def carry_out(self, room: Room, connection: TableConnection, command: messages.Command) -> None:
        """Execute a command that is stored in a table's log.

        :raises Refused: if the command is not possible.
        """
        self.store.budget.check(in_game=isinstance(command, GAME_COMMANDS))
        self.quotas.check(connection.who.id, room, command)
        await room.carry_out(connection, command, self.levels)
        if isinstance(command, messages.Start):
            self._prepare_coach(room)

    def _prepare_coach(self, room: Room) -> None:
        """Prepare the coach for a table where a player may ask for a hint."""
        head = room.live.head
        if head.settings.coach and head.playing:
            self.coach.prepare(head.settings.game, head.settings.options)

    def _coached(self) -> bool:
        """True if there is a running game in which a player may ask for a hint."""
        heads = (room.live.head for room in list(self.rooms.values()) if room.presence.connections)
        return any(head.settings.coach and head.playing for head in heads)

    async def rename(self, who: Account, name: str) -> None:
        """Rename a person on the server and at all their tables.

        :raises Refused: `bad_name`, `name_taken`; `rate_limited`, because each table of the person stores the name.
        """
        self.store.budget.check()
        if not self.rename_limit.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "too many name changes in a short time: try again later")
        await self.people.rename(who, name)
        self.peers.changed(who)
        await self.renamed(who)

    async def renamed(self, who: Account) -> None:
        """Update the tables and the list of people after a person was renamed."""
        for room in list(self.rooms.values()):
            await room.rename(who)
        self.people_changed()

    def identify_again(self, who: Account) -> None:
        """Close a person's connections, so that the clients reconnect and authenticate again."""
        for connection in self._connections():
            if connection.who is who:
                connection.close(1012, "authenticate again")

    async def sign_out(self, person: str) -> None:
        """Sign out all devices of a person.

        :raises StoreError: if the database cannot be written.
        """
        for device in await self.registry.devices(person):
            await self.people.remove_device(device.hash)
        known = self.people.find_here(person)
        if known is not None:
            self.peers.changed(known)
            self.identify_again(known)

    def tell_answers(self, person: str) -> None:
        """Send a person the answers to their reports, if they are connected."""
        who = self.people.find_here(person)
        if who is None:
            return
        chats = self.reports.hand_over(who)
        for connection in self._connections():
            if connection.who is who:
                for chat in chats:
                    connection.tell(chat)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.evict()
            await asyncio.to_thread(memory.trim)

    def evict(self) -> None:
        """Evict tables without connections or requests for `EVICT_AFTER_MS` milliseconds from memory."""
        old = ticks() - EVICT_AFTER_MS
        for code, room in list(self.rooms.items()):
            if not room.presence.connections and room.presence.empty_since < old and not room.live.busy:
                del self.rooms[code]
                self.chat.forget(code)
                room.close()

    # --- people -----------------------------------------------------------------------------------------------------

    def enter_table(self, connection: TableConnection, room: Room) -> None:
        """Register a new connection to a table."""
        self._arrived(connection, room.live.code)
        room.arrive(connection)
        self._prepare_coach(room)
        if not room.live.head.chat_hidden and connection.who.owner is None:
            for chat in self.chat.heard_at(room.live.code, connection.who):
                connection.tell(chat)

    def leave_table(self, connection: TableConnection, room: Room) -> None:
        """Remove a connection to a table."""
        room.leave(connection)
        self._left(connection)

    def enter_lobby(self, connection: Connection) -> None:
        """Register a new connection to the lobby."""
        self._arrived(connection)
        self.lobby.enter(connection)

    def leave_lobby(self, connection: Connection) -> None:
        """Remove a connection to the lobby."""
        self.lobby.leave(connection)
        self._left(connection)

    def _arrived(self, connection: Connection, code: str = "") -> None:
        who = connection.who
        self.people.arrive(who)
        self.peers.arrived(connection, code)
        if who.owner is not None:
            return
        self.reports.hand_over(who)
        for chat in self.chat.heard_by(who):
            connection.tell(chat)
        self.people_changed()

    def _left(self, connection: Connection) -> None:
        self.people.leave(connection.who)
        self.peers.left(connection)
        self.people_changed()

    def _connections(self) -> list[Connection]:
        at_tables = (connection for room in self.rooms.values() for connection in room.presence.connections)
        return [*self.lobby.visitors, *at_tables]

    def _list_changed(self) -> None:
        self.peers.listed()

    def people_changed(self) -> None:
        """Schedule an update of the list of people, after a person connected, left or was renamed."""
        self._list_of_people.soon(self.people.pause)

    def _tell_people(self) -> None:
        data = self._people_json()
        for connection in self._connections():
            if connection.who.owner is None:
                connection.tell_encoded(data)

    def _people_json(self) -> bytes:
        # The code of a private table gives access to it, so it is not sent.
        public = self.lobby.tables()
        tables = {person: code if code in public else "" for person, code in self.peers.where.items() if code} | {
            person: room.live.code if room.live.snapshot.state.settings.public else ""
            for room in self.rooms.values()
            for person in room.presence.present
        }
        return encode(
            messages.People(
                people=[
                    messages.Person(id=who.id, name=who.name, table=tables.get(who.id))
                    for who in self.people.here()
                    if who.owner is None
                ]
            )
        )

    # --- chat -------------------------------------------------------------------------------------------------------

    def say(self, who: Account, room: Room | None, say: messages.Say) -> None:
        """Deliver a person's chat message to its receivers on all processes.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`, `chat_hidden`, `muted`.
        """
        if room is not None:
            may_talk(room.live.head, who.id)
        chat = self.chat.say(who, say, None if room is None else room.live.code)
        if chat is None:
            return
        self.peers.said(chat, say.id, None if room is None else room.live.code)
        self._pass_on(chat, room)

    def tell_all(self, text: str) -> None:
        """Send a notice of the operator to all connected people, and to those who connect soon.

        :raises Refused: `empty_text`, `too_large`.
        """
        chat, number = self.chat.announce(text), secrets.token_hex(8)
        self.heard(chat, number, None)
        self.peers.said(chat, number, None)

    def heard(self, chat: messages.Chat, number: str, table: str | None) -> None:
        """Deliver a chat message that arrived from another process."""
        if self.chat.hear(chat, number, table):
            self._pass_on(chat, self.rooms.get(table or ""))

    def remembered(self, to: str) -> broker.Remembered:
        """Return the recent chat for a process that has just started."""
        here = [who.id for who in self.people.here()]
        return broker.Remembered(to, *self.chat.remembered(here, self.rooms))

    def take_over(self, said: broker.Remembered) -> None:
        """Take over the recent chat of a process that has run for longer."""
        self.chat.take_over((said.public, said.private, said.tables))

    def forget_said(self, person: str) -> None:
        """Delete a person's chat messages from memory."""
        self.chat.forget_person(person)

    def _pass_on(self, chat: messages.Chat, room: Room | None) -> None:
        sender, hearers = chat.sender.id, self._connections()
        if chat.to == "table":
            hearers = [] if room is None else list(room.presence.connections)
        elif chat.to != "all":
            hearers = [connection for connection in hearers if connection.who.id in (chat.to, sender)]
        data = encode(chat)
        for connection in hearers:
            if connection.who.owner is None and sender not in connection.who.blocked:
                connection.tell_encoded(data)
