"""Synchronization of tables between processes: new events in their logs, and the presence of people."""

import contextlib
import logging
from collections import defaultdict
from collections.abc import Mapping

from knobel.presentation.log_reader import Unreadable
from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Note
from knobel.server.people.accounts import Account
from knobel.server.shared_rows.log_news import read_news
from knobel.server.tables.live.room import Room
from knobel.tables.refusals import Refused

logger = logging.getLogger("knobel")


class LogAppended(Note, frozen=True):
    """Events were appended to a table's log; the current turn or round began `ago` milliseconds ago."""

    table: str
    ago: int | None = None


class LogRewritten(Note, frozen=True):
    """Stored events of a table's log were changed."""

    table: str


class TablePresenceChanged(Note, frozen=True):
    """The people present at a table have changed."""

    table: str


class TableSync:
    """Keeps the tables in memory up to date with the other processes."""

    def __init__(self, rooms: Mapping[str, Room], membership: Membership) -> None:
        self._rooms, self._membership, self._notes = rooms, membership, membership.notes
        self.process_id = membership.process_id
        self._presence_reads = membership.batched(self._read_presence)
        self._log_reads = membership.batched(self._read_logs)
        self._log_reloads = membership.batched(self._reload_logs)
        self._notes.on(LogAppended, self._on_log_appended)
        self._notes.on(LogRewritten, lambda note: self._log_reloads.request(note.table))
        self._notes.on(TablePresenceChanged, lambda note: self._presence_reads.request(note.table))
        membership.on_refresh(self._refresh)
        membership.connection_rows.on_written(self._announce_presence)

    async def refresh(self, room: Room) -> None:
        """Read the latest events and connections of a table before a person enters it."""
        if self._membership.is_shared:
            # When a process fails, all its people reconnect together: the lookup is batched.
            if not room.presence.connections:
                await self._presence_reads.look_up(room.log.code)
            await self._log_reads.look_up(room.log.code)

    def announce_append(self, room: Room) -> None:
        """Announce that this process appended to a table's log."""
        for process in room.presence.processes:
            self._notes.send(_appended(room), process)

    def announce_rewrite(self, code: str) -> None:
        """Announce that this process changed events in a table's log."""
        self._notes.send(LogRewritten(code))

    def _refresh(self) -> None:
        rooms = [code for code, room in self._rooms.items() if room.presence.connections]
        self._presence_reads.request(*rooms)
        self._log_reads.request(*rooms)

    def _on_log_appended(self, note: LogAppended) -> None:
        if note.ago is not None and note.table in self._rooms:
            self._rooms[note.table].log.began(note.ago)
        self._log_reads.request(note.table)

    async def _announce_presence(self, codes: set[str]) -> None:
        """Read presence after connections of this process changed, and notify the other processes at the tables."""
        for room, _ in await self._update_presence(codes):
            for process in room.presence.processes:
                self._notes.send(TablePresenceChanged(room.log.code), process)
                self._notes.send(_appended(room), process)

    async def _read_presence(self, codes: set[str]) -> None:
        for room, new_processes in await self._update_presence(codes):
            # A process that has just come does not know when the turn began.
            for process in new_processes:
                self._notes.send(_appended(room), process)

    async def _update_presence(self, codes: set[str]) -> list[tuple[Room, frozenset[str]]]:
        """Read the connections of other processes to tables. Return the tables in memory and their new processes."""
        rooms = {code: self._rooms[code] for code in codes if code in self._rooms}
        if not rooms:
            return []
        people: dict[str, dict[str, Account]] = defaultdict(dict)
        processes: dict[str, set[str]] = defaultdict(set)
        for row in await self._membership.process_store.remote_connections(rooms):
            people[row.table][row.person] = Account(row.person, row.name, owner=row.owner)
            processes[row.table].add(row.process)
        changes = []
        for code, room in rooms.items():
            before = room.presence.processes
            room.set_remote_presence(people[code], frozenset(processes[code]))
            changes.append((room, room.presence.processes - before))
        return changes

    async def _read_logs(self, codes: set[str]) -> None:
        tables = {code: self._rooms[code].log for code in codes if code in self._rooms}
        next_seqs = {code: table_log.stored_seq + 1 for code, table_log in tables.items()}
        for code, (first, lines) in (await read_news(self._membership.store, next_seqs)).items():
            try:
                tables[code].follow(first, lines)
            except Unreadable as error:
                logger.error("table %s cannot be followed: %s", code, error)

    async def _reload_logs(self, codes: set[str]) -> None:
        for code in codes:
            if (room := self._rooms.get(code)) is not None:
                with contextlib.suppress(Refused):
                    await room.log.reload()


def _appended(room: Room) -> LogAppended:
    return LogAppended(room.log.code, room.log.ago if room.presence.is_leader else None)
