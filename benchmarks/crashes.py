"""A server killed at forty random moments under twenty tables that are being played at: nothing is lost or done twice.

    python -m benchmarks.crashes --kills 40 --tables 20
    python -m benchmarks.crashes --parts --kills 5 --tables 50

With `--parts` there are two servers on one PostgreSQL, with Redis, and people of one table are on both: each of these
four is killed so many times, and started again after a second. Told is also the longest that anybody waited for an
answer, and what came of it meanwhile; and how long PostgreSQL itself took to answer again after it was started.

People play game after game against each other, of all kinds, and keep notes of what they were told; they come back
after every `kill -9` and send again what was not answered. In the end the database is compared with their notes, by
`check`, which reads both as JSON and knows nothing of the server's code. Prints one JSON object.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

from tests.server import services
from tests.server.client import Person, Server, everybody_leaves
from tests.server.notes import GONE, Noted, check

from knobel.server.backup import back_up

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
LONGEST = 1.5
"""Seconds of play before a kill, at most."""


async def sit_down(url: str, number: int) -> list[Noted]:
    one, two = await asyncio.gather(Person(url).arrive(), Person(url).arrive())
    code = await one.open_table(game=GAMES[number % len(GAMES)], seats=2)
    tables = [Noted(one, code), Noted(two, code)]
    for table in tables:
        await table.connect()
    await tables[1].do("sit")
    await tables[0].do("start")
    return tables


async def play(server: Server, tables: int, kills: int, rng: random.Random) -> list[dict[str, Any]]:
    """The people's notes."""
    pairs = await asyncio.gather(*(sit_down(server.url, number) for number in range(tables)))
    seats = [table for pair in pairs for table in pair]
    for _ in range(kills):
        playing = [asyncio.create_task(table.play_on(host=table in (pair[0] for pair in pairs))) for table in seats]
        await asyncio.sleep(rng.uniform(0, LONGEST))
        server.kill()
        await asyncio.gather(*playing)
        await asyncio.to_thread(server.start)
        await asyncio.gather(*(table.connect() for table in seats))
        await asyncio.gather(*(table.until(lambda table=table: not table.unanswered) for table in seats))
    notes = [table.notes for table in seats]
    await everybody_leaves()
    return notes


class Waits:
    """How long people wait for answers, and why."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.diary: list[str] = []
        """What happened while somebody waited the longest."""
        self.falls: list[tuple[float, str]] = []
        """When parts fell, and were there again."""
        self.recovery = 0.0
        """Seconds that PostgreSQL took at most until it answered again."""

    def told(self, began: float, diary: list[tuple[float, str]]) -> None:
        """Somebody has an answer for which they had waited since `began`."""
        now = time.monotonic()
        if now - began > self.longest:
            self.longest = now - began
            happened = sorted([*self.falls, *diary])
            self.diary = [f"{moment - began:.2f} {what}" for moment, what in happened if began - 5 < moment <= now]


class Waiting(Noted):
    """Somebody who looks at the clock; who comes back waits on for what they asked before."""

    waits = Waits()

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code)
        self.asked: dict[str, float] = {}
        self.diary: deque[tuple[float, str]] = deque(maxlen=100)

    def note(self, what: str) -> None:
        self.diary.append((time.monotonic(), what))

    async def send(self, kind: str, **fields: Any) -> str:
        number = await super().send(kind, **fields)
        self.asked[number] = time.monotonic()
        self.note(f"asks to {kind}")
        return number

    async def receive(self) -> dict[str, Any]:
        try:
            message = await super().receive()
        except GONE as error:
            self.note(f"{type(error).__name__}: {error}")
            raise
        if message.get("id") in self.asked:
            self.note(f"{message['type']} {message.get('reason', '')}")
            self.waits.told(self.asked.pop(message["id"]), list(self.diary))
        return message

    async def connect_quietly(self) -> None:
        try:
            await super().connect_quietly()
        except GONE as error:
            self.note(f"does not get in: {type(error).__name__}")
            raise
        self.note(f"connects to {self.person.url}")


async def sit_apart(urls: list[str], number: int) -> list[Noted]:
    one, two = await asyncio.gather(*(Person(urls[(number + seat) % 2]).arrive() for seat in range(2)))
    code = await one.open_table(game=GAMES[number % len(GAMES)], seats=2, public=True)
    tables: list[Noted] = [Waiting(one, code), Waiting(two, code)]
    for table in tables:
        await table.connect()
    await tables[1].do("sit")
    await tables[0].do("start")
    return tables


async def play_while_parts_fall(
    servers: list[Server], parts: list[Any], tables: int, kills: int, rng: random.Random
) -> list[Noted]:
    urls = [server.url for server in servers]
    pairs = [await sit_apart(urls, number) for number in range(tables)]
    falls, waits = parts * kills, Waiting.waits

    def name(part: Any) -> str:
        return part.url if isinstance(part, Server) else type(part).__name__

    rng.shuffle(falls)
    playing = [
        asyncio.create_task(table.play_anywhere(urls, None, host=table is pair[0], told=lambda: None))
        for pair in pairs
        for table in pair
    ]
    for part in falls:
        await asyncio.sleep(rng.uniform(2, 6))
        await asyncio.to_thread(part.kill)
        waits.falls.append((time.monotonic(), f"{name(part)} falls"))
        await asyncio.sleep(1)
        began = time.monotonic()
        await asyncio.to_thread(part.start)
        waits.falls.append(
            (time.monotonic(), f"{name(part)} answers, {time.monotonic() - began:.1f} s after its start")
        )
        if isinstance(part, services.Postgres):
            waits.recovery = max(waits.recovery, time.monotonic() - began)
    await asyncio.sleep(5)
    seats = [table for pair in pairs for table in pair]
    # Every table is to end its game.
    for pair in pairs:
        pair[0].last_game = pair[1].last_game = max(table.games for table in pair) + 1
    await asyncio.gather(*playing)
    await everybody_leaves()
    return seats


def parts_fall(options: argparse.Namespace) -> None:
    with services.postgres() as postgres, services.redis_server() as redis, tempfile.TemporaryDirectory() as folder:
        database, copy = postgres.new(), Path(folder) / "copy.db"
        servers = []
        for name in ("one", "other"):
            (Path(folder) / name).mkdir()
            servers.append(Server(Path(folder) / name, database=database, broker=redis.address))
            servers[-1].start()
        play = play_while_parts_fall(
            servers, [*servers, postgres, redis], options.tables, options.kills, random.Random(options.seed)
        )
        seats = asyncio.run(play)
        for server in servers:
            server.stop()
        asyncio.run(back_up(database, copy))
        wrong = check(copy, [table.notes for table in seats])
    games = sum(table.games for table in seats) // 2
    counts = {what: sum(len(table.notes[what]) for table in seats) for what in ("sent", "accepted", "rejected", "seen")}
    waits = Waiting.waits
    told = {"tables": options.tables, "kills": 4 * options.kills, **counts, "games": games}
    told |= {"longest_wait_s": round(waits.longest, 2), "postgres_recovery_s": round(waits.recovery, 2)}
    print(json.dumps(told | {"longest_wait": waits.diary, "wrong": wrong}, indent=2))  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--parts", action="store_true", help="two servers, PostgreSQL and Redis, each of which is killed"
    )
    options = parser.parse_args()
    if options.parts:
        parts_fall(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        notes = asyncio.run(play(server, options.tables, options.kills, random.Random(options.seed)))
        server.stop()
        wrong = check(Path(folder) / "knobel.db", notes)
    counts = {what: sum(len(note[what]) for note in notes) for what in ("sent", "accepted", "rejected", "seen")}
    print(json.dumps({"tables": options.tables, "kills": options.kills, **counts, "wrong": wrong}))  # noqa: T201


if __name__ == "__main__":
    main()
