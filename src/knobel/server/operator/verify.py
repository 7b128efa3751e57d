"""Consistency check of a database: every log is replayed, the stored results and ratings are computed again, and first
tries at deals are compared with the logs of their tables.

The luck of results, which the coach computed, is not computed again.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import isclose
from typing import Any

from knobel.presentation.log_reader import Unreadable, decoded, folded
from knobel.rating import estimates, without_luck
from knobel.server.operator.store import WholeDatabase
from knobel.server.tables.log.ranked_results import result_rows
from knobel.server.tables.store import completed_key
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


async def problems(database: WholeDatabase, checked: Checked) -> AsyncIterator[str]:
    """Yield a line for each problem of the database; count the tables, events and games in `checked`."""
    for line in await database.damages():
        yield f"SQLite: {line}"
    for code in await database.lost_codes():
        yield f"table {code}: there are events but no table"
    async for problem in _of_cups(database):
        yield problem
    for code in await database.codes():
        checked.tables += 1
        async for problem in _of_table(database, code, checked):
            yield f"table {code}: {problem}"
    async for problem in _of_ratings(database):
        yield problem
    async for problem in _of_tries(database):
        yield problem


async def _of_cups(database: WholeDatabase) -> AsyncIterator[str]:
    """Yield a line for each cup whose deals or entries are not complete."""
    for cup in await database.cups():
        wanted = [f"{cup.code}/{number}" for number in range(1, cup.deals + 1)]
        deals = await database.deals_of(cup.code)
        if sorted(deals) != sorted(wanted) or set(deals.values()) != {(cup.game, cup.options)}:
            yield f"cup {cup.code}: its deals are not those of the cup"
        if await database.has_players_without_entry(cup.code, wanted):
            yield f"cup {cup.code}: someone without an entry has played a deal"


async def _of_table(database: WholeDatabase, code: str, checked: Checked) -> AsyncIterator[str]:
    log = await database.log(code)
    if [seq for seq, _ in log] != list(range(len(log))) or not log:
        yield "events are missing"
        return
    expected: dict[tuple[Any, ...], str] = {}
    try:
        for state, logged in folded(data for _, data in log):
            checked.events += 1
            if isinstance(logged.event, Ended):
                checked.games += 1
                results = result_rows(state, logged.event.time)
                expected |= {tuple(getattr(row, name) for name in COMPARED): row.person for row in results}
    except Unreadable as error:
        yield str(error)
        return
    stored = await database.results(code, COMPARED)
    # A server completes the options when it starts.
    noted = {tuple((row | {"options": completed_key(row["game"], row["options"])}).values()) for row in stored}
    for result in sorted(noted - expected.keys()):
        yield f"a result that does not follow from the log: {_words(result)}"
    for result, person in sorted(expected.items()):
        # Erased people have no results.
        if result not in noted and await database.knows(person):
            yield f"a result is missing: {_words(result)}"


async def _of_ratings(database: WholeDatabase) -> AsyncIterator[str]:
    if number := await database.count_odd_luck():
        yield f"{number} results have luck although they are not ranked, or the luck of an unknown engine"
    for row in await database.ratings():
        results = [without_luck(*result) for result in await database.rated_results(row.person, row.game, row.options)]
        # A server adds missing games when it starts.
        *_, last = (None, *estimates(results))
        found = row.games, row.mean, row.error
        if last is None or (last.games == row.games and not _close(found, (last.games, last.mean, last.error))):
            yield f"the rating of person {row.person} at {row.game} does not follow from the results"


def _close(some: tuple[float | None, ...], others: tuple[float | None, ...]) -> bool:
    return all(
        one is other or (one is not None and other is not None and isclose(one, other, abs_tol=1e-6))
        for one, other in zip(some, others, strict=True)
    )


async def _of_tries(database: WholeDatabase) -> AsyncIterator[str]:
    for row in await database.tries():
        # Old tables are packed and deleted.
        if row.data is None:
            continue
        try:
            (opened,) = decoded([row.data])
        except Unreadable:
            # Reported with its table.
            continue
        if not isinstance(opened, Opened) or (opened.deal, opened.host) != (row.deal, row.person):
            yield f"table {row.table}: it does not play the deal {row.deal} for the person {row.person}"
        elif opened.time >= row.closes + REQUEST_MS:
            yield f"table {row.table}: the first try at the deal {row.deal} began after its end"


def _words(result: tuple[Any, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(COMPARED, result, strict=True))
