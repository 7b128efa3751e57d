"""Sends the state of a table to its connections.

Small tables send every change immediately. Large tables collect changes, so that a round of 300 moves causes a few
states for each connection and not 300 (90,000 in total).
"""

from collections.abc import Callable, Collection
from hashlib import blake2b
from typing import Any, NamedTuple, cast

import msgspec

from knobel.clock import monotonic_ms
from knobel.presentation import messages
from knobel.presentation.json import Encoded, encode, encoded
from knobel.presentation.projections import (
    LARGE,
    MAX_LOG_EVENTS,
    Receiver,
    Snapshot,
    log_messages,
    position_message,
    table_message,
)
from knobel.server.people.accounts import Account
from knobel.server.people.connection import Connection, Socket
from knobel.server.runtime.debounce import Debounce, do_nothing
from knobel.server.tables.live.presence import Presence
from knobel.server.tables.log.table_log import TableLog

LARGE_TABLE_INTERVAL_S = 0.4
"""Seconds between two states within a round of a large table. A roll and the end of a round are sent immediately."""
PRESENCE_INTERVAL_S = 1.5
"""Seconds between two lists of seats and spectators at a large table."""


class Subscriptions:
    """Notifies a table's connections of changes."""

    def __init__(self, table_log: TableLog, presence: Presence, listing_changed: Callable[[], None]) -> None:
        """`listing_changed` is called when the table's entry in the lobby has changed."""
        self.log = table_log
        self._presence = presence
        self._listing_changed = listing_changed
        self._positions = Debounce(self._queue_states)
        self._table_messages = Debounce(self._table_changed)
        self._table: msgspec.Raw | None = None
        self._shown_key: Any = None
        self._turn_key: Any = None

    def table(self) -> messages.Table:
        """Return the table without its game."""
        present, snapshot = self._presence.present, self.log.snapshot
        seated = {seat.person for seat in snapshot.state.seats}
        watchers = [
            messages.Person(id=account.id, name=account.name, table=snapshot.code)
            for account in present.values()
            if account.id not in seated
        ]
        return table_message(snapshot, present, watchers, self.log.paused())

    def table_json(self) -> msgspec.Raw:
        """Return the table as JSON. It is encoded once for all connections. A change yields a new object."""
        if self._table is None:
            self._table = encoded(self.table())
        return self._table

    def people_changed(self) -> None:
        """Schedule an update after a person came, left or was renamed."""
        self._listing_changed()
        crowded = self.log.snapshot.large or len(self._presence.present) > LARGE
        self._table_messages.schedule(PRESENCE_INTERVAL_S if crowded else 0)

    def log_changed(self) -> None:
        """Schedule an update after more of the log was stored or read."""
        state, play, large = self.log.snapshot.state, self.log.snapshot.play, self.log.snapshot.large
        course = state.playing, play is None, play is not None and play.what_if, state.games_played
        # All of the state but its game, so that no field of `messages.Table` can be forgotten here.
        shown_key = course, msgspec.structs.replace(state, seq=0, play=None, commitments={})
        if shown_key != self._shown_key:
            if large and self._shown_key is not None and course == self._shown_key[0]:
                self.people_changed()
            else:
                self._table = None
                self._listing_changed()
            self._shown_key = shown_key
        turn_key = self.log.generation, None if play is None else (play.first, play.key)
        if large and turn_key == self._turn_key:
            self._positions.schedule(LARGE_TABLE_INTERVAL_S)
        else:
            self._turn_key = turn_key
            self._positions.run()

    def close(self) -> None:
        """Cancel all scheduled updates."""
        self._listing_changed = do_nothing
        self._positions.close()
        self._table_messages.close()

    def _table_changed(self) -> None:
        self._table = None
        self._positions.run()

    def _queue_states(self) -> None:
        for connection in self._presence.connections:
            connection.queue_state()


class _SentState(NamedTuple):
    """The part of a table that a receiver has been sent.

    The log up to `next` (exclusive), as read in that `generation`, except the `hidden` seqs and those `missing`, which
    were not in memory. `position` is the digest of the one made from `snapshot`, which takes much less memory than the
    position itself. `state` is the number of the last state.
    """

    generation: int
    next: int
    missing: range = range(0)
    state: int = -1
    hidden: Collection[int] = ()
    table: msgspec.Raw | None = None
    snapshot: Snapshot | None = None
    position: bytes | None = None


class TableConnection(Connection):
    """A person's connection to a table, with the part of the table that it has been sent."""

    def __init__(self, socket: Socket, account: Account, subscriptions: Subscriptions) -> None:
        super().__init__(socket, account)
        self._subscriptions = subscriptions
        self._watched_seat: int | None = None
        self._sent: _SentState | None = None
        self._state_count = -1

    def refresh(self) -> None:
        """Send the complete state."""
        self._sent = None
        self.queue_state()

    def watch(self, seat: int | None) -> None:
        """At a large table, also send this seat's sheet."""
        self._watched_seat = seat
        if self._sent is not None:
            self._sent = self._sent._replace(snapshot=None)
        self.queue_state()

    def _first_seq(self, snapshot: Snapshot) -> int:
        """Return the seq from which on the log is sent. A bot may need the whole game to compute its state."""
        latest, play = max(snapshot.state.seq + 1 - MAX_LOG_EVENTS, 0), snapshot.play
        return latest if self.account.owner is None or play is None else min(latest, play.first)

    def _initial(self) -> _SentState:
        """Return the initial state: nothing is sent, and entries that are not in memory are owed."""
        table_log = self._subscriptions.log
        oldest = self._first_seq(table_log.snapshot)
        first = max(oldest, table_log.first)
        return _SentState(table_log.generation, first, range(oldest, first))

    def state(self) -> bytes | None:
        table_log = self._subscriptions.log
        snapshot, sent, first = table_log.snapshot, self._sent, table_log.first
        if sent is None or sent.generation != table_log.generation or min(sent.hidden, default=sent.next) < first:
            sent = self._initial()
        complete, receiver = sent.state == -1, Receiver(self.account.id, self._watched_seat)
        if sent.missing and first > sent.missing.start:
            table_log.recall(sent.missing.start)
            if self.account.owner is not None:
                # A bot computes its state from the log, so it needs all of it in one message.
                return None
        new = [table_log.recent[seq - first] for seq in sorted(sent.hidden)] + table_log.recent[sent.next - first :]
        entries, hidden = log_messages(snapshot, new, receiver)
        earlier: list[Encoded] | None = [] if complete and not sent.missing else None
        missing = sent.missing
        if missing and first <= missing.start:
            old = table_log.recent[missing.start - first : missing.stop - first]
            earlier, still_hidden = log_messages(snapshot, old, receiver)
            missing, hidden = range(0), hidden | still_hidden
        table, position, digest = self._subscriptions.table_json(), None, sent.position
        if sent.snapshot is not snapshot:
            position = encoded(position_message(snapshot, receiver))
            digest = blake2b(position, digest_size=16).digest()
        same = digest == sent.position
        # Do not send an empty state for a hidden event, because it would reveal the event.
        is_new = table is not sent.table or not same or bool(entries) or earlier is not None
        self._state_count += is_new
        number = self._state_count if is_new else sent.state
        self._sent = _SentState(
            table_log.generation, snapshot.state.seq + 1, missing, number, hidden, table, snapshot, digest
        )
        if not is_new:
            return None
        state = messages.State(
            seq=number,
            prev=sent.state,
            now=monotonic_ms(),
            table=None if table is sent.table else cast("messages.Table", table),
            position=None if same else position,
            earlier=earlier,
            log=entries,
        )
        return encode(state)
