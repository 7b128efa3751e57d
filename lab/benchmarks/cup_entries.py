"""A class enters a cup at the same time.

    python -m benchmarks.cup_entries --people 500 --processes 1
    python -m benchmarks.cup_entries --people 500 --processes 2

People who have sessions already, all at one address, send the same request at the same time: they enter the cup, or
with `--begin` they begin its first deal. With several cups each gets its share of the people. Prints one JSON object:
how many were admitted, the reasons of the refusals, the seconds until the last answer, the processor seconds of
the servers, and the seconds of the single answers, their median and the longest.
"""

import argparse
import asyncio
from collections import Counter
from time import monotonic

from tests.server.client import Person

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program
from knobel.clock import now_ms

ARRIVING = 50
"""Number of people who open their sessions at the same time, before the measurement."""


async def measure(program: Program, options: argparse.Namespace) -> Row:
    host = await Person(program.url).arrive()
    new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000}
    cups = [(await host.http.post("/api/cups", json=new)).json()["code"] for _ in range(options.cups)]
    people = [Person(program.url) for _ in range(options.people)]
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

    before = program.processor_s()
    began = monotonic()
    await asyncio.gather(*(enter(person, cups[number % len(cups)]) for number, person in enumerate(people)))
    seconds = monotonic() - began
    processor_s = program.processor_s() - before
    rows = [(await host.http.get(f"/api/cups/{cup}")).json()["rows"] for cup in cups]
    numbers = [sorted(row["number"] for row in each) for each in rows]
    return {
        "database": "sqlite" if options.processes == 1 and not options.postgres else "postgresql",
        "processes": options.processes,
        "admitted": sum(map(len, rows)),
        "numbered": all(each == list(range(1, len(each) + 1)) for each in numbers),
        "refused": dict(refusals),
        "seconds": round(seconds, 2),
        "processor_s": round(processor_s, 2),
        "answers": script.median_and_worst(took),
    }


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--cups", type=int, default=1)
    parser.add_argument("--begin", action="store_true")
    scenario.run(measure, parser.parse_args())


if __name__ == "__main__":
    main()
