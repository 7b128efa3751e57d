"""A person's games at tables, for the export of their data."""

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from knobel.presentation.log_reader import Unreadable
from knobel.presentation.records import record_lines
from knobel.server.database.store import Store
from knobel.server.people.accounts import Account
from knobel.server.people.store import PastResult, PeopleStore
from knobel.server.shared_rows.seeds import deal_seed
from knobel.server.tables.live.room import Room
from knobel.server.tables.log.log_loading import events
from knobel.server.tables.log.table_log import TableLog
from knobel.tables.events import Ended, Event, Started, WhatIf


class PersonalGames:
    """Finds a person's games: finished, current and continued ones."""

    def __init__(self, store: Store, people_store: PeopleStore, rooms: Mapping[str, Room]) -> None:
        self._store, self._people_store, self._rooms = store, people_store, rooms

    async def export(self, account: Account, results: Sequence[PastResult]) -> AsyncIterator[dict[str, Any]]:
        """Yield a person's games as records; `results` are those of their finished games."""
        ended: dict[str, dict[int, int]] = {}
        for result in results:
            ended.setdefault(result.table, {})[result.first] = result.seat
        for code in await self._people_store.tables(account.id):
            for game in await self._games(account, code, ended.get(code, {})):
                yield game

    async def _games(self, account: Account, code: str, ended: dict[int, int]) -> list[dict[str, Any]]:
        slices = self._store.time_slices
        room, snapshot = self._rooms.get(code), None
        try:
            if room is not None:
                log, snapshot = await room.log.read_all(), room.log.snapshot
            else:
                lines = await self._store.read_log(code)
                log = await events(lines, slices)
                if not _is_over(log, ended):
                    table_log = TableLog(code, self._store)
                    if not await table_log.load(lines):
                        return []
                    snapshot = table_log.snapshot
        except Unreadable:
            return []
        play = None if snapshot is None else snapshot.play
        seats: dict[int, int | None] = {**ended}
        if play is not None and account.id in play.persons:
            seats[play.first] = play.persons.index(account.id)
        seats |= dict.fromkeys(set(_played_on(log, account.id)) - seats.keys())
        starts = (seq for seq, event in enumerate(log) if isinstance(event, Started))
        games, seed = [], await deal_seed(self._store, play)
        for number, first in [(number, first) for number, first in enumerate(starts, 1) if first in seats]:
            lines_of_game = record_lines(snapshot, log, account.id, number, seed) or ()
            record = "".join(await slices.all(lines_of_game))
            games.append({"table": code, "game": number, "seat": seats[first], "record": record})
        return games


def _is_over(log: Sequence[Event], ended: Collection[int]) -> bool:
    """True if the person has a result in the latest game of a log, which is over, so that its state is not needed.

    The seed of a deal is not in the log. It is looked for by the state of the game.
    """
    latest = next((seq for seq in reversed(range(len(log))) if isinstance(log[seq], Started)), None)
    if latest is None or latest not in ended:
        return False
    started = log[latest]
    return isinstance(started, Started) and not started.deal and any(isinstance(e, Ended) for e in log[latest:])


def _played_on(log: Iterable[Event], person: str) -> Iterator[int]:
    """Yield the first seqs of the games that a person continued from an earlier position."""
    started = 0
    for seq, event in enumerate(log):
        if isinstance(event, Started):
            started = seq
        elif isinstance(event, WhatIf) and event.by == person:
            yield started
