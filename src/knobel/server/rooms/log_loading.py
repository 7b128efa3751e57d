"""Loading a table's log, from its bookmark or from the beginning."""

import logging
from collections.abc import Sequence
from typing import NamedTuple

from knobel.server.rooms.recent_events import RecentEvents, kept
from knobel.server.runtime.time_slices import TimeSlices
from knobel.server.storage.log_reader import Unreadable, decoded, states
from knobel.server.storage.store import Store
from knobel.tables import bookmark
from knobel.tables.bookmark import Bookmark
from knobel.tables.events import Event, Opened
from knobel.tables.state import TableState

logger = logging.getLogger("knobel")


class Loaded(NamedTuple):
    """A loaded table: the person that opened it, its state, the recent events and the seq of the bookmark.

    `marked` is -1 if there is no bookmark.
    """

    opener: str
    head: TableState
    recent: RecentEvents
    marked: int


async def load(store: Store, code: str) -> Loaded | None:
    """Read the log of a table in pieces. Return None if there is none.

    :raises StoreError: if the database does not answer.
    :raises Unreadable: if the log is damaged.
    """
    mark = await _bookmark(store, code)
    begun = None if mark is None else mark.state
    marked = -1 if begun is None else begun.seq
    # Clients may send commands again whose events are older than the bookmark.
    first = 0 if begun is None else max(marked + 1 - kept(begun), 0)
    log = await events(await store.read_log(code, first), store.turns, first)
    if len(log) < marked + 1 - first:
        raise Unreadable(f"event {first + len(log)} is missing")
    head = begun
    async for piece in store.turns.through(states(log[marked + 1 - first :], begun)):
        head = piece[-1]
    if head is None:
        return None
    # In the order of the log, because only the last one in it counts as a person's latest command.
    before = {} if mark is None else {person: last for person, last in mark.commands.items() if last[1] < first}
    recent = RecentEvents(before)
    for seq, event in enumerate(log, first):
        recent.remember(seq, event)
    recent.forget_ids(head.seq + 1 - kept(head))
    if mark is not None:
        return Loaded(mark.opener, head, recent, marked)
    assert isinstance(log[0], Opened), "states() has looked"
    return Loaded(log[0].host, head, recent, marked)


async def events(lines: Sequence[str], turns: TimeSlices, first: int = 0) -> list[Event]:
    """Decode the events of a log from seq `first` on, in pieces.

    :raises Unreadable: if a line is not a valid event.
    """
    return [event async for piece in turns.through(decoded(lines, first)) for event in piece]


async def _bookmark(store: Store, code: str) -> Bookmark | None:
    text = await store.bookmark(code)
    try:
        return None if text is None else bookmark.decode(text)
    except Exception:
        logger.exception("the bookmark of table %s cannot be read; its log is", code)
        return None
