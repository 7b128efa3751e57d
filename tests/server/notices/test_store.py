"""The regular search for what people are to be told does not look at all that is stored."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy.dialects import sqlite

from knobel.server.database.store import Store
from knobel.server.notices.store import NoticeStore
from tests.server.database.test_query_plans import MAX_STEPS, steps_of
from tests.server.new_databases import make_file

OLD_CUPS, DEVICES, NOW = 4_000, 20, 1_000_000


class Queries:
    """A store that keeps the queries, and finds nothing."""

    def __init__(self) -> None:
        self.found: list[str] = []

    async def read(self, query: Any) -> list[Any]:
        compiled = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        self.found.append(str(compiled))
        return []


@pytest.mark.slow
def test_the_search_for_open_cups_does_not_read_all_cups(tmp_path: Path) -> None:
    store = Queries()
    asyncio.run(NoticeStore(cast("Store", store)).tell_of_cups(NOW, NOW - 1_000))
    make_file(tmp_path / "x.db")
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as database:
        add = "INSERT INTO cups VALUES (?, '', NULL, '', 'knister', '{}', 1, ?, 9000000, 1, 1, '', 0, '', ?, 1, '', '')"
        cups = [(f"C{number:05}", number) for number in range(OLD_CUPS)]
        database.executemany(add, [(code, opens, code) for code, opens in [*cups, ("OPENED", NOW)]])
        people = [(f"p{number}",) for number in range(DEVICES)]
        database.executemany("INSERT INTO people VALUES (?, 'A name', 1)", people)
        database.executemany("INSERT INTO secrets VALUES ('s' || ?1, ?1, '', 1, 1)", people)
        database.executemany(
            "INSERT INTO push_devices (device, person, endpoint, public_key, auth, kinds, zone, language, while_open,"
            " not_before, failures) VALUES ('s' || ?1, ?1, ?1, '', '', ' turn cup ', '', 'en', 1, 0, 0)",
            people,
        )
        (search,) = store.found
        assert steps_of(database, search) <= MAX_STEPS
