"""Consistency check of a database: every log is replayed, the stored results and ratings are computed again, and first
tries at deals are compared with the logs of their tables.

The luck of results, which the coach computed, is not computed again.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import isclose
from typing import Any

from sqlalchemy import and_, exists, func, inspect, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.presentation.log_reader import Unreadable, decoded, folded
from knobel.rating import estimates, without_luck
from knobel.server.database import schema
from knobel.server.ratings.store import MOST_GAMES, NEWEST_FIRST
from knobel.server.tables.store import completed_key, result_rows
from knobel.tables.events import Ended, Opened

COMPARED = ("first", "seat", "game", "options", "score", "seats", "time", "ranked")
"""Columns of a result that follow from the log. The person is left out, because they may have been erased."""

REQUEST_MS = 60_000
"""Time in ms in which a request that arrived before a deal closed may open the table: the host of a cup closes deals at
any time."""


@dataclass(slots=True)
class Checked:
    """Numbers of the tables, events and games checked."""

    tables: int = 0
    events: int = 0
    games: int = 0


async def problems(connection: AsyncConnection, checked: Checked) -> AsyncIterator[str]:
    """Yield a line for each problem of the database; count the tables, events and games in `checked`."""
    if connection.dialect.name == "sqlite":
        for (line,) in await connection.exec_driver_sql("PRAGMA integrity_check"):
            if line != "ok":
                yield f"SQLite: {line}"
    lost = (
        select(schema.events.c.table).where(~exists().where(schema.tables.c.code == schema.events.c.table)).distinct()
    )
    for code in (await connection.execute(lost)).scalars().all():
        yield f"table {code}: there are events but no table"
    async for problem in _of_cups(connection):
        yield problem
    for code in (await connection.execute(select(schema.tables.c.code).order_by(schema.tables.c.code))).scalars().all():
        checked.tables += 1
        async for problem in _of_table(connection, code, checked):
            yield f"table {code}: {problem}"
    async for problem in _of_ratings(connection):
        yield problem
    async for problem in _of_tries(connection):
        yield problem


async def _of_cups(connection: AsyncConnection) -> AsyncIterator[str]:
    """Yield a line for each cup whose deals or entries are not complete."""
    if not await connection.run_sync(lambda sync: inspect(sync).has_table(schema.cups.name)):
        # A database of an earlier version.
        return
    c, d = schema.cups.c, schema.deals.c
    for cup in (await connection.execute(select(c.code, c.game, c.options, c.deals).order_by(c.code))).all():
        wanted = [f"{cup.code}/{number}" for number in range(1, cup.deals + 1)]
        found = await connection.execute(select(d.id, d.game, d.options).where(d.id.like(f"{cup.code}/%")))
        deals = {row.id: (row.game, row.options) for row in found}
        if sorted(deals) != sorted(wanted) or set(deals.values()) != {(cup.game, cup.options)}:
            yield f"cup {cup.code}: its deals are not those of the cup"
        entered = select(schema.entries.c.person).where(schema.entries.c.cup == cup.code)
        strangers = select(schema.tries.c.person).where(
            schema.tries.c.deal.in_(wanted), schema.tries.c.person.not_in(entered)
        )
        if (await connection.execute(strangers.limit(1))).first() is not None:
            yield f"cup {cup.code}: someone without an entry has played a deal"


async def _of_table(connection: AsyncConnection, code: str, checked: Checked) -> AsyncIterator[str]:
    c = schema.events.c
    log = (await connection.execute(select(c.seq, c.data).where(c.table == code).order_by(c.seq))).all()
    if [row.seq for row in log] != list(range(len(log))) or not log:
        yield "events are missing"
        return
    expected: dict[tuple[Any, ...], str] = {}
    try:
        for state, happening in folded(row.data for row in log):
            checked.events += 1
            if isinstance(happening.event, Ended):
                checked.games += 1
                results = result_rows(state, happening.event.time)
                expected |= {tuple(getattr(row, name) for name in COMPARED): row.person for row in results}
    except Unreadable as error:
        yield str(error)
        return
    columns = [schema.results.c[name] for name in COMPARED]
    stored = (await connection.execute(select(*columns).where(schema.results.c.table == code))).mappings()
    # A server completes the options when it starts.
    noted = {tuple((dict(row) | {"options": completed_key(row["game"], row["options"])}).values()) for row in stored}
    for result in sorted(noted - expected.keys()):
        yield f"a result that does not follow from the log: {_words(result)}"
    for result, person in sorted(expected.items()):
        # Erased people have no results.
        known = select(exists().where(schema.people.c.id == person))
        if result not in noted and (await connection.execute(known)).scalar_one():
            yield f"a result is missing: {_words(result)}"


async def _of_ratings(connection: AsyncConnection) -> AsyncIterator[str]:
    c, rated = schema.results.c, schema.ratings.c
    odd = select(func.count()).where(c.luck.is_not(None), or_(c.engine.is_(None), ~c.ranked))
    if number := (await connection.execute(odd)).scalar_one():
        yield f"{number} results have luck although they are not ranked, or the luck of an unknown engine"
    columns = rated.person, rated.game, rated.options
    stored = {
        tuple(row[:3]): row for row in await connection.execute(select(*columns, rated.games, rated.mean, rated.error))
    }
    for key, row in sorted(stored.items()):
        person, game, options = key
        of_kind = c.person == person, c.game == game, c.options == options, c.ranked, c.luck.is_not(None)
        query = select(c.score, c.luck).where(*of_kind).order_by(*NEWEST_FIRST).limit(MOST_GAMES)
        results = [without_luck(*result) for result in await connection.execute(query)][::-1]
        # A server adds missing games when it starts.
        *_, last = (None, *estimates(results))
        found = row.games, row.mean, row.error
        if last is None or (last.games == row.games and not _close(found, (last.games, last.mean, last.error))):
            yield f"the rating of person {person} at {game} does not follow from the results"


def _close(some: tuple[float | None, ...], others: tuple[float | None, ...]) -> bool:
    return all(
        one is other or (one is not None and other is not None and isclose(one, other, abs_tol=1e-6))
        for one, other in zip(some, others, strict=True)
    )


async def _of_tries(connection: AsyncConnection) -> AsyncIterator[str]:
    tries, deals, events = schema.tries.c, schema.deals.c, schema.events.c
    joined = schema.tries.join(schema.deals, deals.id == tries.deal).outerjoin(
        schema.events, and_(events.table == tries.table, events.seq == 0)
    )
    columns = tries.deal, tries.person, tries.table, deals.closes, events.data
    query = select(*columns).select_from(joined).order_by(tries.deal, tries.person)
    for deal, person, table, closes, data in await connection.execute(query):
        # Old tables are packed and deleted.
        if data is None:
            continue
        try:
            (opened,) = decoded([data])
        except Unreadable:
            # Reported with its table.
            continue
        if not isinstance(opened, Opened) or (opened.deal, opened.host) != (deal, person):
            yield f"table {table}: it does not play the deal {deal} for the person {person}"
        elif opened.time >= closes + REQUEST_MS:
            yield f"table {table}: the first try at the deal {deal} began after its end"


def _words(result: tuple[Any, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(COMPARED, result, strict=True))
