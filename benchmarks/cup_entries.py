"""A class enters a cup at the same time.

    python -m benchmarks.cup_entries --people 500 --processes 1
    python -m benchmarks.cup_entries --people 500 --processes 2 --postgres

People who have sessions already, all at one address, send the same request at the same time: they enter the cup, or
with `--begin` they begin its first deal. With several cups each gets its share of the people. Prints one JSON object:
how many were admitted, the reasons of the refusals, the seconds until the last answer, the processor seconds of
the servers, and the seconds of the single answers, their median and the longest.
"""

import argparse
import asyncio
import contextlib
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from tests.server import services
from tests.server.client import Person, Server, running, told

from benchmarks import script
from benchmarks.load import worked
from knobel.clock import now_ms

ARRIVING = 50
"""Number of people who open their sessions at the same time, before the measurement."""


async def measure(servers: list[Server], options: argparse.Namespace) -> None:
    host = await Person(servers[0].url).arrive()
    new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000}
    cups = [(await host.http.post("/api/cups", json=new)).json()["code"] for _ in range(options.cups)]
    people = [Person(servers[number % len(servers)].url) for number in range(options.people)]
    for first in range(0, len(people), ARRIVING):
        await asyncio.gather(*(person.arrive() for person in people[first : first + ARRIVING]))
    took: list[float] = []
    refusals: Counter[str] = Counter()

    async def enter(person: Person, cup: str) -> None:
        began = monotonic()
        answer = await person.http.post(f"/api/cups/{cup}/{'deals/1' if options.begin else 'entry'}")
        took.append(monotonic() - began)
        if not answer.is_success:
            refusals[f"{answer.status_code} {answer.json()['reason']}"] += 1

    before = sum(worked(server.pid) for server in servers)
    began = monotonic()
    # Neighbours go to different processes, and each cup has people at all of them.
    await asyncio.gather(
        *(enter(person, cups[number // len(servers) % len(cups)]) for number, person in enumerate(people))
    )
    seconds = monotonic() - began
    processor_s = sum(worked(server.pid) for server in servers) - before
    rows = [(await host.http.get(f"/api/cups/{cup}")).json()["rows"] for cup in cups]
    numbers = [sorted(row["number"] for row in each) for each in rows]
    script.report(
        {
            "database": "postgresql" if options.postgres else "sqlite",
            "processes": len(servers),
            "admitted": sum(map(len, rows)),
            "numbered": all(each == list(range(1, len(each) + 1)) for each in numbers),
            "refused": dict(refusals),
            "seconds": round(seconds, 2),
            "processor_s": round(processor_s, 2),
            "answers": script.median_and_worst(took),
        }
    )


@contextlib.contextmanager
def serving(options: argparse.Namespace) -> Iterator[list[Server]]:
    """Yield the servers: one with SQLite, or several that share a PostgreSQL database."""
    with contextlib.ExitStack() as stack:
        shared: dict[str, Any] = {}
        if options.postgres:
            shared = {"database": stack.enter_context(services.postgres()).new()}
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(options.processes)]
        yield [stack.enter_context(running(Path(folder), **shared)) for folder in folders]


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--cups", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--begin", action="store_true")
    options = parser.parse_args()
    if options.processes > 1 and not options.postgres:
        parser.error("several processes need --postgres")
    with serving(options) as servers:
        asyncio.run(told(lambda _: measure(servers, options), servers[0]))


if __name__ == "__main__":
    main()
