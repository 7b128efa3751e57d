"""Time until an event of one server process is visible to a player on another.

    python -m benchmarks.other_process

Two servers share one PostgreSQL. A player on one of them takes a seat and leaves it again; measured is the time from
sending the command until a spectator on the other has the new state. Prints a JSON object: milliseconds.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.server import services
from tests.server.client import Person, Table, everybody_leaves, running

from benchmarks.shared import script

PAUSE_S = 0.1
"""Pause after a change, so that the server refuses none for their rate."""


async def changes(urls: tuple[str, str], count: int) -> list[float]:
    """Return the milliseconds until each of `count` changes is visible on the other server."""
    ann, ben = [await Person(url).arrive() for url in urls]
    acting = await ann.join(await ann.open_table(game="knister", seats=2, public=True))
    seeing: Table = await ben.join(acting.code)
    times = []
    for number in range(count):
        began = time.perf_counter()
        command = asyncio.create_task(acting.do("stand") if number % 2 == 0 else acting.do("sit", seat=0))
        person = None if number % 2 == 0 else ann.id
        await seeing.until(lambda person=person: seeing.table["seats"][0]["person"] == person)
        times.append(1000 * (time.perf_counter() - began))
        assert (await command)["type"] == "accepted"
        await asyncio.sleep(PAUSE_S)
    await everybody_leaves()
    return times


def main() -> None:
    """Run the benchmark."""
    parser = script.parser(__doc__)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    times: list[float] = []
    with services.postgres() as postgres:
        for _ in range(arguments.rounds):
            database = postgres.new()
            with (
                tempfile.TemporaryDirectory() as one,
                tempfile.TemporaryDirectory() as other,
                running(Path(one), database=database) as first,
                running(Path(other), database=database) as second,
            ):
                times += asyncio.run(changes((first.url, second.url), arguments.changes))
    times.sort()
    figures = {"p50": statistics.median(times), "p99": times[int(len(times) * 0.99)], "worst": times[-1]}
    rounded = {key: round(milliseconds, 1) for key, milliseconds in figures.items()}
    script.report({"changes": len(times), **rounded})


if __name__ == "__main__":
    main()
