"""Reads of the whole database through one connection, and deletion of tables without events for days."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    inspect,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.server.database import schema
from knobel.server.database.store import DomainStore
from knobel.server.ratings.store import MAX_GAMES, NEWEST_FIRST

tables, events, idle = schema.tables.c, schema.events.c, schema.idle.c


def _last(table: ColumnElement[str]) -> ColumnElement[int]:
    """Return an SQL expression for the seq of a table's last event."""
    return func.coalesce(select(func.max(events.seq)).where(events.table == table).scalar_subquery(), 0)


class IdleTables(DomainStore):
    """The tables of a database, by the days without an event."""

    async def count_day(self, day: str) -> None:
        """Count a day for every table without an event since the last count, unless the day was counted."""
        new = select(tables.code, _last(tables.code), literal(0), literal(day)).where(
            tables.code.not_in(select(idle.table))
        )
        last = _last(idle.table)
        days = case((idle.length == last, idle.days + 1), else_=0)
        await self._store.write(
            update(schema.idle).where(idle.day != day).values(days=days, length=last, day=day),
            insert(schema.idle).from_select(["table", "length", "days", "day"], new),
        )

    async def idle_for(self, days: int) -> list[str]:
        """Return the tables without an event for this number of counted days or longer.

        Running games over days are not counted: they may rest for long.
        """
        slow = schema.slow_tables.c
        running = select(slow.table).where(slow.state == "playing")
        query = select(idle.table).where(idle.days >= days, idle.table.not_in(running)).order_by(idle.table)
        return [row.table for row in await self._store.read(query)]

    async def delete(self, code: str, length: int) -> None:
        """Delete a table, unless its log is longer than `length`."""
        await self._store.write(delete(schema.tables).where(tables.code == code, _last(tables.code) < length))


class WholeDatabase:
    """Reads a database through one connection, such as that of a snapshot, which sees no later changes."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def damages(self) -> list[str]:
        """Return what SQLite finds damaged in its file; nothing for PostgreSQL."""
        if self._connection.dialect.name != "sqlite":
            return []
        return [line for (line,) in await self._connection.exec_driver_sql("PRAGMA integrity_check") if line != "ok"]

    async def codes(self) -> Sequence[str]:
        """Return the codes of all tables, in order."""
        return (await self._connection.execute(select(tables.code).order_by(tables.code))).scalars().all()

    async def lost_codes(self) -> Sequence[str]:
        """Return the codes under which there are events but no table."""
        query = select(events.table).where(~exists().where(tables.code == events.table)).distinct()
        return (await self._connection.execute(query)).scalars().all()

    async def log(self, code: str) -> list[tuple[int, str]]:
        """Return the stored events of a table with their seqs, in order."""
        query = select(events.seq, events.data).where(events.table == code).order_by(events.seq)
        return [(row.seq, row.data) for row in await self._connection.execute(query)]

    async def deal_seeds(self) -> dict[str, str]:
        """Return the published seeds of deals, by their hashes."""
        deals = schema.deals.c
        query = select(deals.commitment, deals.seed).where(deals.seed.is_not(None))
        return {row.commitment: row.seed for row in await self._connection.execute(query)}

    async def cups(self) -> Sequence[Any]:
        """Return code, game, options and number of deals of all cups; none in a database of an earlier version."""
        if not await self._connection.run_sync(lambda sync: inspect(sync).has_table(schema.cups.name)):
            return []
        c = schema.cups.c
        return (await self._connection.execute(select(c.code, c.game, c.options, c.deals).order_by(c.code))).all()

    async def deals_of(self, cup: str) -> dict[str, tuple[str, str]]:
        """Return game and options of the deals of a cup, by id."""
        deals = schema.deals.c
        query = select(deals.id, deals.game, deals.options).where(deals.id.like(f"{cup}/%"))
        return {row.id: (row.game, row.options) for row in await self._connection.execute(query)}

    async def has_players_without_entry(self, cup: str, deals: Sequence[str]) -> bool:
        """True if someone without an entry in a cup has played one of its deals."""
        entries, tries = schema.entries.c, schema.tries.c
        entered = select(entries.person).where(entries.cup == cup)
        query = select(tries.person).where(tries.deal.in_(deals), tries.person.not_in(entered)).limit(1)
        return (await self._connection.execute(query)).first() is not None

    async def results(self, code: str, columns: Sequence[str]) -> list[dict[str, Any]]:
        """Return these columns of the stored results of a table."""
        query = select(*(schema.results.c[name] for name in columns)).where(schema.results.c.table == code)
        return [dict(row) for row in (await self._connection.execute(query)).mappings()]

    async def knows(self, person: str) -> bool:
        """True if there is a person with this id. Erased people do not count."""
        query = select(exists().where(schema.people.c.id == person))
        return bool((await self._connection.execute(query)).scalar_one())

    async def count_odd_luck(self) -> int:
        """Return the number of results with luck that are not ranked, or whose engine is unknown."""
        c = schema.results.c
        query = select(func.count()).where(c.luck.is_not(None), or_(c.engine.is_(None), ~c.ranked))
        return int((await self._connection.execute(query)).scalar_one())

    async def ratings(self) -> Sequence[Any]:
        """Return person, game, options, number of games, mean and error of all ratings, in order."""
        c = schema.ratings.c
        query = select(c.person, c.game, c.options, c.games, c.mean, c.error).order_by(c.person, c.game, c.options)
        return (await self._connection.execute(query)).all()

    async def rated_results(self, person: str, game: str, options: str) -> list[tuple[int, float]]:
        """Return points and luck of the latest results of a rating, the oldest first."""
        c = schema.results.c
        of_kind = c.person == person, c.game == game, c.options == options, c.ranked, c.luck.is_not(None)
        query = select(c.score, c.luck).where(*of_kind).order_by(*NEWEST_FIRST).limit(MAX_GAMES)
        return [(row.score, row.luck) for row in await self._connection.execute(query)][::-1]

    async def tries(self) -> Sequence[Any]:
        """Return deal, person, table, end of the deal and first event of the table (or None) of all first tries."""
        c, deals = schema.tries.c, schema.deals.c
        joined = schema.tries.join(schema.deals, deals.id == c.deal).outerjoin(
            schema.events, and_(events.table == c.table, events.seq == 0)
        )
        query = select(c.deal, c.person, c.table, deals.closes, events.data).select_from(joined)
        return (await self._connection.execute(query.order_by(c.deal, c.person))).all()
