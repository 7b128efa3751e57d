"""Reading stored logs: events, states, and events with their effects."""

from collections.abc import Iterable, Iterator, Sequence

from knobel.tables.events import Event, decode
from knobel.tables.logged_events import LoggedEvent, logged_event
from knobel.tables.state import TableState, advance, before_the_latest_game


class Unreadable(Exception):
    """A log contains an invalid event. The text says which."""


def decoded(lines: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a log.

    :raises Unreadable: if a line is not a valid event.
    """
    for seq, line in enumerate(lines):
        try:
            yield decode(line)
        except Exception as error:
            raise _unreadable(seq, error) from error


def folded(lines: Iterable[str], state: TableState | None = None) -> Iterator[tuple[TableState, LoggedEvent]]:
    """Yield the states and logged events of a log, or of its continuation after `state`.

    :raises Unreadable: if the log is damaged.
    """
    for seq, line in enumerate(lines, 0 if state is None else state.seq + 1):
        before = state
        try:
            event = decode(line)
            state = advance(before, event)
            logged = logged_event(before, event, state)
        except Exception as error:
            raise _unreadable(seq, error) from error
        yield state, logged


def states(log: Sequence[Event]) -> Iterator[TableState]:
    """Yield the states of a log from the beginning of its latest game on, or all states if there was no game.

    :raises Unreadable: if the log is damaged there.
    """
    state = _state_before_latest_game(log)
    for event in log[0 if state is None else state.seq + 1 :]:
        state = _advance(state, event)
        yield state


def logged_events_of(log: Sequence[Event], first: int) -> Iterator[LoggedEvent | None]:
    """Yield the events of a log from seq `first` on, and None for each event before it that is processed.

    :raises Unreadable: if the log is damaged there.
    """
    state = _state_before_latest_game(log[: first + 1])
    for seq in range(0 if state is None else state.seq + 1, len(log)):
        before, state = state, _advance(state, log[seq])
        yield logged_event(before, log[seq], state) if seq >= first else None


def _state_before_latest_game(log: Sequence[Event]) -> TableState | None:
    try:
        return before_the_latest_game(log)
    except Exception as error:
        raise Unreadable(f"before the latest game: {type(error).__name__}: {error}") from error


def _advance(state: TableState | None, event: Event) -> TableState:
    try:
        return advance(state, event)
    except Exception as error:
        raise _unreadable(0 if state is None else state.seq + 1, error) from error


def _unreadable(seq: int, error: Exception) -> Unreadable:
    return Unreadable(f"event {seq}: {type(error).__name__}: {error}")
