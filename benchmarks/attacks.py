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
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.attack.attacks import ATTACKS, attacking
from tests.attack.long_record import store_long_game
from tests.server.client import Person, Server, Table

from benchmarks import script

RECORD = Path(__file__).parents[1] / "tests" / "golden" / "records" / "knister.jsonl"
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


def megabytes(process: int, what: str) -> float:
    """Return a process's memory: the current (`VmRSS`) or the highest (`VmHWM`)."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(what):
            return round(int(line.split()[1]) / 1024, 1)
    raise LookupError(what)


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


def stored(folder: Path) -> int:
    """Return the size of the database in bytes, main file and write-ahead log; the log file itself is reused."""
    with contextlib.closing(sqlite3.connect(folder / "knobel.db")) as database:
        ((pages,),), ((size,),) = (database.execute(f"PRAGMA page_{what}").fetchall() for what in ("count", "size"))
    return int(pages * size)


async def measured(server: Server, folder: Path, name: str, seconds: float, rest: float) -> dict[str, Any]:
    number = server.pid
    ann = await Person(server.url).arrive("Ann")
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    found: dict[str, Any] = {"attack": name, "before": script.median_and_worst(await round_trips(table, seconds / 2))}
    memory = [megabytes(number, "VmRSS")]
    size = stored(folder)
    with attacking(name, server.port):
        uploading = asyncio.create_task(uploads(ann))
        found["during"] = script.median_and_worst(await round_trips(table, seconds))
        uploading.cancel()
        found["uploads"] = await uploading
    found["stored"] = stored(folder) - size
    memory.append(megabytes(number, "VmHWM"))
    found["after"] = script.median_and_worst(await round_trips(table, seconds / 2))
    await round_trips(table, max(rest - seconds / 2, 0.1))
    memory.append(megabytes(number, "VmRSS"))
    health = (await ann.http.get("/api/health")).json()
    await ann.leave()
    return found | {"megabytes": memory, "here": health["here"]}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("attacks", nargs="*", default=[], choices=[*ATTACKS, []])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rest", type=float, default=60.0)
    options = parser.parse_args()
    for name in options.attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            server.start()
            if name == "records":
                store_long_game(Path(folder) / "knobel.db")
            try:
                found = asyncio.run(measured(server, Path(folder), name, options.seconds, options.rest))
            finally:
                complaints = server.stop()
        script.report(found | {"complaints": len(complaints.splitlines())})
        if complaints:
            print(complaints, file=sys.stderr)


if __name__ == "__main__":
    main()
