"""Consistency check of a database: every log is replayed, and the stored results are computed again."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.server.database import schema
from knobel.server.storage.log_reader import Unreadable, folded
from knobel.server.storage.results import completed_key, result_rows
from knobel.tables.events import Ended

COMPARED = ("first", "seat", "game", "options", "score", "seats", "time", "ranked")
"""Columns of a result that follow from the log. The person is left out, because they may have been erased."""


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
    for code in (await connection.execute(select(schema.tables.c.code).order_by(schema.tables.c.code))).scalars().all():
        checked.tables += 1
        async for problem in _of_table(connection, code, checked):
            yield f"table {code}: {problem}"


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


def _words(result: tuple[Any, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(COMPARED, result, strict=True))
