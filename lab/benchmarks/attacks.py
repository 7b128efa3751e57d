"""Effect of each attack on an honest player: round trips before, during and after it, and the server's memory.

    python -m benchmarks.attacks                       # all of them, one after the other
    python -m benchmarks.attacks silence records --seconds 20

Each attack runs in a separate process against a separate server, so that it competes with the server for the machine
but not with the player's event loop. Prints one JSON object for each attack: milliseconds from a ping to its answer;
megabytes of the server before the attack, at most during it, and `--rest` seconds after it; bytes by which the
database grew; and, for records that the player uploads every half second, the number of refusals and the slowest
answer in milliseconds. Linux only.
"""

import asyncio
import contextlib
import sqlite3
import time
from argparse import Namespace
from functools import partial
from pathlib import Path

from tests.attack.attacks import ATTACKS, attacking
from tests.attack.long_record import store_long_game
from tests.server.client import Person, Table

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program, memory_kb

RECORD = Path(__file__).parents[2] / "tests" / "golden" / "records" / "knister.jsonl"
PAUSE = 0.05
"""Seconds between a ping's answer and the next ping."""


async def round_trips(table: Table, seconds: float) -> list[float]:
    """Milliseconds of consecutive pings."""
    taken = []
    ends = time.perf_counter() + seconds
    while (began := time.perf_counter()) < ends:
        number = await table.send("ping")
        await table.until(lambda n=number: any(other.get("id") == n for other in table.others))
        taken.append(1000 * (time.perf_counter() - began))
        table.others.clear()
        table.unanswered.clear()
        await asyncio.sleep(PAUSE)
    return taken


async def uploads(person: Person) -> dict[str, float]:
    """Upload a record every half second until cancelled."""
    found: dict[str, float] = {"sent": 0, "refused": 0, "slowest": 0}
    record = RECORD.read_bytes()
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            began = time.perf_counter()
            answer = await person.http.post("/api/records/position", content=record)
            found["sent"] += 1
            found["refused"] += answer.status_code != 200
            found["slowest"] = max(found["slowest"], round(1000 * (time.perf_counter() - began), 1))
            await asyncio.sleep(0.5)
    return found


def stored(file: str) -> int:
    """Return the size of the database in bytes, main file and write-ahead log; the log file itself is reused."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        ((pages,),), ((size,),) = (database.execute(f"PRAGMA page_{what}").fetchall() for what in ("count", "size"))
    return int(pages * size)


async def measured(name: str, program: Program, options: Namespace) -> Row:
    file = program.options["database"]
    if name == "records":
        store_long_game(Path(file))
    ann = await Person(program.url).arrive("Ann")
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    before = await round_trips(table, options.seconds / 2)
    memory, size = [memory_kb(program.pid) >> 10], stored(file)
    with attacking(program.port, name):
        uploading = asyncio.create_task(uploads(ann))
        during = await round_trips(table, options.seconds)
        uploading.cancel()
        uploaded = await uploading
    size = stored(file) - size
    memory.append(memory_kb(program.pid, "VmHWM") >> 10)
    after = await round_trips(table, options.seconds / 2)
    await round_trips(table, max(options.rest - options.seconds / 2, 0.1))
    memory.append(memory_kb(program.pid) >> 10)
    health = (await ann.http.get("/api/health")).json()
    trips = {"before": before, "during": during, "after": after}
    return {
        "attack": name,
        **{when: script.median_and_worst(taken) for when, taken in trips.items()},
        "uploads": uploaded,
        "stored": size,
        "megabytes": memory,
        "here": health["here"],
    }


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    parser.add_argument("attacks", nargs="*", default=[], choices=[*ATTACKS, []])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rest", type=float, default=60.0)
    options = parser.parse_args()
    for name in options.attacks or ATTACKS:
        scenario.run(partial(measured, name), options)


if __name__ == "__main__":
    main()
