"""Cost of a group's page for its members.

    python -m benchmarks.group_members --people 300 --games 500
    python -m benchmarks.group_members --people 300 --games 500 --view /season

A group is filled with members and finished games of ten people each in the database. Pages then ask for it, and
between two rounds of requests another member joins. Prints one JSON object (`polling.rounds_of_requests`).
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

SEATS = 10


def join(rows: sqlite3.Connection, code: str, number: int) -> None:
    """Store a person and their membership."""
    rows.execute("INSERT INTO people VALUES (?, ?, 1)", (f"p{number}", f"Person {number}"))
    rows.execute("INSERT INTO members VALUES (?, ?, ?, ?, 0)", (code, f"p{number}", number + 10, now_ms()))


def play(rows: sqlite3.Connection, code: str, people: int, games: int) -> None:
    """Store finished games."""
    rng, now = random.Random(1), now_ms()
    for number in range(games):
        table = f"{number:06}"
        rows.execute("INSERT INTO group_tables VALUES (?, ?, ?)", (table, code, 1))
        for seat, person in enumerate(rng.sample(range(people), SEATS)):
            rows.execute(
                "INSERT INTO results VALUES (?, 1, ?, 'knister', '{}', ?, '', ?, ?, ?, 1, 0.5, 'e')",
                (table, seat, f"p{person}", rng.randint(20, 80), SEATS, now + number),
            )


async def measure(program: Program, options: Namespace) -> Row:
    host = await Person(program.url).arrive("Host")
    opened = (await host.http.post("/api/groups", json={"title": "Class"})).json()
    code = opened["code"]

    def one_more(number: int) -> None:
        with sqlite3.connect(program.options["database"]) as rows:
            join(rows, code, options.people + number)

    with sqlite3.connect(program.options["database"]) as rows:
        for number in range(options.people - 1):
            join(rows, code, number)
        play(rows, code, options.people - 1, options.games)
    path = f"/api/groups/{code}-{opened['key']}"
    measured = await rounds_of_requests(program, host, path, options, one_more)
    return {"people": options.people, "games": options.games} | measured


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    add_arguments(parser, ("/season", "/days/today", "/cups"), people=300, rounds=4)
    parser.add_argument("--games", type=int, default=500)
    scenario.run(measure, parser.parse_args())


if __name__ == "__main__":
    main()
