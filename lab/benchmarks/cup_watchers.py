"""Cost of a cup's table for the people who watch it.

    python -m benchmarks.cup_watchers --people 200 --deals 5
    python -m benchmarks.cup_watchers --people 500 --deals 20 --view /table.csv --requests 200

A cup is filled with people and finished games in the database, all but the last deal. Pages then ask for it, and
between two rounds of requests one more game ends. Prints one JSON object (`polling.rounds_of_requests`).
"""

import random
import sqlite3
from argparse import Namespace

from tests.server.client import Person

from benchmarks.results import Row
from benchmarks.shared import scenario
from benchmarks.shared.polling import add_arguments, rounds_of_requests
from benchmarks.shared.scenario import Program
from knobel.clock import now_ms


def fill(rows: sqlite3.Connection, code: str, people: int, deals: int) -> None:
    """Store people who take part in a cup, with games of all deals but the last."""
    now = now_ms()
    rows.executemany("INSERT INTO people VALUES (?, ?, ?)", [(f"p{i}", f"Person {i}", now) for i in range(people)])
    entries = [(code, f"p{i}", i + 10, now) for i in range(people)]
    rows.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, 0, NULL)", entries)
    for deal in range(1, deals):
        for i in range(people):
            finish(rows, code, deal, i)


def finish(rows: sqlite3.Connection, code: str, deal: int, i: int) -> None:
    """Store a finished and reviewed game of a person at a deal."""
    now, table = now_ms(), f"{deal}-{i}"
    rows.execute("INSERT INTO tries VALUES (?, ?, ?, ?)", (f"{code}/{deal}", f"p{i}", table, now))
    rows.execute("INSERT INTO skills VALUES (?, 1, 0, 90, 0, ?, NULL)", (table, '{"entry": [25, 3.5]}'))
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

    def one_more(number: int) -> None:
        with sqlite3.connect(program.options["database"]) as rows:
            finish(rows, code, options.deals, number)

    with sqlite3.connect(program.options["database"]) as rows:
        fill(rows, code, options.people, options.deals)
    watcher = await Person(program.url).arrive("Watcher")
    measured = await rounds_of_requests(program, watcher, f"/api/cups/{code}", options, one_more)
    return {"people": options.people, "deals": options.deals} | measured


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    add_arguments(parser, ("/table.csv", "/table.xlsx", "/season"), people=200, rounds=6)
    parser.add_argument("--deals", type=int, default=5)
    scenario.run(measure, parser.parse_args())


if __name__ == "__main__":
    main()
