"""A table in memory: its log, the stored part of the log and the events that wait to be stored.

A command is checked against the *head*, the state after all appended events, stored or not. Therefore the next command
need not wait for the disk. Players see the *stored* state: events are sent only after the commit, and answers follow
the order of the log. When an append fails, all events that are not stored are discarded and the events stored by other
processes are read. If the database does not answer, they are read before the next command. A command that was decided
on an outdated state is decided again on the new state.

Only the latest events stay in memory, for connections that still need them. Older events are read and computed
on request.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from knobel.clock import monotonic_ms, now_ms
from knobel.presentation.log_reader import Unreadable, folded, logged_events_of
from knobel.presentation.projections import Snapshot
from knobel.presentation.time_slices import TimeSlices
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict, Entry, Log, Store
from knobel.server.runtime.debounce import do_nothing
from knobel.server.tables.log import group_games, log_loading
from knobel.server.tables.log.log_sync import LogSync, Need
from knobel.server.tables.log.pending_events import PendingEvents
from knobel.server.tables.log.ranked_results import result_rows
from knobel.server.tables.log.recent_events import RecentEvents
from knobel.server.tables.log.table_seeds import TableSeeds
from knobel.server.tables.slow import store as slow_store
from knobel.tables import dice_commands
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import Timing, deadline, due_actions, last_undo
from knobel.tables.events import (
    Ended,
    Event,
    Expelled,
    Hosted,
    Muted,
    Renamed,
    Sat,
    encode,
)
from knobel.tables.game_dice import ServerDice
from knobel.tables.logged_events import LoggedEvent, logged_event
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.slow_games import Calendar, Pause, awaited_seats
from knobel.tables.state import TableState, steps

logger = logging.getLogger("knobel")

ATTEMPTS = 20
"""Maximum number of attempts to execute a command after write conflicts."""


RECALLED_FOR = 1.0
"""Seconds for which recalled events stay in memory."""

Decision = Callable[[TableState], Events]
"""Returns the events of a command for the newest state, or raises `Refused`."""

OnChange = Callable[[bool], None]
"""Called after a change of a table's log; the argument is true if this process appended events."""


PausesByPerson: TypeAlias = Mapping[str, tuple[Pause, ...]]


def no_pauses() -> PausesByPerson:
    return {}


def entry(seq: int, event: Event) -> Entry:
    """Return the row to store for an event."""
    person = event.person if isinstance(event, Sat | Renamed | Hosted | Expelled | Muted) else None
    return Entry(seq, event.time, encode(event), person)


class TableLog:
    """A table's log and the states that follow from it."""

    def __init__(
        self,
        code: str,
        store: Store,
        on_change: OnChange = do_nothing,
        pauses: Callable[[], PausesByPerson] = no_pauses,
    ) -> None:
        """`on_change` is called after more of the log is stored or read. `pauses` returns the pauses of people."""
        self.code = code
        self.opener = ""
        """Id of the person that opened the table."""
        self.generation = 0
        """Number of times the log was read."""
        self._store = store
        self._on_change = on_change
        self._pauses = pauses
        self._log = Log(code)
        self._head: TableState | None = None
        self._recent = RecentEvents()
        self._seeds = TableSeeds(code, store)
        self._resumed = monotonic_ms()
        self._pending: deque[PendingEvents] = deque()
        self._snapshot: Snapshot | None = None
        self._sync = LogSync()
        self._reader: asyncio.Task[bool] | None = None
        """The running read, while `_sync.is_reading`."""
        self._recall: asyncio.Task[None] | None = None
        """The running load of earlier events."""

    def close(self) -> None:
        """Announce no more changes."""
        self._on_change = do_nothing

    @property
    def head(self) -> TableState:
        """The state after all appended events."""
        assert self._head is not None
        return self._head

    @property
    def snapshot(self) -> Snapshot:
        """The stored state of the table."""
        assert self._snapshot is not None
        return self._snapshot

    @property
    def stored_seq(self) -> int:
        """The seq of the latest stored event."""
        return self.snapshot.state.seq

    @property
    def recent(self) -> list[LoggedEvent]:
        """The events in memory: the end of the stored log."""
        return self._recent.logged_events

    @property
    def first(self) -> int:
        """The seq of the oldest logged event in memory, or of the next one if there is none."""
        return self.stored_seq + 1 - len(self.recent)

    @property
    def used_up(self) -> bool:
        """True if the household that pays has used up its budget of bytes."""
        return self._store.budget.is_used_up

    @property
    def busy(self) -> bool:
        """True if events wait to be stored or the log is being read."""
        return bool(self._pending) or self._sync.is_reading or self._recall is not None

    async def load(self, log: Sequence[str] | None = None) -> bool:
        """Read the log. Return False if there is none.

        :param log: the whole log, if it is known and need not be read.
        :raises Unreadable: if the log is damaged.
        """
        # Until then, players see the previous state.
        loaded = await log_loading.load(self._store, self.code, log)
        if loaded is None:
            return False
        self.opener, self._head, self._recent = loaded
        self._log = Log(self.code)
        self.generation += 1
        self._snapshot = Snapshot(self.code, self.head, *self._deadlines(self.head))
        return True

    async def read_all(self, time_slices: TimeSlices | None = None) -> list[Event]:
        """Read the whole stored log when its turn comes, without events stored while it waits."""
        length = self.stored_seq + 1
        time_slices = time_slices or self._store.time_slices
        async with time_slices.alone():
            return await log_loading.events((await self._store.read_log(self.code))[:length], time_slices)

    def recall(self, first: int) -> None:
        """Start to load the events from seq `first` on into memory, then announce the change."""
        if self.first <= first or self._recall is not None:
            return

        async def read() -> None:
            try:
                # Earlier log entries have low priority: players who return to their tables go first.
                generation, log = self.generation, await self.read_all(self._store.low_priority_slices)
                steps = self._store.low_priority_slices.through(logged_events_of(log, first))
                found = [logged async for piece in steps for logged in piece if logged is not None]
                if generation == self.generation and first <= self.first <= len(log):
                    self.recent[:0] = found[: self.first - first]
                    self._on_change(False)
                    asyncio.get_running_loop().call_later(RECALLED_FOR, self._forget)
            except StoreError:
                # The store has logged the error. A connection that still needs the events asks again.
                pass
            except Unreadable as error:
                logger.error("table %s cannot be read: %s", self.code, error)
            finally:
                self._recall = None

        self._recall = asyncio.create_task(read(), name=f"recalling {self.code}")

    def _forget(self) -> None:
        self.snapshot.forget(self._recent.forget(self.snapshot.state))

    def follow(self, first: int, lines: Sequence[str]) -> None:
        """Apply events that other processes stored, from seq `first` on.

        :raises Unreadable: if they do not continue the log.
        """
        news = lines[max(self.stored_seq + 1 - first, 0) :]
        if not news:
            return
        if self._pending:
            # The pending events either were stored first, or fail with a conflict and cause the log to be read.
            self._sync.require(Need.NEWER_EVENTS)
            return
        told, now = list(folded(news, self.snapshot.state)), monotonic_ms()
        self._forget()
        for _, logged in told:
            self.recent.append(logged)
            self._recent.record_command(logged.seq, logged.event)
            self._recent.record_time(logged.seq, now)
        self._head = told[-1][0]
        self._snapshot = self._followed_by(self.head)
        self._on_change(False)

    def event_time_ms(self, seq: int) -> int:
        """Return the monotonic time of an event, or of the latest return of players to the table if that is later.

        The times in the log are not used, because the clock that wrote them may have been wrong.
        """
        return max(self._recent.time_ms(seq) or 0, self._resumed)

    def calendar(self) -> Calendar:
        """Return the wall-clock time and the pauses by which the deadlines of games over days are computed."""
        return Calendar(monotonic_ms() - now_ms(), self._pauses())

    def paused(self) -> dict[str, int]:
        """Return the end (ms) of the running pause of each person at a table with a game over days."""
        state, now, pauses = self.snapshot.state, now_ms(), self._pauses()
        people = [seat.person for seat in state.seats if seat.person in pauses] if state.settings.days else []
        running = ((person, pause) for person in people if person for pause in pauses[person])
        return {person: pause.ends for person, pause in running if pause.begins <= now < pause.ends}

    def _deadlines(self, state: TableState) -> tuple[int | None, dict[int, int]]:
        """Return the deadline of the turn or round and, in a game over days, that of each seat."""
        calendar = self.calendar()
        seats = awaited_seats(state) if state.settings.days is not None else ()
        ends = {seat: end for seat in seats if (end := calendar.ends_of(state, seat)) is not None}
        return deadline(state, self.event_time_ms, calendar), ends

    def _followed_by(self, state: TableState) -> Snapshot:
        return self.snapshot.followed_by(state, *self._deadlines(state))

    def update_deadlines(self) -> None:
        """Compute the deadlines again, because pauses or the clock have changed."""
        self._snapshot = self._followed_by(self.snapshot.state)

    def next_due_ms(self) -> int | None:
        """Return the wall-clock time (ms) of the next automatic action in a game over days, None if there is none.

        All people count as absent, because the table in memory acts for present people.
        """
        state, calendar = self.head, self.calendar()
        absent = {seat.person: 0 for seat in state.seats if seat.person is not None}
        actions = due_actions(state, absent, Timing(), self.event_time_ms, calendar)
        times = [action.time for action in actions]
        return min(times) - calendar.offset if times else None

    def new_seed(self) -> str:
        """Return a new seed, for a game that the next command starts."""
        return self._seeds.new_seed()

    def dice(self, state: TableState) -> ServerDice:
        """Return the server's dice for the game of a state, within a decision of `execute`."""
        return self._seeds.dice(state.play)

    @property
    def ago(self) -> int | None:
        """Milliseconds since the current turn or round began, None if no game is running."""
        play = self.snapshot.state.play
        return None if play is None else monotonic_ms() - self.event_time_ms(play.since)

    def began(self, ago: int) -> None:
        """Take over from another process how long ago (ms) the current turn or round began.

        A process that only reads the log does not know it.
        """
        play = self.snapshot.state.play
        if play is not None and self._recent.time_ms(play.since) is None:
            began = monotonic_ms() - ago
            self._resumed = min(self._resumed, began)
            self._recent.record_time(play.since, began)
            self.update_deadlines()
            self._on_change(False)

    def too_late_to_undo(self, state: TableState) -> bool:
        """True if the time limit for taking back has passed."""
        ends = last_undo(state, self.event_time_ms)
        return ends is not None and monotonic_ms() > ends

    def resume(self) -> None:
        """Restart the clock of the turn because players are back at an empty table."""
        self._resumed = monotonic_ms()
        self.update_deadlines()

    async def execute(self, decision: Decision, person: str | None = None, command_id: str | None = None) -> int | None:
        """Decide a command, append its events and wait until they are stored.

        Return the seq of the first event, None if there is none. A command with a known id is not executed again.

        :raises Refused: if the decision refuses the command, or it could not be stored.
        :raises CommitUnknown: if it is unknown whether the events are stored.
        """
        for _ in range(ATTEMPTS):
            await self._certain()
            with contextlib.suppress(Conflict):
                if person is not None and command_id is not None:
                    seq = self._recent.first_seq_of(person, command_id)
                    if seq is not None:
                        await self._stored(seq)
                        return seq
                await self._find_seed()
                try:
                    events = decision(self.head)
                except Refused:
                    if await self._moved_on():
                        continue
                    raise
                if not events:
                    return None
                return await self._append(events).stored()
        raise Refused(TableReason.STALE, "the position has changed since this move was chosen")

    async def _moved_on(self) -> bool:
        """True if another process has stored events that were unknown here."""
        if not self._store.shared:
            return False
        await self.settle()
        known = self.stored_seq
        await asyncio.shield(self._read_again())
        return self.stored_seq > known

    async def _certain(self) -> None:
        """Read the log again if it may be outdated.

        :raises Refused: if the database does not answer.
        """
        while self._sync.is_reading or self._sync.blocks_commands:
            if not await asyncio.shield(self._read_again()) and self._sync.blocks_commands:
                raise Refused(TableReason.STORAGE, "the table cannot be read from the database")

    async def _find_seed(self) -> None:
        """Read the seed of the running game if necessary. If it is lost, continue the game on another seed.

        :raises Refused: if the database does not answer.
        """
        try:
            while not await self._seeds.find(play := self.head.play):
                assert play is not None
                assert play.dice is not None
                logger.info("table %s: the seed of the dice is lost; the game continues on another one", self.code)
                source, lost, seed = Source(now_ms()), play.dice.seed_hash, self.new_seed()
                events = dice_commands.replace_seed(self.head, source, lost, seed)
                if events:
                    await self._append(events).stored()
        except StoreError as error:
            raise Refused(TableReason.STORAGE, str(error)) from None

    async def _stored(self, seq: int) -> None:
        for pending in list(self._pending):
            if pending.first.seq <= seq <= pending.state.seq:
                await pending.stored()

    def _append(self, events: Events) -> PendingEvents:
        new, now, head = [], monotonic_ms(), self._head
        for before, event, after in steps(self._head, events):
            self._head, seq = after, after.seq
            new.append(logged_event(before, event, after))
            self._recent.record_command(seq, event)
            self._recent.record_time(seq, now)
        state = self.head
        entries = [entry(logged.seq, logged.event) for logged in new]
        results = result_rows(state, events[-1].time) if isinstance(events[-1], Ended) else ()
        also = [*self._seeds.statements(events), *group_games.told(self.code, events, state)]
        if state.settings.days is not None or (head is not None and head.settings.days is not None):
            also += slow_store.changed(self.code, head, state, self.next_due_ms(), events[-1].time)
        written = self._store.append(self._log, entries, results, also)
        pending = PendingEvents(new, state)
        self._pending.append(pending)
        written.add_done_callback(lambda future: self._written(pending, future))
        return pending

    def _written(self, pending: PendingEvents, future: asyncio.Future[int]) -> None:
        if pending not in self._pending:
            return
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if error is None:
            assert self._pending[0] is pending, "the store keeps the order of a log"
            self._pending.popleft()
            self._forget()
            self.recent.extend(pending.logged_events)
            self._snapshot = self._followed_by(pending.state)
            pending.answer()
            self._on_change(True)
            if self._sync.need and not self.busy:
                self._read_again()
            return
        # Discard the events that were not stored.
        self._head = self.snapshot.state
        self._recent.discard_after(self.stored_seq)
        self._sync.require(Need.CERTAINTY)
        lost, self._pending = self._pending, deque()
        # Answer only after the stored events were read, so that the caller sees the current state.
        self._read_again().add_done_callback(lambda _: self._answer(lost, error))

    def _answer(self, lost: Iterable[PendingEvents], error: BaseException) -> None:
        """Answer the callers of failed appends after the log was read again."""
        known = isinstance(error, Conflict | Refused)
        reason = error if known else Refused(TableReason.STORAGE, str(error))
        for pending in lost:
            first = pending.first
            if not self._sync.blocks_commands and self._event(first.seq) == first.event:
                # The connection was lost, but the events were stored.
                pending.answer()
            else:
                pending.answer(reason)

    def _event(self, seq: int) -> Event | None:
        """Return a stored event if it is in memory."""
        return self.recent[seq - self.first].event if self.first <= seq <= self.stored_seq else None

    def _read_again(self) -> asyncio.Task[bool]:
        """Read the events that other processes have stored, or the whole log if necessary, unless that is being done.

        The result of the task is false if the log could not be read.
        """
        if self._reader is None:
            self._reader = asyncio.create_task(self._read(self._sync.begin_read()), name=f"reading {self.code}")
        return self._reader

    async def _read(self, need: Need) -> bool:
        succeeded = False
        try:
            if need is Need.WHOLE_LOG:
                await self.load()
            else:
                first = self.stored_seq + 1
                self.follow(first, await self._store.read_log(self.code, first))
                self._log = Log(self.code)
            succeeded = True
            self._on_change(False)
        except StoreError:
            # The store has logged the error. The next command tries again.
            pass
        except Exception as error:  # noqa: BLE001 -- the next command tries again
            logger.error("table %s cannot be read again: %s", self.code, error)
        finally:
            self._sync.end_read(succeeded=succeeded)
            self._reader = None
        return succeeded

    async def reload(self) -> None:
        """Read the whole log again after it was rewritten, and send all of it to the connections.

        :raises Refused: if the database does not answer. The log is then read before the next command.
        """
        await self.settle()
        self._sync.require(Need.WHOLE_LOG)
        await self._certain()

    async def settle(self) -> None:
        """Wait until all appended events are stored or refused."""
        while self._pending or self._reader is not None:
            if self._reader is not None:
                await asyncio.shield(self._reader)
            else:
                with contextlib.suppress(Refused, Conflict):
                    await self._pending[-1].stored()
