"""A person's games at tables, for the export of their data."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any

from knobel.presentation.log_reader import Unreadable
from knobel.presentation.records import record_lines
from knobel.server.database.seeds import deal_seed
from knobel.server.database.store import Store
from knobel.server.people.accounts import Account
from knobel.server.people.store import PastResult, PeopleStore
from knobel.server.tables.room import Room
from knobel.server.tables.table_log import TableLog
from knobel.tables.events import Event, Started, WhatIf


class PersonalGames:
    """Finds a person's games: finished, current and continued ones."""

    def __init__(self, store: Store, people_store: PeopleStore, rooms: Mapping[str, Room]) -> None:
        self._store, self._people_store, self._rooms = store, people_store, rooms

    async def export(self, account: Account, results: Sequence[PastResult]) -> AsyncIterator[dict[str, Any]]:
        """Yield a person's games as records; `results` are those of their finished games."""
        for code in await self._people_store.tables(account.id):
            ended = {result.first: result.seat for result in results if result.table == code}
            for game in await self._games(account, code, ended):
                yield game

    async def _games(self, account: Account, code: str, ended: dict[int, int]) -> list[dict[str, Any]]:
        if code in self._rooms:
            table_log = self._rooms[code].log
        else:
            table_log = TableLog(code, self._store)
            try:
                if not await table_log.load():
                    return []
            except Unreadable:
                return []
        snapshot, log = table_log.snapshot, await table_log.read_all()
        play = snapshot.play
        seats: dict[int, int | None] = {**ended}
        if play is not None and account.id in play.persons:
            seats[play.first] = play.persons.index(account.id)
        seats |= dict.fromkeys(set(_played_on(log, account.id)) - seats.keys())
        starts = (seq for seq, event in enumerate(log) if isinstance(event, Started))
        games, seed = [], await deal_seed(self._store, play)
        for number, first in [(number, first) for number, first in enumerate(starts, 1) if first in seats]:
            lines = record_lines(snapshot, log, account.id, number, seed) or ()
            record = "".join(await self._store.time_slices.all(lines))
            games.append({"table": code, "game": number, "seat": seats[first], "record": record})
        return games


def _played_on(log: Iterable[Event], person: str) -> Iterator[int]:
    """Yield the first seqs of the games that a person continued from an earlier position."""
    started = 0
    for seq, event in enumerate(log):
        if isinstance(event, Started):
            started = seq
        elif isinstance(event, WhatIf) and event.by == person:
            yield started
