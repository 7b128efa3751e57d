"""No request reads more of the database the more it contains.

A server answers every route; its statements are then executed on a large database, with and without statistics, and
their work is counted in steps of SQLite's virtual machine, which do not depend on the machine.
"""

import contextlib
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.clock import now_ms
from knobel.games import make
from knobel.presentation.deal_days import bounds, day_of, shifted
from knobel.server.tables.log.ranked_results import options_key
from tests.server.client import Person, Server, complaining, tell
from tests.server.database.trace import FILE, traced_tune
from tests.server.http.test_caching import PAGE, ROUTES, addresses

PEOPLE, RESULTS, DAYS = 2_000, 20_000, 100
MAX_STEPS = 12_000
"""Steps of a statement: a read of a few hundred rows. A scan of the results takes hundreds of thousands."""
OPTIONS = options_key(make("knister").options)
COACH = re.compile(r"/(review|hint|compare|assess|judge)")
"""Routes that would let the coach compute."""
SMALL = {"alembic_version", "processes", "here", "listed", "seeds", "spent_tries", "suspicions", "transfers"}
"""Tables that may be scanned, because old rows do not stay or there are few."""
KNOWN = {
    r"FROM results\s+WHERE results.game = .* AND results.time >= ": "the high scores of a month, of which all are read",
    r"FROM ratings\s+WHERE ratings.game = .* AND ratings.person !=": "the comparison with all others who have a rating",
    r"FROM people .*ORDER BY people.seen DESC": "the operator's list of people",
    r"max\(events.time\)": "the operator's list of tables",
    r"^SELECT count\(\*\) AS \S+\s+FROM (tables|people)$": "counts for the operator",
    r"FROM reports\s+WHERE \(reports.context LIKE": "the erasure of a person, who may be named in any report",
}
"""Statements that may read whole tables, because they are rare."""


def fill(database: sqlite3.Connection, ann: str, today: str) -> None:
    """Add people, tables and results, most of them of one game and option set, and deals of many days."""
    rng, now = random.Random(1), now_ms()
    database.execute("PRAGMA foreign_keys=OFF")
    people = [f"p{number:08}" for number in range(PEOPLE)]
    add = database.executemany
    add("INSERT INTO people VALUES (?, 'A name', ?)", [(person, now - i) for i, person in enumerate(people)])
    add("INSERT INTO secrets VALUES (?, ?, '', 1, 1)", [(f"{person:>064}", person) for person in people])
    tables = [f"{number:06}" for number in range(RESULTS)]
    add("INSERT INTO tables VALUES (?, ?, '')", [(table, now) for table in tables])
    add(
        "INSERT INTO events VALUES (?, ?, ?, '{}', ?)",
        (
            (table, seq, now - i, people[i % PEOPLE] if seq else None)
            for i, table in enumerate(tables)
            for seq in (0, 1)
        ),
    )
    who = [ann if i % 1_000 == 0 else people[i % PEOPLE] for i in range(RESULTS)]
    add(
        "INSERT INTO results VALUES (?, 0, 0, ?, ?, ?, 'A name', ?, 1, ?, 1, 0.5, 'e')",
        (
            (
                table,
                "knister" if i % 5 else "knaster",
                OPTIONS if i % 5 else "{}",
                who[i],
                rng.gauss(50, 15) // 1,
                now - 60_000 * i,
            )
            for i, table in enumerate(tables)
        ),
    )
    add("INSERT INTO skills VALUES (?, 0, 0, 90.0, 0.0, '{}', '{}', '{}')", [(table,) for table in tables])
    add("INSERT INTO reviews VALUES (?, 0, 's', '{}')", [(table,) for table in tables])
    add(
        "INSERT INTO cards VALUES (?, ?, 0, 1, 0, 0, 9000000000000, NULL)",
        [(who[i], table) for i, table in enumerate(tables)],
    )
    add(
        "INSERT INTO ladder VALUES (?, 'knister', ?, ?, 0, 1, 25.0, 8.0)",
        [(who[i], i, table) for i, table in enumerate(tables)],
    )
    add("INSERT INTO ratings VALUES (?, 'knaster', '{}', 40, 50.0, 1.0)", [(person,) for person in people])
    days = [shifted(today, -number) for number in range(2, DAYS)]
    deals = [(f"{day}/{game}", game, *bounds(day)) for day in days for game in ("knister", "knaster")]
    add(
        "INSERT INTO deals VALUES (?, ?, '{}', ?, 's', ?, ?, 9)",
        [(key, game, f"c{key}", a, b) for key, game, a, b in deals],
    )
    add(
        "INSERT INTO tries VALUES (?, ?, ?, 1)",
        [(deals[i % len(deals)][0], who[i], table) for i, table in enumerate(tables[: RESULTS // 3])],
    )
    cups = [f"C{number:04}" for number in range(2_000)]
    add(
        "INSERT INTO cups VALUES (?, 'k', ?, '', 'knister', '{}', 1, 1, 2, 1, 1, 'points', 0, '', ?, 1, '', '')",
        [(cup, people[i % PEOPLE], cup) for i, cup in enumerate(cups)],
    )
    add("INSERT INTO deals VALUES (?, 'knister', '{}', ?, 's', 1, 2, 9)", [(f"{cup}/1", f"c{cup}") for cup in cups])
    add("INSERT INTO entries VALUES (?, ?, 1, 1, 0, NULL)", [(cup, people[i % PEOPLE]) for i, cup in enumerate(cups)])
    groups = [f"2{number:05}" for number in range(PEOPLE)]
    add("INSERT INTO groups VALUES (?, 'k', '', 1, 1)", [(group,) for group in groups])
    add("INSERT INTO members VALUES (?, ?, 1, 1, 0)", zip(groups, people, strict=True))
    add("INSERT INTO seasons VALUES (?, 1, 1)", [(group,) for group in groups])
    add("INSERT INTO group_tables VALUES (?, ?, 1)", [(table, groups[i // 10]) for i, table in enumerate(tables)])
    database.commit()


def statements(file: Path) -> Iterator[str]:
    """Yield the statements of a trace that read, without comments and transactions, one of each form."""
    forms = set()
    for statement in file.read_text(encoding="utf-8").split("\0\n"):
        form = re.sub(r"'[^']*'|\b\d+\b", "?", statement)
        form = re.sub(r"\((\?(, )?)+\)", "(?)", form)
        if form not in forms and re.match(r"\s*(WITH|SELECT|UPDATE|DELETE)\b", statement):
            forms.add(form)
            yield statement


def steps_of(database: sqlite3.Connection, statement: str) -> int:
    """Return the thousands of steps that a statement takes, and change nothing."""
    count = 0

    def step() -> bool:
        nonlocal count
        count += 1
        return count > 1_000

    database.execute("SAVEPOINT before")
    database.set_progress_handler(step, 1_000)
    try:
        with contextlib.suppress(sqlite3.OperationalError, sqlite3.IntegrityError):
            database.execute(statement).fetchall()
    finally:
        database.set_progress_handler(None, 0)
        database.execute("ROLLBACK TO before")
        database.execute("RELEASE before")
    return 1_000 * count


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return a large database, and the statements by which a server with that database answered all routes."""
    folder = tmp_path_factory.mktemp("traced")
    trace = folder / "trace.txt"

    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive()
        table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
        new = {"title": "A", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000, "by_code": True}
        cup = (await ann.http.post("/api/cups", json=new)).json()["code"]
        group = (await ann.http.post("/api/groups", json={"title": "A"})).json()["code"]
        today = day_of(now_ms())
        await ann.http.post("/api/days/today/knister", json={})
        await ann.http.post(f"/api/cups/{cup}/deals/1")
        with contextlib.closing(sqlite3.connect(server.options["database"], timeout=60)) as database:
            fill(database, ann.id, today)
        trace.write_text("")
        known = {"table": table.code, "cup": cup, "group": group, "day": today, "person": ann.id}
        new_table = {"settings": {"game": "knister", "seats": 1}}
        bodies = {
            "/api/session": {"name": "Annabel"},
            "/api/tables": new_table,
            "/api/calendar": {"language": "en"},
            "/api/groups": {"title": "B"},
            "/api/groups/{link:str}": {"title": "C", "host": ann.id},
            "/api/groups/{link:str}/tables": new_table,
            "/api/groups/{link:str}/members/{person:str}": {"removed": True},
        }
        for path, method in sorted(
            ROUTES, key=lambda route: (route[1] == "DELETE", route == ("/api/person", "DELETE"))
        ):
            if not COACH.search(path) and (method == "GET" or not PAGE.match(path)):
                address = next(addresses(path, known))
                await ann.http.request(method, address, content=json.dumps(bodies.get(path, {})))

    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv(FILE, str(trace))
    # Regular work of one process may look at whole tables.
    rare = {"deal_review_interval_s": 3600, "notice_interval_s": 3600}
    with complaining(folder, {"knobel.server.database.sqlite.tune": traced_tune, **rare}) as server:
        tell(story(server))
        monkeypatch.undo()
    return folder / "knobel.db", list(statements(trace))


@pytest.mark.parametrize("analyzed", [False, True])
def test_no_request_reads_a_table_that_grows(traced: tuple[Path, list[str]], analyzed: bool) -> None:
    file, found = traced
    assert len(found) > 40, found
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
        if analyzed:
            database.execute("ANALYZE")
        else:
            database.execute("DROP TABLE IF EXISTS sqlite_stat1")
        database.execute("PRAGMA foreign_keys=ON")
    # The statistics are read when a database is opened.
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
        large = {}
        for statement in found:
            if any(re.search(pattern, statement.strip(), re.DOTALL) for pattern in KNOWN):
                continue
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}")]
            scanned = {scan[1] for step in plan if (scan := re.match(r"SCAN (\w+)", step))} - SMALL - {"CONSTANT"}
            if (steps := steps_of(database, statement)) > MAX_STEPS or scanned:
                large[statement] = steps, plan
        assert not large, "\n".join(f"{statement}\n{work}" for statement, work in large.items())
