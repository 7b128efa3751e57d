"""Cups as they are in the database, read once for many people who watch them."""

import asyncio
from collections.abc import Iterator
from typing import cast

from knobel.clock import now_ms
from knobel.server.cups.seasons import SeasonData, season_data
from knobel.server.cups.standings import Standing, standings
from knobel.server.cups.store import Cup, CupStore
from knobel.server.cups.views import CupData
from knobel.server.deals.store import DealStore
from knobel.server.people.store import PeopleStore
from knobel.server.runtime.snapshots import Snapshots
from knobel.spreadsheets import Columns, Form, Row, table_bytes
from knobel.tables.refusals import Refused, TableReason

PERSON_COLUMNS = {"place": int, "number": int, "name": str, "total": float, "lost": float}
DEAL_COLUMNS = "points", "share", "lost"


def standings_file(form: Form, cup: CupData, *, named: bool) -> bytes:
    """Return the table of a cup as a file, with or without the names."""
    return table_bytes(form, _columns(cup), _rows(cup, named=named))


def _columns(cup: CupData) -> Columns:
    """Return the columns of a cup's table: those of a person, the team if there are any, and those of each deal."""
    team = {} if cup.teams is None else {"team": str}
    return PERSON_COLUMNS | team | {f"{name} {deal}": float for deal in sorted(cup.deals) for name in DEAL_COLUMNS}


def _rows(cup: CupData, *, named: bool) -> Iterator[Row]:
    columns = list(_columns(cup))
    for row in cup.rows:
        cells = [[None] * 3 if cell is None else [cell.points, cell.share, cell.lost] for cell in row.cells]
        figures = [row.total, row.lost, *(value for cell in cells for value in cell)]
        total, lost, *others = map(_rounded, figures)
        team = [] if cup.teams is None else ["" if row.team is None else cup.teams.names[row.team]]
        values = [row.place, row.number, (named and row.name) or "", total, lost, *team, *others]
        yield dict(zip(columns, values, strict=True))


def _rounded(value: float | None) -> float | None:
    if value is None:
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


class CupSnapshots:
    """Reads cups for everybody who watches them. Its methods raise `StoreError` if the database does not answer."""

    def __init__(self, store: CupStore, deals: DealStore, people: PeopleStore) -> None:
        self._store, self._deals, self._people = store, deals, people
        self._cups = Snapshots(self._read)
        self._files = Snapshots(self._make_file)
        self._seasons = Snapshots(self._read_season)

    async def read(self, cup: Cup) -> CupData:
        """Return the data of a cup as it is now.

        :raises Refused: `no_cup`, if it was deleted. The same holds for `recent`.
        """
        return await self._cups.read(cup.code)

    async def recent(self, cup: Cup, person: str | None) -> CupData:
        """Return the data of a cup as it was a moment ago, but with the latest of this person."""
        data = await self._cups.recent(cup.code)
        if person is not None:
            entered, games = await asyncio.gather(
                self._store.entry(cup.code, person), self._store.games_of(cup, person)
            )
            entry = data.entry_of(person)
            known = [game for number in data.deals if (game := data.game_of(person, number)) is not None]
            if entered != (None if entry is None else (entry.number, entry.removed)) or {*known} != {*games}:
                return await self.read(cup)
        return data if data.cup == cup else await self.read(cup)

    async def file(self, cup: Cup, form: Form, *, named: bool) -> bytes:
        """Return the table of a cup as a file, as it was a moment ago, with or without the names."""
        return await self._files.recent(f"{cup.code} {form}{' named' * named}")

    async def season(self, cup: Cup) -> SeasonData:
        """Return the table of the series of a cup, as it was a moment ago."""
        return await self._seasons.recent(cup.series)

    async def _make_file(self, key: str) -> bytes:
        code, form, *named = key.split()
        data = await self._cups.recent(code)
        return await asyncio.to_thread(standings_file, cast("Form", form), data, named=bool(named))

    async def _read_season(self, series: str) -> SeasonData:
        now = now_ms()
        cups = [cup for cup in await self._store.of_series(series) if cup.opens <= now]
        tables: list[list[Standing]] = []
        for cup in cups:
            entries, games = await self._store.entries(cup.code), await self._store.games(cup)
            tables.append(await asyncio.to_thread(standings, cup, entries, games))
        return await asyncio.to_thread(season_data, cups, tables)

    async def _read(self, code: str) -> CupData:
        cup = await self._store.find(code)
        if cup is None:
            raise Refused(TableReason.NO_CUP, f"there is no cup {code}")
        host, entries, deals, games, series = await asyncio.gather(
            self._host_name(cup),
            self._store.entries(code),
            self._deals.find(cup.deal_ids),
            self._store.games(cup),
            self._store.of_series(cup.series),
        )
        numbered = {number: deals[key] for number, key in enumerate(cup.deal_ids, 1) if key in deals}
        data = CupData(cup, host, entries, numbered, games, series)
        await asyncio.to_thread(data.prepare)
        return data

    async def _host_name(self, cup: Cup) -> str | None:
        return None if cup.host is None else await self._people.name(cup.host)
