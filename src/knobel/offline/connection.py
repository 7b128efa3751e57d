"""A connection to a table of this device: of its page, or of a guest on another device."""

import time

from knobel.clock import monotonic_ms
from knobel.offline.guests import Guest
from knobel.offline.messages import TableCopy
from knobel.offline.table import OfflineTable
from knobel.presentation import messages
from knobel.presentation.command_limits import COMMAND_RATE, REFUSAL_RATE
from knobel.presentation.json import Encoded, encode, encoded
from knobel.presentation.projections import (
    MAX_LOG_EVENTS,
    Receiver,
    log_messages,
    position_message,
    table_message,
)
from knobel.token_bucket import TokenBucket


class OfflineConnection:
    """The view of a table for one of its people, and the part of it that was sent."""

    def __init__(self, table: OfflineTable, person: str, guest: Guest | None = None) -> None:
        self.table = table
        self.person = person
        self.guest = guest
        now = time.monotonic()
        self.commands = TokenBucket(*COMMAND_RATE, now)
        self.refusals = TokenBucket(*REFUSAL_RATE, now)
        self._kept = 0
        self._watched_seat: int | None = None
        self.refresh()

    @property
    def name(self) -> str:
        """The name of the person at the table; empty without a seat."""
        return self.table.people().get(self.person, "")

    def refresh(self) -> None:
        """Send the complete state next."""
        self._number = -1
        self._version: int | None = None
        self._next = max(self.table.state.seq + 1 - MAX_LOG_EVENTS, 0)
        self._hidden: set[int] = set()
        self._table: Encoded = None
        self._position: Encoded = None

    def watch(self, seat: int | None) -> None:
        """At a large table, also send this seat's sheet."""
        self._watched_seat = seat
        self._version = None

    @property
    def is_behind(self) -> bool:
        """True if the table has changed since the last message."""
        return self._version != self.table.version

    def state(self) -> str | None:
        """Return a message with all that has changed since the last one; None if nothing has."""
        if not self.is_behind:
            return None
        self._version = self.table.version
        snapshot, logged_events = self.table.snapshot, self.table.logged_events
        receiver = Receiver(self.person, self._watched_seat)
        complete = self._number == -1
        new = [logged_events[seq] for seq in sorted(self._hidden)] + logged_events[self._next :]
        entries, self._hidden = log_messages(snapshot, new, receiver)
        self._next = len(logged_events)
        message = table_message(snapshot, self.table.people().keys(), self.table.watchers())
        table = encoded(message if self.guest is None else self.guest.table(message))
        position = encoded(position_message(snapshot, receiver))
        new_table, new_position = table != self._table, position != self._position
        self._table, self._position = table, position
        # An empty state for a hidden event would reveal the event.
        if not (complete or new_table or new_position or entries):
            return None
        self._number += 1
        state = messages.State(
            seq=self._number,
            prev=self._number - 1,
            now=monotonic_ms(),
            table=table if new_table else None,
            position=position if new_position else None,
            earlier=[] if complete else None,
            log=entries,
        )
        return encode(state).decode()

    def copy(self) -> TableCopy | None:
        """Return the lines that a guest's device has to keep since the last copy; None if none, or at this device."""
        copy = None if self.guest is None else self.table.copy(self.guest, self._kept)
        self._kept += 0 if copy is None else len(copy.lines)
        return copy
