"""Sends the state of a table to its connections.

Small tables send every change immediately. Large tables collect changes, so that a round of 300 moves causes a few
states for each connection and not 300 (90,000 in total).
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, cast

import msgspec

from knobel.server.people.accounts import Account
from knobel.server.people.connection import Connection, Socket
from knobel.server.rooms.live_table import LiveTable
from knobel.server.rooms.presence import Presence
from knobel.server.rooms.projections import (
    LARGE,
    LONGEST_LOG,
    Receiver,
    Snapshot,
    log_messages,
    position_message,
    table_message,
)
from knobel.server.runtime.clock import ticks
from knobel.server.runtime.debounce import Debounce, nothing
from knobel.server.runtime.json import Encoded, encode, encoded
from knobel.server.wire import messages

LARGE_TABLE_PAUSE = 0.4
"""Seconds between two states within a round of a large table. A roll and the end of a round are sent immediately."""
PRESENCE_PAUSE = 1.5
"""Seconds between two lists of seats and spectators at a large table."""


class Subscriptions:
    """Notifies a table's connections of changes."""

    def __init__(self, live: LiveTable, presence: Presence, listing_changed: Callable[[], None]) -> None:
        """`listing_changed` is called when the table's entry in the lobby has changed."""
        self.live = live
        self._presence = presence
        self._listing_changed = listing_changed
        self._positions = Debounce(self._touch_all)
        self._table_messages = Debounce(self._table_changed)
        self._table: msgspec.Raw | None = None
        self._shown: Any = None
        self._turn: Any = None

    def table(self) -> messages.Table:
        """Return the table without its game."""
        present, snapshot = self._presence.present, self.live.snapshot
        seated = {seat.person for seat in snapshot.state.seats}
        watchers = [
            messages.Person(id=who.id, name=who.name, table=snapshot.code)
            for who in present.values()
            if who.id not in seated
        ]
        return table_message(snapshot, present, watchers)

    def table_json(self) -> msgspec.Raw:
        """Return the table as JSON. It is encoded once for all connections. A change yields a new object."""
        if self._table is None:
            self._table = encoded(self.table())
        return self._table

    def people_changed(self) -> None:
        """Schedule an update after a person came, left or was renamed."""
        self._listing_changed()
        crowded = self.live.snapshot.large or len(self._presence.present) > LARGE
        self._table_messages.soon(PRESENCE_PAUSE if crowded else 0)

    def log_changed(self) -> None:
        """Schedule an update after more of the log was stored or read."""
        state, play, large = self.live.snapshot.state, self.live.snapshot.play, self.live.snapshot.large
        course = state.playing, play is None, state.games_played
        order = state.locked, state.chat_hidden, state.muted, state.key
        shown = course, state.settings, state.host, state.seats, order
        if shown != self._shown:
            if large and self._shown is not None and course == self._shown[0]:
                self.people_changed()
            else:
                self._table = None
                self._listing_changed()
            self._shown = shown
        turn = self.live.generation, None if play is None else (play.first, play.key)
        if large and turn == self._turn:
            self._positions.soon(LARGE_TABLE_PAUSE)
        else:
            self._turn = turn
            self._positions.now()

    def close(self) -> None:
        """Cancel all scheduled updates."""
        self._listing_changed = nothing
        self._positions.close()
        self._table_messages.close()

    def _table_changed(self) -> None:
        self._table = None
        self._positions.now()

    def _touch_all(self) -> None:
        for connection in self._presence.connections:
            connection.touch()


class _Told(NamedTuple):
    """The part of a table that a receiver has been sent.

    The log up to `next` (exclusive), as read in that `generation`, except the `hidden` seqs and those `owed`, which
    were not in memory. `position` was made from `snapshot`. `state` is the number of the last state.
    """

    generation: int
    next: int
    owed: range = range(0)
    state: int = -1
    hidden: Collection[int] = ()
    table: msgspec.Raw | None = None
    snapshot: Snapshot | None = None
    position: Encoded = None


class TableConnection(Connection):
    """A person's connection to a table, with the part of the table that it has been sent."""

    def __init__(self, socket: Socket, who: Account, updates: Subscriptions) -> None:
        super().__init__(socket, who)
        self._updates = updates
        self._watching: int | None = None
        self._told: _Told | None = None
        self._states = -1

    def refresh(self) -> None:
        """Send the complete state."""
        self._told = None
        self.touch()

    def watch(self, seat: int | None) -> None:
        """At a large table, also send this seat's sheet."""
        self._watching = seat
        if self._told is not None:
            self._told = self._told._replace(snapshot=None)
        self.touch()

    def _oldest(self, snapshot: Snapshot) -> int:
        """Return the seq from which on the log is sent. A bot may need the whole game to compute its state."""
        latest, play = max(snapshot.state.seq + 1 - LONGEST_LOG, 0), snapshot.play
        return latest if self.who.owner is None or play is None else min(latest, play.first)

    def _begin(self) -> _Told:
        """Return the initial state: nothing is sent, and entries that are not in memory are owed."""
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
                # A bot computes its state from the log, so it needs all of it in one message.
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
        # Do not send an empty state for a hidden event, because it would reveal the event.
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
