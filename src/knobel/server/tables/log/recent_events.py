"""The end of a table's log in memory: the latest events and the ids of their commands."""

from knobel.tables.events import Event
from knobel.tables.logged_events import LoggedEvent
from knobel.tables.state import TableState

MIN_RECENT_EVENTS = 16
"""Minimum number of events that stay in memory.

A large table keeps two events for each seat. Events are removed when there are a quarter more.
"""


def recent_limit(state: TableState) -> int:
    """Return the number of events that a table keeps.

    Large tables keep more, so that ids of commands stay known longer.
    """
    return max(MIN_RECENT_EVENTS, 2 * len(state.seats))


class RecentEvents:
    """The latest events of a log, their times (monotonic, in ms) where known, and the ids of their commands."""

    def __init__(self) -> None:
        self.logged_events: list[LoggedEvent] = []
        self._ids: dict[tuple[str, str], int] = {}
        self._times_ms: dict[int, int] = {}

    def record_command(self, seq: int, event: Event) -> None:
        """Record the command that caused an event."""
        if event.by is not None and event.id is not None:
            self._ids.setdefault((event.by, event.id), seq)

    def first_seq_of(self, person: str, command: str) -> int | None:
        """Return the seq of the first event of a command, if the command was executed recently."""
        return self._ids.get((person, command))

    def record_time(self, seq: int, time_ms: int) -> None:
        """Record the time (monotonic, in ms) of an event."""
        self._times_ms[seq] = time_ms

    def time_ms(self, seq: int) -> int | None:
        """Return the time (monotonic, in ms) of an event, None if it is unknown."""
        return self._times_ms.get(seq)

    def discard_after(self, last: int) -> None:
        """Discard everything recorded about events after the `last`."""
        self._ids = {command: seq for command, seq in self._ids.items() if seq <= last}
        self._times_ms = {seq: time_ms for seq, time_ms in self._times_ms.items() if seq <= last}

    def forget(self, state: TableState) -> int:
        """Remove older events if there are many, given the current state. Return the seq of the oldest one kept."""
        most, oldest = recent_limit(state), state.seq + 1 - len(self.logged_events)
        first = state.seq + 1 - most
        if (play := state.play) is not None:
            # Hidden moves of the current round are sent later, and the time of its beginning is still needed.
            first = min(first, play.at, play.since)
            if play.last_roll is not None:
                first = min(first, play.last_roll.seq)
            if any(seat.bot for seat in state.seats):
                # A personal bot computes its state from all events of the game.
                first = min(first, play.first)
        if first - oldest < most // 4:
            return oldest
        del self.logged_events[: first - oldest]
        self.forget_ids(first)
        self._times_ms = {seq: time_ms for seq, time_ms in self._times_ms.items() if seq >= first}
        return first

    def forget_ids(self, first: int) -> None:
        """Remove the ids of commands before seq `first`, except the last one of each person.

        After a long disconnection, a client sends its last command again if it has not received the answer.
        """
        # The ids are in the order of the log.
        last = dict(self._ids.keys())
        self._ids = {
            (person, command): seq
            for (person, command), seq in self._ids.items()
            if seq >= first or last[person] == command
        }
