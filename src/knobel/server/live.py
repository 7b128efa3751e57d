"""A table in memory: its log, what of it is stored, and what waits to be.

A command is checked against the *head*, the state after everything that was appended, stored or not; so the next one
need not wait for the disk. What people see is the *stored* state: nothing is told before it is committed, and answers
go out in the order of the log. When an append fails, everything that is not stored is thrown away, and what others
have stored is read: at once, and if the database does not answer, whenever somebody wants something. What was decided
on a state that somebody else had moved on from is decided once more on the new one.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from knobel.server.clock import ticks
from knobel.server.database import StoreError
from knobel.server.scores import result_rows
from knobel.server.store import Conflict, Entry, Log, Store
from knobel.server.throttle import nothing
from knobel.server.views import Happening, Snapshot
from knobel.server.wishes import Decision
from knobel.tables.automatic import deadline, last_undo
from knobel.tables.commands import Events
from knobel.tables.events import (
    Ended,
    Event,
    Expelled,
    Hosted,
    Muted,
    Opened,
    Removed,
    Renamed,
    Sat,
    Stood,
    decode,
    encode,
)
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import TableState, advance

logger = logging.getLogger("knobel")

ATTEMPTS = 20
"""How often a command is decided anew because others were quicker."""


class Unreadable(Exception):
    """A log holds what is no event, or none that can come next; the text says what."""


def entry(seq: int, event: Event) -> Entry:
    """An event to be stored."""
    person = event.person if isinstance(event, Sat | Renamed | Hosted | Expelled | Muted) else None
    return Entry(seq, event.time, encode(event), person)


@dataclass(slots=True, eq=False)
class _Pending:
    """What was appended, and who waits until it is stored."""

    happenings: list[Happening]
    state: TableState
    waiting: list[asyncio.Future[int]] = field(default_factory=list)

    @property
    def first(self) -> Happening:
        return self.happenings[0]

    async def stored(self) -> int:
        """Wait until it is stored: the seq of its first event. Whoever waits may leave; what was appended stays so."""
        # A future for each who waits: to shield one from those who leave takes as long as to store it.
        waiter: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.waiting.append(waiter)
        return await waiter

    def answer(self, error: BaseException | None = None) -> None:
        """Say that it is stored, or why not."""
        for waiter in self.waiting:
            if waiter.done():
                continue
            if error is None:
                waiter.set_result(self.first.seq)
            else:
                waiter.set_exception(error)


class LiveTable:
    """A table's log, and the states that it folds to."""

    def __init__(self, code: str, store: Store, changed: Callable[["LiveTable"], None]) -> None:
        """`changed` is called whenever more of the log is stored, or it was read again."""
        self.code = code
        self.happenings: list[Happening] = []
        """The stored log."""
        self.generation = 0
        """How often the log was read."""
        self._store = store
        self._changed = changed
        self.appended: Callable[[], None] = nothing
        """Called whenever something is stored that was appended here."""
        self._log = Log(code)
        self._head: TableState | None = None
        self._ids: dict[tuple[str, str], int] = {}
        self._resumed = ticks()
        self._happened: dict[int, int] = {}
        """When (ticks) the events happened that were appended here, by seq."""
        self._pending: deque[_Pending] = deque()
        self._snapshot: Snapshot | None = None
        self._doubtful = False
        """Whether the log may go on differently in the database."""
        self._behind = False
        """Whether more is known to be stored than was read."""
        self._rewritten = False
        """Whether what was read of the log may have been changed since."""
        self._reading: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Tell nobody any more of what is stored."""
        self._changed = self.appended = nothing

    @property
    def head(self) -> TableState:
        """The state after all that was appended."""
        assert self._head is not None
        return self._head

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is stored."""
        assert self._snapshot is not None
        return self._snapshot

    @property
    def opener(self) -> str:
        """Who opened the table."""
        opened = self.happenings[0].event
        assert isinstance(opened, Opened)
        return opened.host

    @property
    def stored_seq(self) -> int:
        return len(self.happenings) - 1

    @property
    def busy(self) -> bool:
        """Whether something waits to be stored, or the log is being read."""
        return bool(self._pending) or self._reading is not None

    async def load(self) -> bool:
        """Read the log; False if there is none.

        :raises StoreError: if the database does not answer.
        :raises Unreadable: if the log is damaged.
        """
        lines = await self._store.read_log(self.code)
        if not lines:
            return False
        happenings: list[Happening] = []
        ids: dict[tuple[str, str], int] = {}
        # Others work meanwhile, and see what was known before.
        async for piece in self._store.turns.through(folded(lines, ids)):
            happenings += [happening for _, happening in piece]
            head = piece[-1][0]
        self.happenings, self._ids, self._head = happenings, ids, head
        self._log = Log(self.code)
        self._doubtful = False
        self.generation += 1
        self._snapshot = Snapshot(self.code, self.head, deadline(self.head, self.when))
        return True

    def follow(self, first: int, lines: Sequence[str]) -> None:
        """Take over what others have stored: the events from seq `first` on.

        :raises Unreadable: if they cannot come next.
        """
        news = lines[max(len(self.happenings) - first, 0) :]
        if not news:
            return
        if self._pending:
            # What waits to be stored came first, or will find out by itself.
            self._behind = True
            return
        ids, now = dict(self._ids), ticks()
        told = list(folded(news, ids, self.snapshot.state))
        for _, happening in told:
            self.happenings.append(happening)
            self._happened[happening.seq] = now
        self._ids, self._head = ids, told[-1][0]
        self._snapshot = self.snapshot.followed_by(self.head, deadline(self.head, self.when))
        self._changed(self)

    def when(self, seq: int) -> int:
        """When (ticks) an event happened, but not before people were last back.

        The times in the log do not tell: they are by a clock that may have been wrong, or be wrong now.
        """
        return max(self._happened.get(seq, 0), self._resumed)

    @property
    def ago(self) -> int | None:
        """How long ago (ms) the running turn or round began; None if nothing runs."""
        play = self.snapshot.state.play
        return None if play is None else ticks() - self.when(play.since)

    def began(self, ago: int) -> None:
        """Another process says how long ago (ms) the running turn or round began; who only reads a log cannot know."""
        play = self.snapshot.state.play
        if play is not None and play.since not in self._happened:
            began = ticks() - ago
            self._resumed = min(self._resumed, began)
            self._happened[play.since] = began
            state = self.snapshot.state
            self._snapshot = self.snapshot.followed_by(state, deadline(state, self.when))
            self._changed(self)

    def too_late_to_undo(self, state: TableState) -> bool:
        """Whether the time is over in which something could be taken back."""
        ends = last_undo(state, self.when)
        return ends is not None and ticks() > ends

    def resume(self) -> None:
        """People are back: no time ran while nobody was here."""
        self._resumed = ticks()
        state = self.snapshot.state
        self._snapshot = self.snapshot.followed_by(state, deadline(state, self.when))

    async def execute(self, decision: Decision, person: str | None = None, command_id: str | None = None) -> int | None:
        """Decide, append, and wait until it is stored: the seq of the command's first event, None if there is none.

        A command with an id that was carried out before is not carried out again.

        :raises Refused: if the decision does, or if it could not be stored.
        :raises Unsettled: if nobody knows whether it is stored.
        """
        for _ in range(ATTEMPTS):
            await self._certain()
            with contextlib.suppress(Conflict):
                if person is not None and command_id is not None and (person, command_id) in self._ids:
                    seq = self._ids[person, command_id]
                    await self._stored(seq)
                    return seq
                try:
                    events = decision(self.head)
                except Refused:
                    if await self._moved_on():
                        continue
                    raise
                if not events:
                    return None
                return await self._append(events).stored()
        raise Refused(TableReason.STALE, "the table has moved on meanwhile")

    async def _moved_on(self) -> bool:
        """Whether another process has stored more than was known here."""
        if not self._store.shared:
            return False
        await self.settle()
        known = self.stored_seq
        await asyncio.shield(self._read_again())
        return self.stored_seq > known

    async def _certain(self) -> None:
        """Read the log again if that is needed.

        :raises Refused: if the database does not answer.
        """
        if self._doubtful and self._reading is None:
            self._read_again()
        if self._reading is not None:
            await asyncio.shield(self._reading)
        if self._doubtful:
            raise Refused(TableReason.STORAGE, "the table cannot be read from the database")

    async def _stored(self, seq: int) -> None:
        for pending in list(self._pending):
            if pending.first.seq <= seq <= pending.state.seq:
                await pending.stored()

    def _append(self, events: Events) -> _Pending:
        happenings, now = [], ticks()
        for event in events:
            self._head, happening = _fold(self._head, event, self._ids)
            self._happened[happening.seq] = now
            happenings.append(happening)
        state = self.head
        entries = [entry(h.seq, h.event) for h in happenings]
        ended = isinstance(events[-1], Ended)
        written = self._store.append(self._log, entries, result_rows(state, events[-1].time) if ended else ())
        pending = _Pending(happenings, state)
        self._pending.append(pending)
        written.add_done_callback(lambda future: self._written(pending, future))
        return pending

    def _written(self, pending: _Pending, future: asyncio.Future[int]) -> None:
        if pending not in self._pending:
            return
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if error is None:
            assert self._pending[0] is pending, "the store keeps the order of a log"
            self._pending.popleft()
            self.happenings.extend(pending.happenings)
            self._snapshot = self.snapshot.followed_by(pending.state, deadline(pending.state, self.when))
            pending.answer()
            self._changed(self)
            self.appended()
            if self._behind and not self.busy:
                self._read_again()
            return
        # What was never stored has not happened.
        self._head = self.snapshot.state
        self._ids = {command: seq for command, seq in self._ids.items() if seq <= self.stored_seq}
        self._happened = {seq: tick for seq, tick in self._happened.items() if seq <= self.stored_seq}
        self._doubtful = True
        lost, self._pending = self._pending, deque()
        # Who hears of it is to see at once what there is instead.
        self._read_again().add_done_callback(lambda _: self._answer(lost, error))

    def _answer(self, lost: Iterable[_Pending], error: BaseException) -> None:
        """Say what came of appends of which one failed, now that the log was read again, if it could be."""
        known = isinstance(error, Conflict | Refused)
        reason = error if known else Refused(TableReason.STORAGE, str(error))
        for pending in lost:
            first = pending.first
            if not self._doubtful and first.seq <= self.stored_seq and self.happenings[first.seq].event == first.event:
                # The connection was lost, and not what was written.
                pending.answer()
            else:
                pending.answer(reason)

    def _read_again(self) -> asyncio.Task[None]:
        """Read what was stored meanwhile; if that fails, the log stays doubtful."""

        async def read() -> None:
            try:
                if self._rewritten:
                    await self.load()
                    self._rewritten = False
                else:
                    self._behind, first = False, len(self.happenings)
                    self.follow(first, await self._store.read_log(self.code, first))
                    self._log = Log(self.code)
                self._doubtful = False
                self._changed(self)
            except StoreError:
                # The store has told; it is tried again.
                pass
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is tried again
                logger.error("table %s cannot be read again: %s", self.code, error)
            finally:
                self._reading = None

        self._reading = asyncio.create_task(read(), name=f"reading {self.code}")
        return self._reading

    async def read_anew(self) -> None:
        """Read the log again, in which something was changed; whoever is here is told all of it anew.

        :raises Refused: if the database does not answer; then it is read before anything else happens.
        """
        await self.settle()
        self._doubtful = self._rewritten = True
        await self._certain()

    async def settle(self) -> None:
        """Wait until all that was appended is stored or refused."""
        while self._pending or self._reading is not None:
            if self._reading is not None:
                await asyncio.shield(self._reading)
            else:
                with contextlib.suppress(Refused, Conflict):
                    await self._pending[-1].stored()


def folded(
    lines: Iterable[str], ids: dict[tuple[str, str], int], head: TableState | None = None
) -> Iterator[tuple[TableState, Happening]]:
    """The states of a log, or of how it goes on after one, and what happened.

    :raises Unreadable: if it is damaged.
    """
    for number, line in enumerate(lines, 0 if head is None else head.seq + 1):
        try:
            head, happening = _fold(head, decode(line), ids)
        except Exception as error:
            raise Unreadable(f"event {number}: {type(error).__name__}: {error}") from error
        yield head, happening


def _fold(before: TableState | None, event: Event, ids: dict[tuple[str, str], int]) -> tuple[TableState, Happening]:
    """The state after an event, and what happened; the command's id is noted in `ids`."""
    after, effect = advance(before, event)
    if event.by is not None and event.id is not None:
        ids.setdefault((event.by, event.id), after.seq)
    return after, Happening(after.seq, event, effect, _name(before, after, event, effect.seat))


def _name(before: TableState | None, after: TableState, event: Event, seat: int | None) -> str | None:
    """Who it was: the name in the acting seat; of one who left it, the name that was there."""
    state = before if isinstance(event, Stood | Removed) else after
    return None if seat is None or state is None else state.seats[seat].name
