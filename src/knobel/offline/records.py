"""Records of games at tables of the device, and records from elsewhere."""

from typing import Any

from knobel.notation import Record, load
from knobel.offline.days import seed_of
from knobel.offline.table import OfflineTable
from knobel.presentation.record_sizes import MAX_RECORD_LINES, MAX_RECORD_SEATS
from knobel.presentation.records import record_lines
from knobel.tables.refusals import Refused, TableReason


def record_of(table: OfflineTable, number: int | None, person: str | None = None) -> str:
    """Return the record of a game by its number (None: the latest), without events hidden from the person.

    :raises Refused: `no_game`.
    """
    state = table.state
    seed = seed_of(state.deal) if state.deal and not state.playing else None
    lines = record_lines(table.snapshot, table.log, person, number, seed)
    if lines is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    return "".join(lines)


def record_in(body: str) -> tuple[Record, Any]:
    """Return a record and its last position.

    :raises BadRecord: at the first wrong line.
    """
    return load(body.removeprefix("\ufeff").splitlines(), max_lines=MAX_RECORD_LINES, max_seats=MAX_RECORD_SEATS)
