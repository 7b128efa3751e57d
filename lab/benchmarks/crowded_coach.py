"""Latency of the coach and of a bot for an honest player while many sessions of one address load both.

    python -m benchmarks.crowded_coach --sessions 60
    python -m benchmarks.crowded_coach --sessions 210 --workers 1   # with a `knobel worker`

Each hostile session repeatedly sends the record of a 12-seat game of Knaster for review. With `--bots`, it also opens
a table with eleven masters and rolls as soon as it can; with `--hints`, it asks for hints there. All of them share one
address; the honest players have other addresses. Bots move without a delay. Prints one JSON object; times are
seconds, as median and maximum.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from tests.server.client import Person, Table

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.random_record import random_record
from benchmarks.shared.scenario import Program

HOSTILE = "192.0.2.1"
BREATH = 0.5
"""Seconds after which a hostile session that was refused asks again."""
LONGEST = 30.0
"""Seconds after which the honest player gives up waiting for an answer."""
ROUNDS = 8
"""Number of requests of each kind by the honest player."""


# --- the hostile sessions -------------------------------------------------------------------------------------------


async def keep_reviewing(person: Person, text: str, answers: Counter[str]) -> None:
    while True:
        with contextlib.suppress(httpx.HTTPError):
            answer = await person.http.post("/api/coach/review", content=text)
            answers[str(answer.status_code)] += 1
        await asyncio.sleep(BREATH)


async def keep_playing(person: Person, *, hints: bool) -> None:
    while True:
        code = await person.open_table(game="knaster", seats=12, bots=("master",) * 11, coach=True, start=True)
        table = await person.join(code)
        while not table.over:
            wish = table.wish()
            if wish is None:
                await table.receive()
                continue
            if hints and wish[0] != "roll":
                await person.http.post(f"/api/tables/{code}/hint?at={table.at}")
            await table.do(wish[0], **wish[1])
        await table.close()


async def attack(url: str, sessions: int, *, bots: bool, hints: bool) -> None:
    text, answers = random_record("knaster", 12), Counter[str]()
    people = [await Person(url, HOSTILE).arrive() for _ in range(sessions)]
    tasks = [asyncio.create_task(keep_reviewing(person, text, answers)) for person in people]
    if bots:
        tasks += [asyncio.create_task(keep_playing(person, hints=hints)) for person in people]
    await asyncio.wait(tasks)


def attack_from_a_process(url: str, sessions: int, bots: bool, hints: bool) -> None:
    # In production the worker would run on another machine.
    os.nice(19)
    asyncio.run(attack(url, sessions, bots=bots, hints=hints))


# --- the honest player ----------------------------------------------------------------------------------------------


async def timed(wish: Callable[[], Awaitable[Any]]) -> float:
    began = time.monotonic()
    await wish()
    return time.monotonic() - began


class Honest:
    """A player at a table with a bot and with hints, and a friend who requests reviews."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.refused = self.unanswered = 0
        self.reviews = {"review of one": random_record("knister", 1), "review of four": random_record("knister", 4)}

    async def arrive(self) -> None:
        self.player = await Person(self.url, "198.51.100.1").arrive()
        self.friend = await Person(self.url, "203.0.113.1").arrive()
        self.table = await self.new_table()

    async def new_table(self) -> Table:
        code = await self.player.open_table(game="knister", seats=2, bots=("strong",), coach=True, start=True)
        return await self.player.join(code)

    async def ask(self, person: Person, path: str, content: str = "") -> None:
        try:
            answer = await person.http.post(path, content=content, timeout=LONGEST)
        except httpx.ReadTimeout:
            self.unanswered += 1
            return
        self.refused += answer.status_code != 200
        assert answer.status_code in (200, 429), answer.text

    async def hint(self) -> None:
        await self.ask(self.player, f"/api/tables/{self.table.path.split('/')[3]}/hint?at={self.table.at}")

    async def until_to_decide(self) -> float:
        """Roll; return the seconds until the bot has moved."""
        if self.table.over:
            self.table = await self.new_table()
        await self.table.do("roll", at=self.table.at)
        return await timed(
            lambda: self.table.until(lambda: self.table.turn["kind"] == "decide" and 1 not in self.table.turn["seats"])
        )

    async def move(self) -> None:
        await self.table.do("move", at=self.table.at, action=self.table.choices[0]["action"])

    async def measure(self, rounds: int) -> dict[str, Any]:
        self.refused = self.unanswered = 0
        taken: dict[str, list[float]] = {name: [] for name in ("bot", "hint", *self.reviews)}
        for _ in range(rounds):
            taken["bot"].append(await self.until_to_decide())
            taken["hint"].append(await timed(self.hint))
            await self.move()
            for name, text in self.reviews.items():
                taken[name].append(await timed(lambda text=text: self.ask(self.friend, "/api/coach/review", text)))  # type: ignore[misc]
        return {name: script.median_and_worst(each) for name, each in taken.items()} | {
            "refused": self.refused,
            "unanswered": self.unanswered,
        }


async def story(program: Program, options: argparse.Namespace) -> Row:
    def megabytes() -> int:
        return sum(map(scenario.memory_kb, program.family())) >> 10

    honest = Honest(program.url)
    await honest.arrive()
    await honest.measure(1)
    before, memory = await honest.measure(options.rounds), [megabytes()]
    arguments = program.url, options.sessions, options.bots or options.hints, options.hints
    hostile = multiprocessing.get_context("spawn").Process(target=attack_from_a_process, args=arguments, daemon=True)
    hostile.start()
    await asyncio.sleep(options.warm)
    during = await honest.measure(options.rounds)
    memory.append(megabytes())
    hostile.kill()
    hostile.join()
    load = {name: getattr(options, name) for name in ("sessions", "workers", "bots", "hints")}
    return load | {"before": before, "during": during, "megabytes": memory}


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--warm", type=float, default=20.0, help="Seconds of the attack before the measurement.")
    parser.add_argument("--bots", action="store_true")
    parser.add_argument("--hints", action="store_true")
    scenario.run(story, parser.parse_args(), proxy="127.0.0.1")


if __name__ == "__main__":
    main()
