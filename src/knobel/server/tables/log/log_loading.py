"""Loading a table's log."""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.presentation.log_reader import decoded, states
from knobel.presentation.time_slices import TimeSlices
from knobel.server.database.store import Store
from knobel.server.tables.log.recent_events import RecentEvents, recent_limit
from knobel.tables.events import Event, Opened
from knobel.tables.state import TableState


class Loaded(NamedTuple):
    """A loaded table: the person that opened it, its state and the recent events."""

    opener: str
    head: TableState
    recent: RecentEvents


async def load(store: Store, code: str, lines: Sequence[str] | None = None) -> Loaded | None:
    """Read the log of a table in pieces. Return None if there is none.

    :param lines: the events, if they are known and need not be read.
    :raises Unreadable: if the log is damaged.
    """
    log = await events(await store.read_log(code) if lines is None else lines, store.time_slices)
    head = await store.time_slices.last(states(log))
    if head is None:
        return None
    recent = RecentEvents()
    for seq, event in enumerate(log):
        recent.record_command(seq, event)
    recent.forget_ids(head.seq + 1 - recent_limit(head))
    assert isinstance(log[0], Opened), "states() has checked it"
    return Loaded(log[0].host, head, recent)


async def events(lines: Sequence[str], time_slices: TimeSlices) -> list[Event]:
    """Decode the events of a log in pieces.

    :raises Unreadable: if a line is not a valid event.
    """
    return await time_slices.all(decoded(lines))
