"""Random kills of a server under load: no event may be lost or executed twice.

    python -m benchmarks.crashes --kills 40 --tables 20
    python -m benchmarks.crashes --parts --kills 5 --tables 50

Players play games of all kinds and record every message. After every `kill -9` they reconnect and repeat unanswered
commands. In the end `check` compares the database with their records; it reads both as JSON and uses no code of the
server.

With `--parts` there are two servers on one PostgreSQL, and a worker; the players of one table are on both servers, and
each table has a bot. Each of these four processes is killed `--kills` times and restarted after a second.
The output then includes the longest wait for an answer with its outcome, the longest wait for a bot, and how long
PostgreSQL took to answer again. Prints one JSON object.
"""

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.server import services
from tests.server.client import Person, Server, everybody_leaves
from tests.server.notes import GONE, Noted, check

from benchmarks.shared import script
from knobel.server.database.backup import back_up

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
WORK = """
import sys
from knobel.server.compute.worker import run_worker
run_worker(database=sys.argv[1], coach=0, ready=lambda: print(flush=True))
"""
BOT = ("random",)
"""A bot that decides immediately, so that its time is that of the way to it and back."""
LONGEST = 1.5
"""Maximum seconds of play before a kill."""


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
    """Play; return the players' records."""
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


class Worker:
    """A worker whose process can be killed and restarted."""

    def __init__(self, database: str) -> None:
        self._command = [sys.executable, "-c", WORK, database]

    def start(self) -> None:
        """Start the process and wait until it works."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline(), "the worker ended"

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._process.kill()
        self._process.communicate()


class Longest:
    """The longest wait of a kind."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.diary: list[str] = []
        """Events during the longest wait."""

    def told(self, began: float, diary: Iterable[tuple[float, str]]) -> None:
        """End a wait that began at that time."""
        now = time.monotonic()
        if now - began > self.seconds:
            self.seconds = now - began
            self.diary = [f"{moment - began:.2f} {what}" for moment, what in sorted(diary) if began - 1 < moment <= now]


class Waits:
    """Waits of players, and their causes."""

    def __init__(self) -> None:
        self.answers, self.bots = Longest(), Longest()
        """Waits for an answer, and for bots."""
        self.falls: list[tuple[float, str]] = []
        """When parts were killed, and when they worked again."""
        self.recovery = 0.0
        """Maximum seconds until PostgreSQL answered again."""


class Waiting(Noted):
    """A player whose waits are timed; a wait continues after a reconnect."""

    waits = Waits()

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code)
        self.asked: dict[str, float] = {}
        self.diary: deque[tuple[float, str]] = deque(maxlen=100)
        self.bots_since: tuple[object, float] | None = None
        """The current turn with only bots to move, and its start."""

    def look_at_bots(self) -> None:
        """Check whether the table waits only for bots, and for how long."""
        assert self.position is not None
        now, turn, at = time.monotonic(), self.turn, self.position["at"]
        if self.bots_since is not None:
            self.waits.bots.told(self.bots_since[1], [*self.waits.falls, *self.diary])
        movers = turn["seats"] if turn["kind"] == "decide" else [turn["seat"]]
        kinds = [seat["kind"] for seat in self.table["seats"]]
        if turn["kind"] == "over" or any(kinds[seat] != "bot" for seat in movers):
            self.bots_since = None
        elif self.bots_since is None or self.bots_since[0] != (at, movers):
            self.bots_since = (at, movers), now

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
        if message["type"] == "state" and self.position is not None:
            self.look_at_bots()
        if message.get("id") in self.asked:
            self.note(f"{message['type']} {message.get('reason', '')}")
            self.waits.answers.told(self.asked.pop(message["id"]), [*self.waits.falls, *self.diary])
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
    code = await one.open_table(game=GAMES[number % len(GAMES)], seats=3, public=True, bots=BOT)
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
    # Every table finishes its game.
    for pair in pairs:
        pair[0].last_game = pair[1].last_game = max(table.games for table in pair) + 1
    await asyncio.gather(*playing)
    await everybody_leaves()
    return seats


def parts_fall(options: argparse.Namespace) -> None:
    with services.postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        database, copy = postgres.new(), Path(folder) / "copy.db"
        servers = []
        for name in ("one", "other"):
            (Path(folder) / name).mkdir()
            servers.append(Server(Path(folder) / name, database=database))
            servers[-1].start()
        worker = Worker(database)
        worker.start()
        parts = [*servers, postgres, worker]
        seats = asyncio.run(
            play_while_parts_fall(servers, parts, options.tables, options.kills, random.Random(options.seed))
        )
        for server in servers:
            server.stop()
        worker.kill()
        asyncio.run(back_up(database, copy))
        wrong = check(copy, [table.notes for table in seats])
    games = sum(table.games for table in seats) // 2
    counts = {what: sum(len(table.notes[what]) for table in seats) for what in ("sent", "accepted", "rejected", "seen")}
    waits = Waiting.waits
    told = {"tables": options.tables, "kills": len(parts) * options.kills, **counts, "games": games}
    told |= {"postgres_recovery_s": round(waits.recovery, 2), "wrong": wrong}
    for what, longest in {"an_answer": waits.answers, "a_bot": waits.bots}.items():
        told |= {f"longest_wait_for_{what}_s": round(longest.seconds, 2), f"while_for_{what}": longest.diary}
    script.report(told)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--parts", action="store_true", help="two servers, PostgreSQL and a worker, each of which is killed"
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
    script.report({"tables": options.tables, "kills": options.kills, **counts, "wrong": wrong})


if __name__ == "__main__":
    main()
