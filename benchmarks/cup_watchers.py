"""Cost of a cup's table for the people who watch it.

    python -m benchmarks.cup_watchers --people 200 --deals 5
    python -m benchmarks.cup_watchers --people 500 --deals 20 --view /table.csv --requests 200

A cup is filled with people and finished games in the database, all but the last deal. Pages then ask for it as pages
do: each has the latest `ETag`, and between two rounds of requests one more game ends. Prints one JSON object: the
processor milliseconds of the server a request, the bytes of an answer, and the processor time a second that all pages
together take with the pause that the server asks for (`load`, 1 is a core; without meaning for other views).
"""

import asyncio
import random
import sqlite3
import statistics
import tempfile
from functools import partial
from pathlib import Path

from tests.server.client import Person, Server, running, told

from benchmarks import script
from benchmarks.load import worked
from knobel.clock import now_ms

PAUSE_S = 5.0
"""Pause before the next game ends."""


def fill(rows: sqlite3.Connection, code: str, people: int, deals: int) -> None:
    """Store people who take part in a cup, with games of all deals but the last."""
    now = now_ms()
    rows.executemany("INSERT INTO people VALUES (?, ?, ?)", [(f"p{i}", f"Person {i}", now) for i in range(people)])
    entries = [(code, f"p{i}", i + 10, now) for i in range(people)]
    rows.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, 0)", entries)
    for deal in range(1, deals):
        for i in range(people):
            finish(rows, code, deal, i)


def finish(rows: sqlite3.Connection, code: str, deal: int, i: int) -> None:
    """Store a finished and reviewed game of a person at a deal."""
    now, table = now_ms(), f"{deal}-{i}"
    rows.execute("INSERT INTO tries VALUES (?, ?, ?, ?)", (f"{code}/{deal}", f"p{i}", table, now))
    rows.execute("INSERT INTO skills VALUES (?, 1, 0, 90, 0, ?)", (table, '{"entry": [25, 3.5]}'))
    rows.execute(
        'INSERT INTO results ("table", first, seat, game, options, person, name, score, seats, time, ranked)'
        " VALUES (?, 1, 0, 'knister', '{}', ?, '', ?, 1, ?, 1)",
        (table, f"p{i}", random.Random(table).randint(20, 100), now),
    )


async def measure(
    server: Server, database: Path, people: int, deals: int, rounds: int, requests: int, view: str
) -> None:
    host = await Person(server.url).arrive("Host")
    new = {"title": "", "game": "knister", "deals": deals, "closes": now_ms() + 3_600_000, "ranking": "places"}
    code = (await host.http.post("/api/cups", json=new)).json()["code"]
    with sqlite3.connect(database) as rows:
        fill(rows, code, people, deals)
    watcher = await Person(server.url).arrive("Watcher")
    costs: list[float] = []
    tag, poll_s, size = "", 1, 0
    for number in range(rounds):
        with sqlite3.connect(database) as rows:
            finish(rows, code, deals, number)
        began = worked(server.pid)
        for _ in range(requests):
            answer = await watcher.http.get(f"/api/cups/{code}{view}", headers={"if-none-match": tag})
            if answer.status_code == 200 and not view:
                tag, poll_s = answer.headers["etag"], answer.json()["poll_s"]
            if answer.status_code == 200:
                size = answer.num_bytes_downloaded
        costs.append((worked(server.pid) - began) / requests)
        await asyncio.sleep(PAUSE_S)
    ms = 1000 * statistics.fmean(costs[1:])
    script.report(
        {
            "people": people,
            "deals": deals,
            "ms": round(ms, 2),
            "bytes": size,
            "poll_s": poll_s,
            "load": round(people * ms / 1000 / poll_s, 3),
        }
    )


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--view", choices=("", "/table.csv", "/table.xlsx", "/season"), default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        database = Path(folder) / "knobel.db"
        story = partial(
            measure,
            database=database,
            people=options.people,
            deals=options.deals,
            rounds=options.rounds,
            requests=options.requests,
            view=options.view,
        )
        asyncio.run(told(story, server))


if __name__ == "__main__":
    main()
