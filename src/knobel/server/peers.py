"""The other processes that serve the same database: their connections and their changes to tables.

All data that must be correct is in the database. Notes only say which data to read. While none arrive, a process reads
all of it twice a second. No clocks are compared: a process is alive while its heartbeat counter grows, timed by
each observer's own clock.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from typing import Protocol

from knobel.clock import monotonic_ms
from knobel.presentation import messages
from knobel.presentation.log_reader import Unreadable
from knobel.server.cluster import broker
from knobel.server.cluster.heartbeats import Heartbeats
from knobel.server.cluster.notes import Notes
from knobel.server.cluster.store import ConnectionRow, ProcessStore
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict, Store
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.connection import Connection
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.server.tables.live_table import LiveTable
from knobel.server.tables.lobby import Lobby
from knobel.server.tables.public_tables import PublicTables
from knobel.server.tables.room import Room
from knobel.tables.refusals import Refused

logger = logging.getLogger("knobel")

WRITE_INTERVAL_S = 0.05
"""Seconds between two writes of the connections of this process."""


class _Connections(Protocol):
    def people_changed(self) -> None: ...
    def reauthenticate(self, account: Account) -> None: ...


class _ChatDelivery(Protocol):
    def receive(self, chat: messages.Chat, number: str, table: str | None) -> None: ...
    def recent(self, to: str) -> broker.RecentChat: ...
    def merge_recent(self, recent: broker.RecentChat) -> None: ...
    def delete_person(self, person: str) -> None: ...


class _AccountUpdates(Protocol):
    async def apply_rename(self, account: Account) -> None: ...


class LocalServices(Protocol):
    """The parts of this process that receive notes of other processes (see `process.ServerProcess`)."""

    rooms: dict[str, Room]
    lobby: Lobby
    accounts: AccountRegistry

    @property
    def connections(self) -> _Connections: ...
    @property
    def chat_delivery(self) -> _ChatDelivery: ...
    @property
    def account_updates(self) -> _AccountUpdates: ...


class Peers:
    """Exchanges data with the other processes."""

    def __init__(self, process_id: str, store: Store, notes: Notes, services: LocalServices) -> None:
        self.process_id, self._store, self._notes, self._services = process_id, store, notes, services
        self._connections: dict[Connection, ConnectionRow] = {}
        """The database rows of the connections to this process."""
        self._removed: set[int] = set()
        self._added: set[int] = set()
        self._renamed: set[int] = set()
        self._count = 0
        self._process_store = ProcessStore(process_id, store)
        self._heartbeats = Heartbeats(process_id, self._process_store, self._register, self._on_processes_changed)
        self._refreshed_ms = monotonic_ms()
        self._writing = asyncio.Lock()
        self.remote_locations: dict[str, str] = {}
        """The code of the table of each person connected to another process (empty: in the lobby), by id."""
        self._connection_writes = BatchedLookup(self._write_connections, lambda: WRITE_INTERVAL_S)
        self._presence_reads = BatchedLookup(self._read_table_presence)
        self._log_reads = BatchedLookup(self._read_logs)
        self._log_reloads = BatchedLookup(self._reload_logs)
        self._people_reads = BatchedLookup(self._read_people, lambda: services.accounts.list_interval_s)
        self._public_tables = PublicTables(self._process_store, services.lobby, self._writing, self._announce_list)
        self._account_reads = BatchedLookup(self._read_accounts)
        self._tasks: list[asyncio.Task[None]] = []
        notes.on_connected(self._on_notes_connected)
        notes.on(broker.ProcessChanged, self._on_process_changed)
        notes.on(broker.LogAppended, self._on_log_appended)
        notes.on(broker.LogRewritten, lambda note: self._log_reloads.request(note.table))
        notes.on(broker.TablePresenceChanged, lambda note: self._presence_reads.request(note.table))
        notes.on(broker.TableListChanged, lambda _: self._public_tables.request(""))
        notes.on(broker.PeopleChanged, lambda _: self._people_reads.request(""))
        notes.on(broker.AccountChanged, lambda note: self._account_reads.request(note.person))
        notes.on(broker.ChatSent, lambda note: services.chat_delivery.receive(note.chat, note.id, note.table))
        notes.on(broker.ChatErased, lambda note: services.chat_delivery.delete_person(note.person))
        notes.on(broker.RecentChat, lambda note: self._services.chat_delivery.merge_recent(note))  # noqa: PLW0108

    @property
    def is_leader(self) -> bool:
        """True if this process has the smallest id and therefore does the tasks that only one process does."""
        return self._heartbeats.is_leader

    async def start(self) -> None:
        """Join the other processes, if the database is shared.

        :raises StoreError: if the database does not answer.
        """
        if not self._store.shared:
            return
        await self._register()
        lookups = (
            self._connection_writes,
            self._presence_reads,
            self._log_reads,
            self._log_reloads,
            self._people_reads,
            self._public_tables,
            self._account_reads,
        )
        for work in (
            self._heartbeats.run(),
            self._refresh_regularly(),
            *(lookup.run() for lookup in lookups),
        ):
            self._tasks.append(asyncio.create_task(work, name="peers"))
        await self._heartbeats.exchange()
        self._notes.open()

    async def close(self) -> None:
        """Leave, so that the other processes take over immediately."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            with contextlib.suppress(StoreError):
                await self._process_store.unregister()
            self._notes.send(broker.ProcessChanged())
            await self._notes.close()

    def _on_log_appended(self, note: broker.LogAppended) -> None:
        if note.ago is not None and note.table in self._services.rooms:
            self._services.rooms[note.table].live.began(note.ago)
        self._log_reads.request(note.table)

    def _on_process_changed(self, note: broker.ProcessChanged) -> None:
        new = note.new
        others = [other for other in self._heartbeats.other_ids if other != new]
        if new not in (None, self.process_id) and all(self.process_id <= other for other in others):
            # One process sends a new one what is only in memory.
            self._notes.send(self._services.chat_delivery.recent(new), new)
        task = asyncio.create_task(self._heartbeats.exchange(), name="another process")
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    def _on_notes_connected(self) -> None:
        self._refresh_all()
        self._notes.send(broker.ProcessChanged(new=self.process_id))

    # --- processes ----------------------------------------------------------------------------------------------------

    async def _register(self) -> None:
        """Write the rows of this process and of all its connections."""
        async with self._writing:
            self._public_tables.reset()
            for numbers in (self._added, self._removed, self._renamed):
                numbers.clear()
            await self._process_store.register(list(self._connections.values()))
        self._refresh_all()

    def _on_processes_changed(self) -> None:
        process_share.processes = 1 + len(self._heartbeats.other_ids)
        self._refresh_all()

    async def _refresh_regularly(self) -> None:
        while True:
            await asyncio.sleep(settings.refresh_s)
            late = monotonic_ms() - self._refreshed_ms > settings.max_refresh_age_ms
            if late or not self._notes.connected:
                self._refresh_all()

    def _refresh_all(self) -> None:
        self._refreshed_ms = monotonic_ms()
        rooms = [code for code, room in self._services.rooms.items() if room.presence.connections]
        self._presence_reads.request(*rooms)
        self._log_reads.request(*rooms)
        self._people_reads.request("")
        self._public_tables.request("")
        self._services.accounts.evict_absent()
        self._account_reads.request(*(account.id for account in self._services.accounts.connected()))

    # --- connections --------------------------------------------------------------------------------------------------

    def add_connection(self, connection: Connection, code: str = "") -> None:
        """Record a new connection to this process, at a table or in the lobby."""
        if self._store.shared:
            self._count += 1
            account = connection.account
            self._connections[connection] = ConnectionRow(
                self.process_id, self._count, account.id, account.name, account.owner, code
            )
            self._added.add(self._count)
            self._connection_writes.request(code)

    def remove_connection(self, connection: Connection) -> None:
        """Remove a connection to this process."""
        row = self._connections.pop(connection, None)
        if row is not None:
            if row.number in self._added:
                self._added.discard(row.number)
            else:
                self._removed.add(row.number)
            self._connection_writes.request(row.table)

    async def _write_connections(self, codes: set[str]) -> None:
        async with self._writing:
            new, self._added = self._added, set()
            removed, self._removed = self._removed, set()
            renamed, self._renamed = self._renamed, set()
            rows = list(self._connections.values())
            was_removed = False
            try:
                await self._process_store.write_connections(
                    [row for row in rows if row.number in new], removed, [row for row in rows if row.number in renamed]
                )
            except Conflict:
                # The other processes removed this one as dead.
                was_removed = True
            except StoreError:
                self._added |= new & {row.number for row in self._connections.values()}
                self._removed |= removed
                self._renamed |= renamed
                raise
        if was_removed:
            await self._heartbeats.exchange()
        await self._read_table_presence(codes, notify=True)
        self._notes.send(broker.PeopleChanged())
        if any(code in self._services.rooms for code in codes):
            self._public_tables.request("")

    async def _read_table_presence(self, codes: set[str], *, notify: bool = False) -> None:
        """Read who is connected to tables on other processes.

        `notify`: notify those processes, because the connections of this process changed.
        """
        rooms = {code: self._services.rooms[code] for code in codes if code in self._services.rooms}
        if not rooms:
            return
        people: dict[str, dict[str, Account]] = defaultdict(dict)
        processes: dict[str, set[str]] = defaultdict(set)
        for row in await self._process_store.remote_connections(rooms):
            people[row.table][row.person] = Account(row.person, row.name, owner=row.owner)
            processes[row.table].add(row.process)
        for code, room in rooms.items():
            before, processes_now = room.presence.processes, frozenset(processes[code])
            room.set_remote_presence(people[code], processes_now)
            for process in processes_now if notify else processes_now - before:
                if notify:
                    self._notes.send(broker.TablePresenceChanged(code), process)
                # A process that has just come does not know when the turn began.
                self._notes.send(broker.LogAppended(code, room.live.ago if room.presence.is_leader else None), process)

    async def refresh(self, room: Room) -> None:
        """Read the latest events and connections of a table before a person enters it.

        :raises StoreError: if the database does not answer.
        """
        if self._store.shared:
            # When a process fails, all its people reconnect together: the lookup is batched.
            if not room.presence.connections:
                await self._presence_reads.look_up(room.live.code)
            await self._log_reads.look_up(room.live.code)

    async def _read_people(self, _: set[str]) -> None:
        found = await self._process_store.remote_connections()
        remote_locations = {row.person: row.table for row in found}
        remote = {row.person: Account(row.person, row.name, owner=row.owner) for row in found}
        moved, self.remote_locations = remote_locations != self.remote_locations, remote_locations
        if self._services.accounts.set_remote(remote) or moved:
            self._services.connections.people_changed()

    # --- changes ------------------------------------------------------------------------------------------------------

    def announce_append(self, room: Room) -> None:
        """Announce that this process appended to a table's log."""
        note = broker.LogAppended(room.live.code, room.live.ago if room.presence.is_leader else None)
        for process in room.presence.processes:
            self._notes.send(note, process)

    def announce_chat(self, chat: messages.Chat, number: str, table: str | None) -> None:
        """Send a chat message of this process to the other processes."""
        self._notes.send(broker.ChatSent(chat, number, table))

    def announce_chat_erasure(self, person: str) -> None:
        """Announce that everything a person said must be deleted."""
        self._notes.send(broker.ChatErased(person))

    def _announce_list(self) -> None:
        self._notes.send(broker.TableListChanged())

    def update_listing(self) -> None:
        """Schedule an update because a public table of this process has changed."""
        if self._store.shared:
            self._public_tables.request("")

    def announce_rewrite(self, code: str) -> None:
        """Announce that this process changed events in a table's log."""
        self._notes.send(broker.LogRewritten(code))

    def announce_account_change(self, account: Account) -> None:
        """Announce that this process changed the stored data of a person."""
        for connection, row in self._connections.items():
            if connection.account is account and row.name != account.name:
                row.name = account.name
                self._renamed.add(row.number)
                self._connection_writes.request(row.table)
        if self._store.shared:
            self._notes.send(broker.AccountChanged(account.id))

    async def _read_logs(self, codes: set[str]) -> None:
        tables = {code: self._services.rooms[code].live for code in codes if code in self._services.rooms}
        for code, (first, lines) in (await self._store.read_news(_next_seqs(tables))).items():
            try:
                tables[code].follow(first, lines)
            except Unreadable as error:
                logger.error("table %s cannot be followed: %s", code, error)

    async def _reload_logs(self, codes: set[str]) -> None:
        for code in codes:
            if (room := self._services.rooms.get(code)) is not None:
                with contextlib.suppress(Refused):
                    await room.live.reload()

    async def _read_accounts(self, persons: set[str]) -> None:
        for account, devices_gone, was_renamed in await self._services.accounts.reload(persons):
            if was_renamed:
                await self._services.account_updates.apply_rename(account)
            if devices_gone:
                self._services.connections.reauthenticate(account)


def _next_seqs(tables: dict[str, LiveTable]) -> dict[str, int]:
    return {code: live.stored_seq + 1 for code, live in tables.items()}
