"""Membership of a process in the cluster of processes that serve the same database.

All data that must be correct is in the database. Notes only say which data to read. While none arrive, a process reads
all of it twice a second. No clocks are compared: a process is alive while its heartbeat counter grows, timed by each
observer's own clock.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from knobel.clock import monotonic_ms
from knobel.server.cluster.connection_rows import ConnectionRows
from knobel.server.cluster.heartbeats import Heartbeats
from knobel.server.cluster.notes import Note, Notes
from knobel.server.cluster.store import ProcessStore
from knobel.server.database.batched_lookups import BatchedLookup
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Store
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings


class ProcessChanged(Note, frozen=True):
    """A process receives notes from now on (`new` is its id), or has stopped (`new` is None)."""

    new: str | None = None


class IsLeader(Protocol):
    """Tells whether this process does the tasks that only one process does."""

    def __call__(self) -> bool: ...


class Membership:
    """Registers this process, finds the others, and lets the domains reload data that may have changed."""

    def __init__(self, process_id: str, store: Store, notes: Notes) -> None:
        self.process_id, self.store, self.notes = process_id, store, notes
        self.process_store = ProcessStore(process_id, store)
        self.lock = asyncio.Lock()
        """Held while this process writes its own rows."""
        self._heartbeats = Heartbeats(process_id, self.process_store, self._register, self._on_processes_changed)
        self.connection_rows = ConnectionRows(self.process_store, self.lock, self._heartbeats.exchange)
        self._lookups: list[BatchedLookup] = [self.connection_rows]
        self._refresh_callbacks: list[Callable[[], None]] = []
        self._register_callbacks: list[Callable[[], None]] = []
        self._arrival_callbacks: list[Callable[[str], None]] = []
        self._refreshed_ms = monotonic_ms()
        self._tasks = BackgroundTasks()
        self._has_joined = False
        self._is_leaving = False
        notes.on(ProcessChanged, self._on_process_changed)
        notes.on_connected(self._on_notes_connected)

    @property
    def is_shared(self) -> bool:
        """True if other processes may serve the same database."""
        return self.process_store.is_shared

    @property
    def is_leader(self) -> bool:
        """True if this process has the smallest id and therefore does the tasks that only one process does."""
        return self._heartbeats.is_leader

    def batched(
        self, look_up: Callable[[set[str]], Awaitable[None]], interval_s: Callable[[], float] = lambda: 0.0
    ) -> BatchedLookup:
        """Return a batched lookup that runs while this process is a member."""
        self._lookups.append(BatchedLookup(look_up, interval_s))
        return self._lookups[-1]

    def on_refresh(self, callback: Callable[[], None]) -> None:
        """Call a function whenever anything may have changed unnoticed. It requests lookups."""
        self._refresh_callbacks.append(callback)

    def on_register(self, callback: Callable[[], None]) -> None:
        """Call a function before all rows of this process are written again, because they were deleted."""
        self._register_callbacks.append(callback)

    def on_arrival(self, callback: Callable[[str], None]) -> None:
        """Call a function with the id of another process that needs data kept only in memory. One process does so."""
        self._arrival_callbacks.append(callback)

    async def start(self) -> None:
        """Join the other processes, if the database is shared."""
        if not self.is_shared:
            return
        await self._register()
        for work in (self._heartbeats.run, self._refresh_regularly, *(lookup.run for lookup in self._lookups)):
            self._tasks.start_lasting(work, "membership")
        self._has_joined = True
        await self._heartbeats.exchange()
        self.notes.open()

    async def close(self) -> None:
        """Leave, so that the other processes take over immediately."""
        self._is_leaving = True
        # A heartbeat under way would find no row after the next step, and register this process again.
        await self._tasks.close()
        if self._has_joined:
            with contextlib.suppress(StoreError):
                await self.process_store.unregister()
            self.notes.send(ProcessChanged())
            await self.notes.close()
            process_share.processes = 1

    async def _register(self) -> None:
        """Write the rows of this process and of all its connections."""
        async with self.lock:
            for callback in self._register_callbacks:
                callback()
            await self.process_store.register(self.connection_rows.start_again())
        self._refresh()

    def _on_processes_changed(self) -> None:
        process_share.processes = 1 + len(self._heartbeats.other_ids)
        self._refresh()

    def _on_notes_connected(self) -> None:
        self._refresh()
        self.notes.send(ProcessChanged(new=self.process_id))

    def _on_process_changed(self, note: ProcessChanged) -> None:
        if self._is_leaving:
            return
        others = [other for other in self._heartbeats.other_ids if other != note.new]
        if note.new not in (None, self.process_id) and all(self.process_id <= other for other in others):
            for callback in self._arrival_callbacks:
                callback(str(note.new))
        self._tasks.start(self._heartbeats.exchange(), "another process")

    async def _refresh_regularly(self) -> None:
        while True:
            await asyncio.sleep(settings.refresh_s)
            if monotonic_ms() - self._refreshed_ms > settings.max_refresh_age_ms or not self.notes.connected:
                self._refresh()

    def _refresh(self) -> None:
        self._refreshed_ms = monotonic_ms()
        for callback in self._refresh_callbacks:
            callback()
