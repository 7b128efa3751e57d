"""What the people at a table are sent of it, and when.

Small tables are sent every change at once; at large ones changes are collected, so that a round of three hundred moves
is a few states and not ninety thousand.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, cast

import msgspec

from knobel.server import messages
from knobel.server.clock import ticks
from knobel.server.connection import Connection, Socket
from knobel.server.crowd import Crowd
from knobel.server.encoding import Encoded, encode, encoded
from knobel.server.live import LiveTable
from knobel.server.people import Known
from knobel.server.throttle import Throttle
from knobel.server.views import (
    LARGE,
    LONGEST_LOG,
    Receiver,
    Snapshot,
    log_messages,
    position_message,
    table_message,
)

LARGE_TABLE_PAUSE = 0.4
"""Seconds between two states within a round of a large table; a roll and the end of a round are told at once."""
PRESENCE_PAUSE = 1.5
"""Seconds between two lists of who sits and watches at a large table."""


class Updates:
    """Lets a table's people know when there is something new to see."""

    def __init__(self, live: LiveTable, crowd: Crowd, noticed: Callable[[LiveTable], None]) -> None:
        """`noticed` is called when what the lobby shows of the table has changed."""
        self.live = live
        self._crowd = crowd
        self._noticed = noticed
        self._positions = Throttle(self._touch_all)
        self._presence = Throttle(self._table_changed)
        self._table: msgspec.Raw | None = None
        self._shown: Any = None
        self._turn: Any = None

    def table(self) -> messages.Table:
        """The table without its game."""
        present, snapshot = self._crowd.present, self.live.snapshot
        seated = {seat.person for seat in snapshot.state.seats}
        watchers = [
            messages.Person(id=who.id, name=who.name, table=snapshot.code)
            for who in present.values()
            if who.id not in seated
        ]
        return table_message(snapshot, present, watchers)

    def table_json(self) -> msgspec.Raw:
        """The same, encoded once for everybody: another object whenever it looks different."""
        if self._table is None:
            self._table = encoded(self.table())
        return self._table

    def people_changed(self) -> None:
        """Somebody is here who was not, or is gone, or is called something else."""
        self._noticed(self.live)
        crowded = self.live.snapshot.large or len(self._crowd.present) > LARGE
        self._presence.soon(PRESENCE_PAUSE if crowded else 0)

    def log_changed(self) -> None:
        """More of the log is stored, or it was read again."""
        state, play, large = self.live.snapshot.state, self.live.snapshot.play, self.live.snapshot.large
        course = state.playing, play is None, state.games_played
        order = state.locked, state.chat_hidden, state.muted, state.key
        shown = course, state.settings, state.host, state.seats, order
        if shown != self._shown:
            if large and self._shown is not None and course == self._shown[0]:
                self.people_changed()
            else:
                self._table = None
                self._noticed(self.live)
            self._shown = shown
        turn = self.live.generation, None if play is None else (play.first, play.key)
        if large and turn == self._turn:
            self._positions.soon(LARGE_TABLE_PAUSE)
        else:
            self._turn = turn
            self._positions.now()

    def close(self) -> None:
        """Tell nobody any more."""
        self._positions.close()
        self._presence.close()

    def _table_changed(self) -> None:
        self._table = None
        self._positions.now()

    def _touch_all(self) -> None:
        for connection in self._crowd.connections:
            connection.touch()


class _Told(NamedTuple):
    """What a receiver knows of a table: its log, as it was read the `generation`-th time, up to before `next`, but for
    what is `hidden` yet and what is `owed`, because it was not in memory; the `table`; the `position`, made of the
    `snapshot`; and `state`, the number of the last."""

    generation: int
    next: int
    owed: range = range(0)
    state: int = -1
    hidden: Collection[int] = ()
    table: msgspec.Raw | None = None
    snapshot: Snapshot | None = None
    position: Encoded = None


class TableConnection(Connection):
    """A person's socket at a table, and how much of the table they know."""

    def __init__(self, socket: Socket, who: Known, updates: Updates) -> None:
        super().__init__(socket, who)
        self._updates = updates
        self._watching: int | None = None
        self._told: _Told | None = None
        self._states = -1

    def refresh(self) -> None:
        """Send everything afresh."""
        self._told = None
        self.touch()

    def watch(self, seat: int | None) -> None:
        """At a large table, also show this seat's sheet."""
        self._watching = seat
        if self._told is not None:
            self._told = self._told._replace(snapshot=None)
        self.touch()

    def _oldest(self, snapshot: Snapshot) -> int:
        """From where on the log is told: a bot may need all of the game, which it folds by the rules."""
        latest, play = max(snapshot.state.seq + 1 - LONGEST_LOG, 0), snapshot.play
        return latest if self.who.owner is None or play is None else min(latest, play.first)

    def _begin(self) -> _Told:
        """Nothing is told yet: what is not in memory is owed."""
        live = self._updates.live
        oldest = self._oldest(live.snapshot)
        first = max(oldest, live.first)
        return _Told(live.generation, first, range(oldest, first))

    def state(self) -> bytes | None:
        live = self._updates.live
        snapshot, told = live.snapshot, self._told
        if told is None or told.generation != live.generation or min(told.hidden, default=told.next) < live.first:
            told = self._begin()
        complete, receiver = told.state == -1, Receiver(self.who.id, self._watching)
        if told.owed and live.first > told.owed.start:
            live.recall(told.owed.start)
            if self.who.owner is not None:
                # A bot folds the log: it needs all of it at once.
                return None
        news = [live.recent[seq - live.first] for seq in sorted(told.hidden)] + live.recent[told.next - live.first :]
        entries, hidden = log_messages(snapshot, news, receiver)
        earlier: list[Encoded] | None = [] if complete and not told.owed else None
        owed = told.owed
        if owed and live.first <= owed.start:
            old = live.recent[owed.start - live.first : owed.stop - live.first]
            earlier, unseen = log_messages(snapshot, old, receiver)
            owed, hidden = range(0), hidden | unseen
        table, position = self._updates.table_json(), told.position
        if told.snapshot is not snapshot:
            position = encoded(position_message(snapshot, receiver))
        same = position == told.position
        # What is hidden does not even show as a state in which nothing is new.
        new = table is not told.table or not same or bool(entries) or earlier is not None
        self._states += new
        number = self._states if new else told.state
        self._told = _Told(live.generation, snapshot.state.seq + 1, owed, number, hidden, table, snapshot, position)
        if not new:
            return None
        state = messages.State(
            seq=number,
            prev=told.state,
            now=ticks(),
            table=None if table is told.table else cast("messages.Table", table),
            position=None if same else position,
            earlier=earlier,
            log=entries,
        )
        return encode(state)
