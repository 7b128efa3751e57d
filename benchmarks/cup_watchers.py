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
from argparse import Namespace

from tests.server.client import Person

from benchmarks import scenario
from benchmarks.results import Row
from benchmarks.scenario import Program
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


async def measure(program: Program, options: Namespace) -> Row:
    host = await Person(program.url).arrive("Host")
    closes = now_ms() + 3_600_000
    new = {"title": "", "game": "knister", "deals": options.deals, "closes": closes, "ranking": "places"}
    code = (await host.http.post("/api/cups", json=new)).json()["code"]
    with sqlite3.connect(program.options["database"]) as rows:
        fill(rows, code, options.people, options.deals)
    watcher = await Person(program.url).arrive("Watcher")
    costs: list[float] = []
    tag, poll_s, size = "", 1, 0
    for number in range(options.rounds):
        with sqlite3.connect(program.options["database"]) as rows:
            finish(rows, code, options.deals, number)
        began = program.processor_s()
        for _ in range(options.requests):
            answer = await watcher.http.get(f"/api/cups/{code}{options.view}", headers={"if-none-match": tag})
            if answer.status_code == 200 and not options.view:
                tag, poll_s = answer.headers["etag"], answer.json()["poll_s"]
            if answer.status_code == 200:
                size = answer.num_bytes_downloaded
        costs.append((program.processor_s() - began) / options.requests)
        await asyncio.sleep(PAUSE_S)
    ms = 1000 * statistics.fmean(costs[1:])
    return {
        "people": options.people,
        "deals": options.deals,
        "ms": round(ms, 2),
        "bytes": size,
        "poll_s": poll_s,
        "load": round(options.people * ms / 1000 / poll_s, 3),
    }


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--view", choices=("", "/table.csv", "/table.xlsx", "/season"), default="")
    scenario.run(measure, parser.parse_args())


if __name__ == "__main__":
    main()
