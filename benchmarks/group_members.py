"""Cost of a group's page for its members.

    python -m benchmarks.group_members --people 300 --games 500
    python -m benchmarks.group_members --people 300 --games 500 --view /season

A group is filled with members and finished games of ten people each in the database. One member's page then asks as
pages do: it has the latest `ETag`, and between two rounds of requests another member joins, so that every round has
something new. Prints one JSON object: the processor milliseconds of the server a request, the bytes of a changed
answer, and the processor time a second that all pages together take with the pause that the server asks for (`load`, 1
is a core; without meaning for other views).
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

PAUSE_S = 3.0
"""Pause before the next round."""
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
    with sqlite3.connect(program.options["database"]) as rows:
        for number in range(options.people - 1):
            join(rows, code, number)
        play(rows, code, options.people - 1, options.games)
    path = f"/api/groups/{code}-{opened['key']}{options.view}"
    costs: list[float] = []
    tag, poll_s, size = "", 1, 0
    latest = await host.http.get(path)
    for number in range(options.rounds):
        await asyncio.sleep(PAUSE_S)
        with sqlite3.connect(program.options["database"]) as rows:
            join(rows, code, options.people + number)
        began = program.processor_s()
        for _ in range(options.requests):
            # The pages of many members, each of which has the state before.
            answer = await host.http.get(path, headers={"if-none-match": tag})
            if answer.status_code == 200:
                size, latest = answer.num_bytes_downloaded, answer
        costs.append((program.processor_s() - began) / options.requests)
        tag, poll_s = latest.headers.get("etag", ""), latest.json().get("poll_s", 1)
    ms = 1000 * statistics.fmean(costs[1:])
    return {
        "people": options.people,
        "games": options.games,
        "ms": round(ms, 2),
        "bytes": size,
        "poll_s": poll_s,
        "load": round(options.people * ms / 1000 / poll_s, 3),
    }


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--view", choices=("", "/season", "/days/today", "/cups"), default="")
    scenario.run(measure, parser.parse_args())


if __name__ == "__main__":
    main()
