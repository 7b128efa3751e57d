"""Cups, the people who take part in them, and their games, in the database."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Update, and_, delete, exists, func, insert, or_, select, union, update

from knobel.presentation.deal_days import GRACE_MS
from knobel.presentation.deals import Deal
from knobel.server.cups.messages import Every, Ranking
from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.numbered_rows import has_room, joined
from knobel.server.database.store import Statement, Store
from knobel.server.deals.store import OF_TRY, deals_stored, points_lost
from knobel.server.practice.store import SAME_GAME
from knobel.server.shared_rows.openings import Opening

MAX_GAMES_WITHOUT_THREAD = 100
"""Number of games that are read without a thread."""
MAX_CUPS = 100
"""Maximum number of cups in a list."""


@dataclass(slots=True, frozen=True)
class Cup:
    """A cup (`schema.cups`). `options` are the game's options in canonical form (JSON), times are in ms. `teams` are
    the settings of the teams (JSON), empty without teams."""

    code: str
    key: str
    host: str | None
    title: str
    game: str
    options: str
    deals: int
    opens: int
    closes: int
    by_code: bool
    named: bool
    ranking: Ranking
    paced: bool
    every: Every
    series: str
    round: int
    group: str = ""
    teams: str = ""

    def is_host(self, person: str | None) -> bool:
        return person is not None and person == self.host

    @property
    def deal_ids(self) -> list[str]:
        """The ids of its deals, in order."""
        return [deal_id(self.code, number) for number in range(1, self.deals + 1)]


@dataclass(slots=True, frozen=True)
class Entry:
    """A person who takes part in a cup, with their number there, and the number of their team, if any."""

    person: str
    name: str
    number: int
    joined: int
    removed: bool
    team: int | None = None


@dataclass(slots=True, frozen=True)
class CupGame:
    """A first try at a cup's deal. `points`, `ended` and `first`, the game's first seq at its table, are None while it
    runs; `lost`, the points given away, is None until the game was reviewed."""

    deal: int
    person: str
    table: str
    began: int
    first: int | None
    points: int | None
    ended: int | None
    lost: float | None


_cups, _entries, _deals, _tries = schema.cups.c, schema.entries.c, schema.deals.c, schema.tries.c
_results, _skills = schema.results.c, schema.skills.c


def deal_id(code: str, number: int) -> str:
    """Return the id of a cup's deal."""
    return f"{code}/{number}"


class CupStore:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._cups = BatchedRead(self._read_cups)
        self._entries = BatchedRead(self._read_entries)
        self._games = BatchedRead(self._read_games)

    async def add(self, cup: Cup, deals: Mapping[Deal, str], opening: Opening | None = None) -> None:
        """Store a new cup with its deals and their seeds.

        :param opening: the request, if it has an idempotency key.
        :raises Conflict: if its code is taken, if the series has such a round, or if the opening is stored.
        """
        opened_by = [] if opening is None else opening.stored(cup.code)
        await self._store.write((insert(schema.cups), [asdict(cup)]), *deals_stored(deals), *opened_by)

    async def find(self, code: str) -> Cup | None:
        return await self._cups.get(code)

    async def _read_cups(self, codes: list[str]) -> dict[str, Cup]:
        found = await self._store.read_as(Cup, select(*_cups).where(_cups.code.in_(codes)))
        return {cup.code: cup for cup in found}

    async def was_deleted(self, code: str) -> bool:
        """True if there was a cup with a code that does not exist any more: its deals stay."""
        found = await self._store.read(select(_deals.id).where(_deals.id == deal_id(code, 1)))
        return bool(found) and await self.find(code) is None

    async def of_person(self, person: str) -> list[Cup]:
        """Return the cups that a person hosts or takes part in, the latest first."""
        cup = schema.cups.alias().c
        hosted = select(cup.code).where(cup.host == person)
        entered = select(_entries.cup).where(_entries.person == person)
        return await self._latest(_cups.code.in_(union(hosted, entered)))

    async def of_group(self, group: str) -> list[Cup]:
        """Return the cups of a group, the latest first."""
        return await self._latest(_cups.group == group, _cups.group != "")

    async def _latest(self, *which: ColumnElement[bool]) -> list[Cup]:
        query = select(*_cups).where(*which).order_by(_cups.closes.desc(), _cups.code).limit(MAX_CUPS)
        return await self._store.read_as(Cup, query)

    async def of_series(self, series: str) -> list[Cup]:
        return await self._store.read_as(Cup, select(*_cups).where(_cups.series == series).order_by(_cups.round))

    async def continued(self, now: int) -> list[tuple[Cup, Every]]:
        """Return the latest cups of the series that go on, with the periods, if they have opened already."""
        first, later = schema.cups.alias(), schema.cups.alias()
        is_last = ~exists().where(later.c.series == _cups.series, later.c.round > _cups.round)
        query = select(*_cups, first.c.every.label("period")).join(first, first.c.series == _cups.series)
        # The sum keeps SQLite from looking for all cups that have opened, which are nearly all.
        found = await self._store.read(query.where(first.c.every > "", _cups.opens + 0 < now, is_last))
        return [(Cup(*row[:-1]), row[-1]) for row in found]

    async def change(self, cup: Cup, now: int, *, title: str | None, ends: bool, series_ends: bool) -> None:
        """Store another title of a cup, end it now, and end its series, in one transaction.

        A series that ends closes its cups that have not opened.
        """
        statements: list[Statement] = []
        if title is not None:
            statements.append(update(schema.cups).where(_cups.code == cup.code).values(title=title))
        if series_ends:
            statements.append(update(schema.cups).where(_cups.series == cup.series).values(every=""))
            for other in await self.of_series(cup.series):
                statements += _ended(other.code, now) if other.opens > now else []
        if ends:
            statements += _ended(cup.code, now)
        if statements:
            await self._store.write(*statements)

    async def delete(self, cups: Sequence[Cup], now: int) -> None:
        """Delete cups, with their entries. The games at their deals stay, but belong to no cup any more.

        The deals stay too, closed, so that their seeds are published and the dice of the games can be checked.

        The first tries in a cup without names also stay: `disclosure` needs them to leave the results out of the high
        scores, even those of games that still run.
        """
        statements: list[Statement] = []
        for cup in cups:
            if cup.named:
                statements.append(delete(schema.tries).where(_tries.deal.in_(cup.deal_ids)))
            statements += (
                update(schema.deals).where(_deals.id.in_(cup.deal_ids), _deals.closes > now).values(closes=now),
                delete(schema.cups).where(_cups.code == cup.code),
            )
            if cup.every:
                # The next cup of the series gets the period, if it is not deleted too.
                others = schema.cups.alias().c
                following = select(func.min(others.round)).where(others.series == cup.series).scalar_subquery()
                moved = update(schema.cups).where(_cups.series == cup.series, _cups.round == following)
                statements.append(moved.values(every=cup.every))
        await self._store.write(*statements)

    async def open_deal(self, cup: Cup, number: int, now: int) -> None:
        """Open a deal of a cup now, and close the earlier ones. It stays open if it was open before."""
        deals = [(_deals.id == key, n) for n, key in enumerate(cup.deal_ids, 1) if n <= number]
        opened = update(schema.deals).where(deals[-1][0], _deals.opens > now).values(opens=now)
        earlier = or_(*(at for at, n in deals if n < number))
        closed = update(schema.deals).where(earlier, _deals.closes > now).values(closes=now)
        await self._store.write(opened, *([closed] if number > 1 else []))

    # --- entries ------------------------------------------------------------------------------------------------------

    async def entries(self, code: str) -> list[Entry]:
        """Return the people who take part in a cup, by number."""
        query = (
            select(
                _entries.person,
                schema.people.c.name,
                _entries.number,
                _entries.joined,
                _entries.removed,
                _entries.team,
            )
            .join(schema.people, schema.people.c.id == _entries.person)
            .where(_entries.cup == code)
            .order_by(_entries.number)
        )
        return await self._store.read_as(Entry, query)

    async def enter(self, code: str, person: str, now: int, most: int) -> bool:
        """Let a person take part in a cup with the next number.

        Nothing is stored, and the result is False, if the person takes part already, if the cup is closed or does not
        exist, and if it has `most` entries. Removed entries do not count.

        :raises Conflict: if the person was deleted in the meantime.
        """
        joining = joined(schema.entries, schema.cups, code, person, now, most, _cups.closes > now)
        return bool(await self._store.write(*joining))

    async def entry(self, code: str, person: str) -> tuple[int, bool] | None:
        """Return the number of a person's entry in a cup, and if it was removed; None if there is none."""
        return await self._entries.get((code, person))

    async def _read_entries(self, keys: list[tuple[str, str]]) -> dict[tuple[str, str], tuple[int, bool]]:
        codes, people = zip(*keys, strict=True)
        asked = _entries.cup.in_({*codes}), _entries.person.in_({*people})
        query = select(_entries.cup, _entries.person, _entries.number, _entries.removed).where(*asked)
        return {(row.cup, row.person): (row.number, row.removed) for row in await self._store.read(query)}

    async def remove(self, code: str, number: int) -> bool:
        """Remove an entry from a cup. Return False if there is no such entry."""
        return bool(await self._store.write(_entry(code, number).values(removed=True)))

    async def take_back(self, code: str, number: int, most: int) -> bool:
        """Take an entry back into a cup. Return False if there is no such entry.

        :raises Unmet: if the cup has `most` entries.
        """
        guard = has_room(schema.entries, schema.cups, code, most)
        return bool(await self._store.write(_entry(code, number).values(removed=False), guard=guard))

    async def set_team(self, code: str, number: int, team: int | None) -> None:
        """Put an entry into a team of the cup, or into none."""
        await self._store.write(_entry(code, number).values(team=team))

    async def export(self, person: str) -> dict[str, Any]:
        """Return the cups that a person hosts, and their entries in cups, for their export."""
        hosted = [asdict(cup) for cup in await self.of_person(person) if cup.is_host(person)]
        columns = _entries.cup.label("code"), _entries.number, _entries.joined, _entries.removed, _entries.team
        entries = select(*columns).where(_entries.person == person).order_by(_entries.joined)
        return {"cups": {"hosted": hosted, "entries": await self._store.read_dicts(entries)}}

    # --- games --------------------------------------------------------------------------------------------------------

    async def games(self, cup: Cup) -> list[CupGame]:
        """Return the first tries at a cup's deals that have ended or still run.

        A result does not count if the game ended more than `GRACE_MS` after its deal closed.
        """
        return (await self._find_games(_tries.deal.in_(cup.deal_ids))).get(cup.code, [])

    async def games_of(self, cup: Cup, person: str) -> list[CupGame]:
        """Return the games of one person that `games` returns."""
        return await self._games.get((cup, person)) or []

    async def _read_games(self, keys: list[tuple[Cup, str]]) -> dict[tuple[Cup, str], list[CupGame]]:
        deals = {deal for cup in {cup for cup, _ in keys} for deal in cup.deal_ids}
        people = {person for _, person in keys}
        found = await self._find_games(_tries.deal.in_(deals), _tries.person.in_(people))
        by_person: dict[tuple[str, str], list[CupGame]] = defaultdict(list)
        for code, games in found.items():
            for game in games:
                by_person[code, game.person].append(game)
        return {(cup, person): by_person[cup.code, person] for cup, person in keys}

    async def _find_games(self, *which: ColumnElement[bool]) -> dict[str, list[CupGame]]:
        """Return first tries with their results, by the code of the cup."""
        in_time = and_(OF_TRY, _results.time <= _deals.closes + GRACE_MS)
        query = (
            select(
                _tries.deal,
                _tries.person,
                _tries.table,
                _tries.began,
                _results.first,
                _results.score,
                _results.time,
                _skills.kinds,
            )
            .select_from(
                schema.tries.join(schema.deals, _deals.id == _tries.deal)
                .outerjoin(schema.results, in_time)
                .outerjoin(schema.skills, SAME_GAME)
            )
            .where(*which)
            .order_by(_tries.began, _tries.person)
        )
        rows = await self._store.read(query)
        # A large cup has ten thousand games.
        return _games(rows) if len(rows) <= MAX_GAMES_WITHOUT_THREAD else await asyncio.to_thread(_games, rows)


def _entry(code: str, number: int) -> Update:
    return update(schema.entries).where(_entries.cup == code, _entries.number == number)


def _games(rows: Sequence[Any]) -> dict[str, list[CupGame]]:
    found: dict[str, list[CupGame]] = defaultdict(list)
    for deal, person, table, began, first, points, ended, kinds in rows:
        code, _, number = deal.partition("/")
        found[code].append(CupGame(int(number), person, table, began, first, points, ended, points_lost(kinds)))
    return found


def _ended(code: str, now: int) -> list[Statement]:
    """Return the statements that close a cup now, with all its deals."""
    cup = update(schema.cups).where(_cups.code == code, _cups.closes > now).values(closes=now)
    deals = update(schema.deals).where(_deals.id.like(f"{code}/%"), _deals.closes > now).values(closes=now)
    return [cup, deals]
