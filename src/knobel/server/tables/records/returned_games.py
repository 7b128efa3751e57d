"""Brings the games of a person's exported data back to this server or another one."""

import hashlib

from knobel.clock import now_ms
from knobel.notation import Record
from knobel.presentation.log_reader import states
from knobel.server.database.store import Conflict, Entry, Log, ResultRow, Store
from knobel.server.limits import codes
from knobel.server.people.accounts import Account
from knobel.server.people.store import PeopleStore
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.live.registry import CODE_LENGTH
from knobel.server.tables.log.ranked_results import result_rows
from knobel.server.tables.log.table_log import entry
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.returned_games import log_of_returned, times_of

CLOCK_ERROR_MS = 60_000
"""Time by which the clock of the other server may be fast."""


class ReturnedGames:
    """Stores recorded games as games of a person, each only once."""

    def __init__(self, store: Store, people_store: PeopleStore, openings: OpeningStore) -> None:
        self._store, self._people_store, self._openings = store, people_store, openings

    async def bring_back(self, account: Account, text: str, record: Record, seat: int) -> bool:
        """Store a finished game that a person played in a seat. Return False if it is stored already.

        :param text: the text of the record, which is legal.
        :raises Refused: `no_seat`; `game_running`, if the game is not over; `bad_record`, if events are incomplete or
            have no times.
        """
        if seat >= len(record.seats):
            raise Refused(TableReason.NO_SEAT, f"seats are 0 to {len(record.seats) - 1}")
        if record.noted:
            raise Refused(TableReason.BAD_RECORD, "some events are incomplete: it is not a game of a table")
        slices = self._store.time_slices
        times = await slices.all(times_of(text.splitlines(), now_ms() + CLOCK_ERROR_MS))
        if not times:
            raise Refused(TableReason.GAME_RUNNING, "this game has not begun")
        log = await slices.all(log_of_returned(record, times, seat, account.source()))
        state = await slices.last(states(log))
        assert state is not None, "a log has events"
        if state.playing:
            raise Refused(TableReason.GAME_RUNNING, "this game is not over")
        (result,) = result_rows(state, times[-1])
        played = f"{result.game} {result.options} {result.seats} {result.score} {result.time}"
        opening = Opening(account.id, hashlib.sha256(played.encode()).hexdigest(), now_ms(), "return")
        async with self._openings.lock(opening):
            if await self._people_store.has_result(result):
                return False
            entries = await slices.all(entry(seq, event) for seq, event in enumerate(log))
            return await self._store_log(entries, result, opening)

    async def _store_log(self, entries: list[Entry], result: ResultRow, opening: Opening) -> bool:
        while True:
            code = codes.new_code(CODE_LENGTH)
            try:
                await self._store.append(Log(code), entries, [result], opening.stored(code))
            except Conflict:
                if await self._people_store.has_result(result):
                    return False
                if await self._openings.code(opening) is not None:
                    # It was brought back in the last day, and its table is not stored any more.
                    raise
                continue
            return True
