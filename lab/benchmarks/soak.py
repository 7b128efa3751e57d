"""An hour of play on one server: memory must stay level, and nothing may be left over.

    python -m benchmarks.soak --minutes 60

Pairs of people play a game at a table with a bot, leave it for another one, and sometimes return as new people; every
tenth table is left in the middle of its game. Measured are the server's Prometheus metrics: its memory after the first
sixth of the time, and, after all have left and those tables have been evicted, its sockets, tasks and tables. Prints
one JSON object. The exit status is 1 if memory has grown by 5 %, anything is left over, or the server logged an error.
"""

import asyncio
import sys
import time
from argparse import Namespace

import httpx
from tests.server.client import Person, free_port

from benchmarks.results import Row
from benchmarks.shared import scenario
from benchmarks.shared.scenario import Program

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
GROWTH = 1.05
EVERY = 5.0
"""Seconds between two measurements."""
PACE = 12.0
"""Minimum seconds between two games of a pair, so that an hour is the same work on fast and slow machines, and within
the limits of one address."""
AFTERWARDS = 100.0
"""Seconds after which tables without people are evicted from memory."""


class Soak:
    """The people, and their counters."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url, self.ends = url, time.monotonic() + seconds
        self.tables = self.left = 0

    async def pair(self, number: int) -> None:
        """Let two people play game after game, each at another table."""
        while time.monotonic() < self.ends:
            ann, ben = await Person(self.url).arrive(), await Person(self.url).arrive()
            for _ in range(5):
                self.tables += 1
                pace = asyncio.create_task(asyncio.sleep(PACE))
                await self._game(ann, ben, GAMES[(number + self.tables) % len(GAMES)], leave=self.tables % 10 == 0)
                await pace
            await self._leave(ann, ben)

    async def first_game(self) -> None:
        """Play one game, which loads everything that a server needs permanently."""
        ann, ben = await Person(self.url).arrive(), await Person(self.url).arrive()
        await self._game(ann, ben, GAMES[0], leave=False)
        await self._leave(ann, ben)

    async def _leave(self, *people: Person) -> None:
        for person in people:
            await person.leave()
            Person.everybody.remove(person)

    async def _game(self, ann: Person, ben: Person, game: str, *, leave: bool) -> None:
        one = await ann.join(await ann.open_table(game=game, seats=3, bots=("random",), public=True))
        other = await ben.join(one.code)
        await other.do("sit")
        await one.do("start")
        if leave:
            self.left += 1
        else:
            await asyncio.gather(one.play(), other.play())
        for table in (one, other):
            await table.close()
            table.person.tables.remove(table)


async def told(port: int) -> dict[str, float]:
    """Return the server's Prometheus metrics."""
    async with httpx.AsyncClient(timeout=60) as client:
        lines = (await client.get(f"http://127.0.0.1:{port}/metrics")).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


async def soaked(program: Program, options: Namespace) -> Row:
    port, seconds = program.options["metrics"], 60 * options.minutes
    soak = Soak(program.url, seconds)
    await soak.first_game()
    nobody = await told(port)
    playing = [asyncio.create_task(soak.pair(number)) for number in range(options.pairs)]
    began, memory = time.monotonic(), []
    while any(not task.done() for task in playing):
        await asyncio.wait(playing, timeout=EVERY)
        if time.monotonic() - began > seconds / 6:
            memory.append((await told(port))["process_resident_memory_bytes"] / 2**20)
    await asyncio.gather(*playing)
    await asyncio.sleep(AFTERWARDS)
    left = await told(port)
    third = max(len(memory) // 3, 1)
    first, last = sum(memory[:third]) / third, sum(memory[-third:]) / third
    over = {
        name: max(left[f"knobel_{name}"] - nobody[f"knobel_{name}"], 0)
        for name in ("sockets", "tasks", "tables", "tables_with_people", "errors_total")
    }
    commands = sum(value for name, value in left.items() if name.startswith("knobel_commands_total"))
    return {
        "minutes": round((time.monotonic() - began) / 60, 1),
        "tables": soak.tables,
        "left_in_the_middle": soak.left,
        "commands": int(commands),
        "megabytes": {"in_the_first_third": round(first, 1), "in_the_last": round(last, 1)},
        "left_over": over,
        "sound": last < GROWTH * first and not any(over.values()),
    }


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pairs", type=int, default=20)
    figures = scenario.run(soaked, parser.parse_args(), metrics=free_port())
    sys.exit(0 if figures and figures["sound"] else 1)


if __name__ == "__main__":
    main()
