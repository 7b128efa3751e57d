"""Cost of the export of a person with many tables, and of recovery words, for the others at the server.

    python -m benchmarks.person_export
    python -m benchmarks.person_export --tables 10000 --together 4

Runs the application in this process, with a person whose stored games are copies of one. Prints one JSON object a
measurement: seconds of processor time, seconds of wall-clock time, and the milliseconds of processor time for which the
event loop ran before a timer that is due every millisecond, at most and in the 99th percentile.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from tests.server.in_process import arrive, serving
from tests.server.new_databases import make_file
from tests.tables.test_what_if import played

from benchmarks.shared import script
from knobel.clock import now_ms
from knobel.presentation.log_reader import states
from knobel.server.database.store import Log, Store
from knobel.server.limits import codes
from knobel.server.tables.live.registry import CODE_LENGTH
from knobel.server.tables.log.ranked_results import result_rows
from knobel.server.tables.log.table_log import entry
from knobel.tables.commands import Source
from knobel.tables.returned_games import log_of_returned

INTERVAL_S = 0.001


async def store_games(store: Store, person: str, tables: int) -> None:
    """Store finished games of a person, each at a separate table."""
    record, now = played("knister", 2), now_ms()
    times = [now + number for number in range(len(record.events))]
    log = list(log_of_returned(record, times, 0, Source(now, person, "Ann")))
    *_, state = states(log)
    results = list(result_rows(state, times[-1]))
    entries = [entry(seq, event) for seq, event in enumerate(log)]
    known: set[str] = set()
    while len(known) < tables:
        known.add(codes.new_code(CODE_LENGTH))
    appends = [store.append(Log(code), entries, results) for code in known]
    await asyncio.gather(*appends)


async def measured(name: str, *work: Awaitable[Any]) -> None:
    """Print the cost of work, and for how long a timer waits meanwhile."""
    delays: list[float] = []

    async def tick() -> None:
        while True:
            began = time.thread_time()
            await asyncio.sleep(INTERVAL_S)
            delays.append(1000 * (time.thread_time() - began))

    ticking = asyncio.create_task(tick())
    wall, cpu = time.perf_counter(), time.process_time()
    answers = await asyncio.gather(*work)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    ticking.cancel()
    ordered = sorted(delays)
    found = {
        "name": name,
        "statuses": sorted({answer.status_code for answer in answers}),
        "cpu_s": round(cpu, 3),
        "wall_s": round(wall, 3),
        "held_p99_ms": round(ordered[int(0.99 * len(ordered))], 1),
        "held_max_ms": round(ordered[-1], 1),
    }
    print(json.dumps(found), flush=True)


async def run(tables: int, together: int, words: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "knobel.db")
        make_file(file)
        store = await Store.open(str(file))
        try:
            async with serving(store) as app:
                people = [await arrive(app) for _ in range(together + 1)]
                for person in people:
                    await store_games(store, (await person.get("/api/session")).json()["id"], tables)
                await measured("one export", people[0].get("/api/person", timeout=None))
                if together:
                    await measured(
                        f"{together} exports", *(each.get("/api/person", timeout=None) for each in people[1:])
                    )
                long = {"secret": " ".join(["zoo"] * words)}
                requests = [people[0].post("/api/recovery/owner", json=long) for _ in range(200)]
                await measured(f"200 times {words} recovery words", *requests)
        finally:
            await store.close()


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--together", type=int, default=4)
    parser.add_argument("--words", type=int, default=240)
    arguments = parser.parse_args()
    asyncio.run(run(arguments.tables, arguments.together, arguments.words))


if __name__ == "__main__":
    main()
