"""Logs as they are stored, read: what happened, and where it led to."""

from collections.abc import Iterable, Iterator, Sequence

from knobel.tables.events import Event, decode
from knobel.tables.happenings import Happening, happened
from knobel.tables.state import TableState, advance, before_the_latest_game


class Unreadable(Exception):
    """A log holds what is no event, or none that can come next; the text says what."""


def decoded(lines: Iterable[str], first: int = 0) -> Iterator[Event]:
    """The events of a log from seq `first` on.

    :raises Unreadable: if one is none.
    """
    for seq, line in enumerate(lines, first):
        try:
            yield decode(line)
        except Exception as error:
            raise _damaged(seq, error) from error


def folded(lines: Iterable[str], state: TableState | None = None) -> Iterator[tuple[TableState, Happening]]:
    """The states of a log, or of how it goes on after one, and what happened.

    :raises Unreadable: if it is damaged.
    """
    for seq, line in enumerate(lines, 0 if state is None else state.seq + 1):
        before = state
        try:
            event = decode(line)
            state = advance(before, event)
            happening = happened(before, event, state)
        except Exception as error:
            raise _damaged(seq, error) from error
        yield state, happening


def states(log: Sequence[Event], state: TableState | None = None) -> Iterator[TableState]:
    """The states of a log, or of how it goes on after one: of its latest game, up to its end, or of all of it if it has
    none. What was before the latest game is not played through.

    :raises Unreadable: if it is damaged there.
    """
    first = 0
    if state is None and (state := _begun(log)) is not None:
        first = state.seq + 1
    for event in log[first:]:
        state = _after(state, event)
        yield state


def happenings(log: Sequence[Event], first: int) -> Iterator[Happening | None]:
    """What happened from the event `first` of a log on; None while what was before it is gone through.

    :raises Unreadable: if it is damaged there.
    """
    state = _begun(log[: first + 1])
    for seq in range(0 if state is None else state.seq + 1, len(log)):
        before, state = state, _after(state, log[seq])
        yield happened(before, log[seq], state) if seq >= first else None


def _begun(log: Sequence[Event]) -> TableState | None:
    try:
        return before_the_latest_game(log)
    except Exception as error:
        raise Unreadable(f"before the latest game: {type(error).__name__}: {error}") from error


def _after(state: TableState | None, event: Event) -> TableState:
    try:
        return advance(state, event)
    except Exception as error:
        raise _damaged(0 if state is None else state.seq + 1, error) from error


def _damaged(seq: int, error: Exception) -> Unreadable:
    return Unreadable(f"event {seq}: {type(error).__name__}: {error}")
