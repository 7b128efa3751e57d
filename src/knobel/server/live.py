"""A table in memory: its log, what of it is stored, and what waits to be.

A command is checked against the *head*, the state after everything that was appended, stored or not; so the next one
need not wait for the disk. What people see is the *stored* state: nothing is told before it is committed, and answers
go out in the order of the log. When an append fails, everything that is not stored is thrown away, and what others
have stored is read: at once, and if the database does not answer, whenever somebody wants something. What was decided
on a state that somebody else had moved on from is decided once more on the new one.

Of what happened only the latest stays in memory, for those who are to be told of it; older happenings are read, and
worked out, when somebody wants them.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from knobel.server import loading
from knobel.server.clock import ticks
from knobel.server.database import StoreError
from knobel.server.pieces import Turns
from knobel.server.reading import Unreadable, folded, happenings
from knobel.server.recent import Recent, kept
from knobel.server.scores import result_rows
from knobel.server.store import BOOKMARK, Conflict, Entry, Log, Store
from knobel.server.throttle import nothing
from knobel.server.views import Snapshot
from knobel.server.wishes import Decision
from knobel.tables import bookmark
from knobel.tables.automatic import deadline, last_undo
from knobel.tables.bookmark import Bookmark
from knobel.tables.commands import Events
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
from knobel.tables.happenings import Happening, happened
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import TableState, advance

logger = logging.getLogger("knobel")

ATTEMPTS = 20
"""How often a command is decided anew because others were quicker."""


RECALLED_FOR = 1.0
"""Seconds for which more stays in memory because somebody wanted it."""


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
        self.opener = ""
        """Who opened the table."""
        self.generation = 0
        """How often the log was read."""
        self._store = store
        self._changed = changed
        self.appended: Callable[[], None] = nothing
        """Called whenever something is stored that was appended here."""
        self._log = Log(code)
        self._head: TableState | None = None
        self._recent = Recent()
        self._marked = -1
        """The seq at which the bookmark lies."""
        self._resumed = ticks()
        self._pending: deque[_Pending] = deque()
        self._snapshot: Snapshot | None = None
        self._doubtful = False
        """Whether the log may go on differently in the database."""
        self._behind = False
        """Whether more is known to be stored than was read."""
        self._rewritten = False
        """Whether what was read of the log may have been changed since."""
        self._reading: asyncio.Task[None] | None = None
        self._recalling: asyncio.Task[None] | None = None

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
    def stored_seq(self) -> int:
        """The seq of the latest event that is stored."""
        return self.snapshot.state.seq

    @property
    def recent(self) -> list[Happening]:
        """What of the stored log is in memory: its end."""
        return self._recent.happenings

    @property
    def first(self) -> int:
        """The seq of the oldest happening in memory, or of the next if there is none."""
        return self.stored_seq + 1 - len(self.recent)

    @property
    def used_up(self) -> bool:
        """True if the household that pays has used up its budget of bytes."""
        return self._store.budget.used_up

    @property
    def busy(self) -> bool:
        """Whether something waits to be stored, or the log is being read."""
        return bool(self._pending) or self._reading is not None or self._recalling is not None

    async def load(self) -> bool:
        """Read the log; False if there is none.

        :raises StoreError: if the database does not answer.
        :raises Unreadable: if the log is damaged.
        """
        # What was known before is seen meanwhile.
        loaded = await loading.load(self._store, self.code)
        if loaded is None:
            return False
        self.opener, self._head, self._recent, self._marked = loaded
        self._log = Log(self.code)
        self._doubtful = False
        self.generation += 1
        self._snapshot = Snapshot(self.code, self.head, deadline(self.head, self.when))
        return True

    async def log(self, turns: Turns | None = None) -> list[Event]:
        """The whole log, as far as people see it now, read when its turn comes.

        :raises StoreError: if the database does not answer.
        """
        length = self.stored_seq + 1
        turns = turns or self._store.turns
        async with turns.alone():
            return await loading.events((await self._store.read_log(self.code))[:length], turns)

    def recall(self, first: int) -> None:
        """Let all happenings from seq `first` on come to memory, soon; then all who are here are told."""
        if self.first <= first or self._recalling is not None:
            return

        async def read() -> None:
            try:
                # Who is only told what was before can wait; others come back to their tables meanwhile.
                generation, log = self.generation, await self.log(self._store.spare)
                steps = self._store.spare.through(happenings(log, first))
                found = [happening async for piece in steps for happening in piece if happening is not None]
                if generation == self.generation and first <= self.first <= len(log):
                    self.recent[:0] = found[: self.first - first]
                    self._changed(self)
                    asyncio.get_running_loop().call_later(RECALLED_FOR, self._forget)
            except StoreError:
                # The store has told; who still wants it asks again.
                pass
            except Unreadable as error:
                logger.error("table %s cannot be read: %s", self.code, error)
            finally:
                self._recalling = None

        self._recalling = asyncio.create_task(read(), name=f"recalling {self.code}")

    def _forget(self) -> None:
        self.snapshot.forget(self._recent.forget(self.snapshot.state))

    def follow(self, first: int, lines: Sequence[str]) -> None:
        """Take over what others have stored: the events from seq `first` on.

        :raises Unreadable: if they cannot come next.
        """
        news = lines[max(self.stored_seq + 1 - first, 0) :]
        if not news:
            return
        if self._pending:
            # What waits to be stored came first, or will find out by itself.
            self._behind = True
            return
        told, now = list(folded(news, self.snapshot.state)), ticks()
        self._forget()
        for _, happening in told:
            self.recent.append(happening)
            self._recent.remember(happening.seq, happening.event)
            self._recent.date(happening.seq, now)
        self._head = told[-1][0]
        self._snapshot = self.snapshot.followed_by(self.head, deadline(self.head, self.when))
        self._changed(self)

    def when(self, seq: int) -> int:
        """When (ticks) an event happened, but not before people were last back.

        The times in the log do not tell: they are by a clock that may have been wrong, or be wrong now.
        """
        return max(self._recent.when(seq) or 0, self._resumed)

    @property
    def ago(self) -> int | None:
        """How long ago (ms) the running turn or round began; None if nothing runs."""
        play = self.snapshot.state.play
        return None if play is None else ticks() - self.when(play.since)

    def began(self, ago: int) -> None:
        """Another process says how long ago (ms) the running turn or round began; who only reads a log cannot know."""
        play = self.snapshot.state.play
        if play is not None and self._recent.when(play.since) is None:
            began = ticks() - ago
            self._resumed = min(self._resumed, began)
            self._recent.date(play.since, began)
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
                if person is not None and command_id is not None:
                    seq = self._recent.came_of(person, command_id)
                    if seq is not None:
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
        new, now = [], ticks()
        for event in events:
            before, self._head = self._head, advance(self._head, event)
            seq = self._head.seq
            new.append(happened(before, event, self._head))
            self._recent.remember(seq, event)
            self._recent.date(seq, now)
        state = self.head
        entries = [entry(happening.seq, happening.event) for happening in new]
        results = result_rows(state, events[-1].time) if isinstance(events[-1], Ended) else ()
        written = self._store.append(self._log, entries, results, self._bookmark(kept(self.head)))
        pending = _Pending(new, state)
        self._pending.append(pending)
        written.add_done_callback(lambda future: self._written(pending, future))
        return pending

    def _bookmark(self, after: int) -> str | None:
        """What all that was appended leads to, to be stored, if so many events came since the last bookmark."""
        if self.head.seq - self._marked < after:
            return None
        self._marked = self.head.seq
        return bookmark.encode(Bookmark(self.opener, self.head, self._recent.commands))

    def leave(self) -> asyncio.Future[int] | None:
        """Store a bookmark at the end of the log for whoever reads it next, if it is not there and all is stored."""
        if self.busy or self._doubtful or (text := self._bookmark(after=1)) is None:
            return None
        return self._store.write((BOOKMARK, [{"table": self.code, "text": text}]))

    def _written(self, pending: _Pending, future: asyncio.Future[int]) -> None:
        if pending not in self._pending:
            return
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if error is None:
            assert self._pending[0] is pending, "the store keeps the order of a log"
            self._pending.popleft()
            self._forget()
            self.recent.extend(pending.happenings)
            self._snapshot = self.snapshot.followed_by(pending.state, deadline(pending.state, self.when))
            pending.answer()
            self._changed(self)
            self.appended()
            if self._behind and not self.busy:
                self._read_again()
            return
        # What was never stored has not happened.
        self._head = self.snapshot.state
        self._recent.take_back(self.stored_seq)
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
            if not self._doubtful and self._event(first.seq) == first.event:
                # The connection was lost, and not what was written.
                pending.answer()
            else:
                pending.answer(reason)

    def _event(self, seq: int) -> Event | None:
        """A stored event, if it is in memory."""
        return self.recent[seq - self.first].event if self.first <= seq <= self.stored_seq else None

    def _read_again(self) -> asyncio.Task[None]:
        """Read what was stored meanwhile; if that fails, the log stays doubtful."""

        async def read() -> None:
            try:
                if self._rewritten:
                    await self.load()
                    self._rewritten = False
                else:
                    self._behind, first = False, self.stored_seq + 1
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
