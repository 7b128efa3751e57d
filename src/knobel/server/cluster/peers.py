"""The other processes that serve the same database: their connections and their changes to tables.

All data that must be correct is in the database. The broker only says which data to read. Without a broker, a process
reads all of it twice a second. No clocks are compared: a process is alive while its heartbeat counter grows, timed by
each observer's own clock.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from typing import Protocol

import msgspec

from knobel.server.bus import broker
from knobel.server.bus.broker import Broker
from knobel.server.bus.notes_table import NotesTable
from knobel.server.cluster.heartbeats import Heartbeats
from knobel.server.cluster.lobby import Lobby
from knobel.server.cluster.public_tables import PublicTables
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.database.engine import StoreError
from knobel.server.jobs.worker_registry import WorkerRegistry
from knobel.server.limits.shared_counts import SharedCounts
from knobel.server.people.accounts import Account, People
from knobel.server.people.connection import Connection
from knobel.server.rooms.live_table import LiveTable
from knobel.server.rooms.room import Room
from knobel.server.runtime.clock import ticks
from knobel.server.runtime.json import encode
from knobel.server.runtime.token_bucket import Limiter
from knobel.server.storage.log_reader import Unreadable
from knobel.server.storage.processes import ConnectionRow, ProcessStore
from knobel.server.storage.store import Conflict, Store
from knobel.server.wire import messages
from knobel.tables.reasons import Refused

logger = logging.getLogger("knobel")

REFRESH_S = 0.5
"""Seconds between two full refreshes while no notes arrive."""
REFRESH_ALWAYS_MS = 10_000
"""Milliseconds between two full refreshes while notes arrive."""
SHARE_PAUSE_S = 0.25
"""Seconds between two notes about tokens taken from shared limits."""
PAUSE = 0.05
"""Seconds between two writes of the connections of this process."""

_note: msgspec.json.Decoder[broker.AnyNote] = msgspec.json.Decoder(broker.AnyNote)


class _Connections(Protocol):
    def people_changed(self) -> None: ...
    def identify_again(self, who: Account) -> None: ...


class _ChatDelivery(Protocol):
    def receive(self, chat: messages.Chat, number: str, table: str | None) -> None: ...
    def recent(self, to: str) -> broker.Remembered: ...
    def take_over(self, recent: broker.Remembered) -> None: ...
    def forget(self, person: str) -> None: ...


class _AccountUpdates(Protocol):
    async def renamed(self, who: Account) -> None: ...


class LocalServices(Protocol):
    """The parts of this process that receive notes of other processes (see `services.Services`)."""

    rooms: dict[str, Room]
    lobby: Lobby
    people: People
    limits: dict[str, Limiter]
    held: SharedCounts
    worker_registry: WorkerRegistry

    @property
    def connections(self) -> _Connections: ...
    @property
    def chat_delivery(self) -> _ChatDelivery: ...
    @property
    def account_updates(self) -> _AccountUpdates: ...


class Peers:
    """Exchanges data with the other processes."""

    def __init__(self, process_id: str, store: Store, broker: Broker, site: LocalServices) -> None:
        self.process_id, self._store, self._broker, self._site = process_id, store, broker, site
        self._here: dict[Connection, ConnectionRow] = {}
        """The database rows of the connections to this process."""
        self._gone: set[int] = set()
        self._new: set[int] = set()
        self._renamed: set[int] = set()
        self._count = 0
        self._rows = ProcessStore(process_id, store)
        self._heartbeats = Heartbeats(process_id, self._rows, self._register, self._others_live)
        self._notes_table = NotesTable(process_id, store, self._hear)
        self._looked = ticks()
        self._introduced = False
        self._writing = asyncio.Lock()
        self.where: dict[str, str] = {}
        """The code of the table of each person connected to another process (empty: in the lobby), by id."""
        self._own = BatchedLookup(self._write_own, lambda: PAUSE)
        self._tables = BatchedLookup(self._read_tables)
        self._logs = BatchedLookup(self._read_logs)
        self._rewritten = BatchedLookup(self._read_anew)
        self._everybody = BatchedLookup(self._read_everybody, lambda: site.people.pause)
        self._listing = PublicTables(self._rows, site.lobby, self._writing, self._list_changed)
        self._persons = BatchedLookup(self._read_persons)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def first(self) -> bool:
        """True if this process has the smallest id and therefore does the tasks that only one process does."""
        return self._heartbeats.first

    async def start(self) -> None:
        """Join the other processes, if the database is shared.

        :raises StoreError: if the database does not answer.
        """
        if not self._store.shared:
            return
        await self._register()
        looks = self._own, self._tables, self._logs, self._rewritten, self._everybody, self._listing, self._persons
        for work in (self._heartbeats.run(), self._share(), self._look_around(), *(look.run() for look in looks)):
            self._tasks.append(asyncio.create_task(work, name="peers"))
        await self._heartbeats.look()
        await self._broker.open(self.process_id, self._hear, self._hears_again)
        if not self._broker.connected:
            self._introduce()

    async def close(self) -> None:
        """Leave, so that the other processes take over immediately."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            with contextlib.suppress(StoreError):
                await self._rows.leave()
            self._tell(broker.Process())
            await self._broker.close()

    def _tell(self, note: broker.AnyNote, to: str | None = None) -> None:
        if isinstance(note, broker.CarriedNote) and self._store.shared and not self._broker.connected:
            self._notes_table.tell(encode(note))
        else:
            self._broker.tell(encode(note), to)

    def _hear(self, data: bytes) -> None:
        try:
            note = _note.decode(data)
        except msgspec.MsgspecError:
            # The note is from a process of another version. The next full refresh reads its effects.
            return
        if isinstance(note, broker.OfWorkers):
            self._site.worker_registry.heard(note)
            return
        if isinstance(note, broker.CarriedNote):
            self._take(note)
            return
        if isinstance(note, broker.Moved) and note.ago is not None and note.table in self._site.rooms:
            self._site.rooms[note.table].live.began(note.ago)
        look, keys = self._asked(note)
        look.at(*keys)

    def _take(self, note: broker.CarriedNote) -> None:
        """Handle a note whose content is not in the database."""
        site = self._site
        match note:
            case broker.Took(limits=limits, by=by) if by != self.process_id:
                for name in limits.keys() & site.limits.keys():
                    site.limits[name].lose(limits[name])
            case broker.Holding(counts=counts, by=by, whole=whole) if by != self.process_id:
                site.held.heard(by, counts, whole=whole)
            case broker.Said(chat=chat, id=number, table=table):
                site.chat_delivery.receive(chat, number, table)
            case broker.Remembered(to=to) if to == self.process_id:
                site.chat_delivery.take_over(note)
            case broker.Forgotten(person=person):
                site.chat_delivery.forget(person)
            case broker.Process(new=new):
                if new is not None and new != self.process_id:
                    self._welcome(new)
                task = asyncio.create_task(self._heartbeats.look(), name="another process")
                self._tasks.append(task)
                task.add_done_callback(self._tasks.remove)

    def _welcome(self, new: str) -> None:
        """Send a new process the data that is not in the database."""
        self._tell_all_held()
        if all(self.process_id <= other for other in self._heartbeats.others if other != new):
            self._tell(self._site.chat_delivery.recent(new), new)

    def _asked(self, note: broker.AnyNote) -> tuple[BatchedLookup, list[str]]:
        """Return the lookup, and its keys, that a note asks for."""
        match note:
            case broker.Moved(table=table):
                return self._logs, [table]
            case broker.Rewritten(table=table):
                return self._rewritten, [table]
            case broker.Crowded(table=table):
                return self._tables, [table]
            case broker.Changed(person=person):
                return self._persons, [person]
            case broker.Came():
                return self._everybody, [""]
            case _:
                return self._listing, [""]

    def _hears_again(self) -> None:
        self._look_everywhere()
        self._tell_all_held()
        self._introduce()

    def _introduce(self) -> None:
        """Announce this process once, so that the other processes send it the data that is not in the database."""
        if not self._introduced:
            self._introduced = True
            self._tell(broker.Process(new=self.process_id))

    # --- processes ----------------------------------------------------------------------------------------------------

    async def _register(self) -> None:
        """Write the rows of this process and of all its connections."""
        async with self._writing:
            self._listing.forget()
            for numbers in (self._new, self._gone, self._renamed):
                numbers.clear()
            await self._rows.join(list(self._here.values()))
        self._look_everywhere()

    async def _share(self) -> None:
        """Send the tokens taken from limits to the other processes, so that a limit holds for all of them together."""
        while True:
            await asyncio.sleep(SHARE_PAUSE_S)
            taken = {name: limit.share() for name, limit in self._site.limits.items()}
            if any(taken.values()) and not self._heartbeats.alone:
                limits = {name: {str(key): most for key, most in keys.items()} for name, keys in taken.items() if keys}
                self._tell(broker.Took(limits, self.process_id))
            if not self._heartbeats.alone and (news := self._site.held.news()):
                self._tell(broker.Holding(news, self.process_id, whole=False))

    def _tell_all_held(self) -> None:
        self._tell(broker.Holding(self._site.held.all(), self.process_id, whole=True))

    def _others_live(self) -> None:
        self._site.held.only(self._heartbeats.others)
        self._look_everywhere()

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_S)
            late = ticks() - self._looked > REFRESH_ALWAYS_MS
            if late or not self._broker.connected:
                self._look_everywhere()
                with contextlib.suppress(StoreError):
                    await self._notes_table.exchange()
            if late and not self._heartbeats.alone:
                self._tell_all_held()

    def _look_everywhere(self) -> None:
        self._looked = ticks()
        rooms = [code for code, room in self._site.rooms.items() if room.presence.connections]
        self._tables.at(*rooms)
        self._logs.at(*rooms)
        self._everybody.at("")
        self._listing.at("")
        self._site.people.drop_absent()
        self._persons.at(*(known.id for known in self._site.people.here()))

    # --- connections --------------------------------------------------------------------------------------------------

    def arrived(self, connection: Connection, code: str = "") -> None:
        """Record a new connection to this process, at a table or in the lobby."""
        if self._store.shared:
            self._count += 1
            who = connection.who
            self._here[connection] = ConnectionRow(self.process_id, self._count, who.id, who.name, who.owner, code)
            self._new.add(self._count)
            self._own.at(code)

    def left(self, connection: Connection) -> None:
        """Remove a connection to this process."""
        row = self._here.pop(connection, None)
        if row is not None:
            if row.number in self._new:
                self._new.discard(row.number)
            else:
                self._gone.add(row.number)
            self._own.at(row.table)

    async def _write_own(self, codes: set[str]) -> None:
        async with self._writing:
            new, self._new = self._new, set()
            gone, self._gone = self._gone, set()
            renamed, self._renamed = self._renamed, set()
            rows = list(self._here.values())
            gone_astray = False
            try:
                await self._rows.write_connections(
                    [row for row in rows if row.number in new], gone, [row for row in rows if row.number in renamed]
                )
            except Conflict:
                # The other processes removed this one as dead.
                gone_astray = True
            except StoreError:
                self._new |= new & {row.number for row in self._here.values()}
                self._gone |= gone
                self._renamed |= renamed
                raise
        if gone_astray:
            await self._heartbeats.look()
        await self._read_tables(codes, tell=True)
        self._tell(broker.Came())
        if any(code in self._site.rooms for code in codes):
            self._listing.at("")

    async def _read_tables(self, codes: set[str], *, tell: bool = False) -> None:
        """Read who is connected to tables on other processes.

        `tell`: notify those processes, because the connections of this process changed.
        """
        rooms = {code: self._site.rooms[code] for code in codes if code in self._site.rooms}
        if not rooms:
            return
        people: dict[str, dict[str, Account]] = defaultdict(dict)
        processes: dict[str, set[str]] = defaultdict(set)
        for row in await self._rows.others(rooms):
            people[row.table][row.person] = Account(row.person, row.name, owner=row.owner)
            processes[row.table].add(row.process)
        for code, room in rooms.items():
            before, there = room.presence.processes, frozenset(processes[code])
            room.others(people[code], there)
            for process in there if tell else there - before:
                if tell:
                    self._tell(broker.Crowded(code), process)
                # A process that has just come does not know when the turn began.
                self._tell(broker.Moved(code, room.live.ago if room.presence.led else None), process)

    async def refresh(self, room: Room) -> None:
        """Read the latest events and connections of a table before a person enters it.

        :raises StoreError: if the database does not answer.
        """
        if self._store.shared:
            # When a process fails, all its people reconnect together: the lookup is batched.
            if not room.presence.connections:
                await self._tables.now(room.live.code)
            await self._logs.now(room.live.code)

    async def _read_everybody(self, _: set[str]) -> None:
        found = await self._rows.others()
        where = {row.person: row.table for row in found}
        elsewhere = {row.person: Account(row.person, row.name, owner=row.owner) for row in found}
        moved, self.where = where != self.where, where
        if self._site.people.others(elsewhere) or moved:
            self._site.connections.people_changed()

    # --- changes ------------------------------------------------------------------------------------------------------

    def moved(self, room: Room) -> None:
        """Announce that this process appended to a table's log."""
        for process in room.presence.processes:
            self._tell(broker.Moved(room.live.code, room.live.ago if room.presence.led else None), process)

    def said(self, chat: messages.Chat, number: str, table: str | None) -> None:
        """Send a chat message of this process to the other processes."""
        self._tell(broker.Said(chat, number, table))

    def forgotten(self, person: str) -> None:
        """Announce that everything a person said must be deleted."""
        self._tell(broker.Forgotten(person))

    def _list_changed(self) -> None:
        self._tell(broker.Listed())

    def listed(self) -> None:
        """Schedule an update because a public table of this process has changed."""
        if self._store.shared:
            self._listing.at("")

    def rewritten(self, code: str) -> None:
        """Announce that this process changed events in a table's log."""
        self._tell(broker.Rewritten(code))

    def changed(self, who: Account) -> None:
        """Announce that this process changed the stored data of a person."""
        for connection, row in self._here.items():
            if connection.who is who and row.name != who.name:
                row.name = who.name
                self._renamed.add(row.number)
                self._own.at(row.table)
        if self._store.shared:
            self._tell(broker.Changed(who.id))

    async def _read_logs(self, codes: set[str]) -> None:
        tables = {code: self._site.rooms[code].live for code in codes if code in self._site.rooms}
        for code, (first, lines) in (await self._store.read_news(_known(tables))).items():
            try:
                tables[code].follow(first, lines)
            except Unreadable as error:
                logger.error("table %s cannot be followed: %s", code, error)

    async def _read_anew(self, codes: set[str]) -> None:
        for code in codes:
            if (room := self._site.rooms.get(code)) is not None:
                with contextlib.suppress(Refused):
                    await room.live.read_anew()

    async def _read_persons(self, persons: set[str]) -> None:
        for who, devices_gone, was_renamed in await self._site.people.look_again(persons):
            if was_renamed:
                await self._site.account_updates.renamed(who)
            if devices_gone:
                self._site.connections.identify_again(who)


def _known(tables: dict[str, LiveTable]) -> dict[str, int]:
    return {code: live.stored_seq + 1 for code, live in tables.items()}
