"""What a command costs a server, and how long it takes until all at its table know, with many tables of four.

    python -m benchmarks.load                         # as fast as it goes, then at half of that
    python -m benchmarks.load --tables 250 --rate 200 --seconds 60
    python -m benchmarks.load --tables 500 --rate 200 --seconds 600 --processes 2 --restart
    python -m benchmarks.load --tables 100 --rate 50 --seconds 3 --reviews 40

People play Knöffel, in which everybody sees everything: each command becomes four states. Every person has a connection
and an address of their own. The driver is a process of its own and as light as it can be. Prints one JSON object for
each rate: commands a second, milliseconds of the server's processor for each (all its threads), and milliseconds from
sending a command until the last of the four has the state after it. With `--processes` there are several on one
PostgreSQL, with Redis. With `--restart` the server then ends and starts again: seconds from when it answers until the
last of all has their state again. With `--reviews` the coach goes through games all along, and its process is held and
let go on in turn, so many times each: whatever else the machine does is in both, and what differs is the coach. A ratio
is the mean over neighbouring stretches, with its standard error. Linux only.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import httpx
import msgspec
from tests.attack.stranger import CLOSE, PING, PONG, TEXT, frame
from tests.server import services
from tests.server.client import NO_TLS, SOURCE, free_port

import knobel
from knobel import notation
from knobel.core import Chance, Event

GAME, SEATS = "knoeffel", 4
WARM_UP = 5.0
"""Seconds that are not measured."""
LOADED = 2.0
"""So many seconds the coach's process has worked when it goes through games."""
SWITCH = 0.5
"""Of these so many where the coach has just been held or let go on."""
COME_BACK = struct.pack("!H", 1012), struct.pack("!H", 1013)
"""How a socket's closing begins after which one comes back."""
SERVE = """
import json, sys
from knobel.server.serve import serve
serve(**json.loads(sys.argv[1]), ready=lambda *_: print(flush=True))
"""


def worked(process: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Served:
    """A server, and the processes that it is."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-c", SERVE, json.dumps(self.options)]
        environment = os.environ | {"PYTHONPATH": str(SOURCE)}
        self.popen = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert self.popen.stdout is not None
        self.popen.stdout.readline()

    def end(self) -> None:
        """Let it end."""
        self.popen.terminate()
        self.popen.wait()

    def _children(self) -> list[int]:
        own = self.popen.pid
        return [int(child) for child in Path(f"/proc/{own}/task/{own}/children").read_text().split()]

    def _processes(self) -> list[int]:
        return [self.popen.pid, *(self._children() if self.options["processes"] > 1 else ())]

    def processor(self) -> float:
        """Seconds that it has worked."""
        return sum(map(worked, self._processes()))

    def coach(self) -> float:
        """Seconds that the coach has worked, where no bots play at a server of one process."""
        return sum(map(worked, self._children()))

    def hold_coach(self, *, held: bool) -> None:
        """Stop the coach there, or let it go on."""
        for child in self._children():
            os.kill(child, signal.SIGSTOP if held else signal.SIGCONT)

    def megabytes(self) -> list[int]:
        """The memory that its processes hold."""
        pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in self._processes()]
        return [each * os.sysconf("SC_PAGE_SIZE") >> 20 for each in pages[-self.options["processes"] :]]


class Turn(msgspec.Struct):
    """What of a turn the driver needs."""

    kind: str
    may_roll: bool = False


class Choice(msgspec.Struct):
    """What of a choice the driver needs."""

    action: str


class Position(msgspec.Struct):
    """What of a position the driver needs."""

    at: int
    turn: Turn
    choices: list[Choice]


class Message(msgspec.Struct):
    """What of a message the driver needs."""

    type: str
    position: Position | None = None
    reason: str = ""


_message = msgspec.json.Decoder(Message)


class Wire(asyncio.Protocol):
    """A person's WebSocket at a table."""

    def __init__(self, table: "Table", upgrade: bytes) -> None:
        self.table = table
        self.upgrade = upgrade
        self.position: Position | None = None

    async def connect(self, port: int) -> None:
        """Connect, for the first time or again."""
        loop = asyncio.get_running_loop()
        self.position, self.open, self.data = None, loop.create_future(), bytearray()
        self.answered, self.lost = loop.create_future(), False
        await loop.create_connection(partial(_same, self), "127.0.0.1", port)
        await self.open

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(error or ConnectionResetError())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.upgrade)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.open.done():
            head, found, rest = bytes(self.data).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.data = bytearray(rest)
            self.open.set_result(None)
        while (message := self.frame()) is not None:
            self.take(*message)

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame."""
        data = self.data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size >= 126:
            form, start = ("!H", 4) if size == 126 else ("!Q", 10)
            (size,) = struct.unpack_from(form, data, 2)
        if len(data) < start + size:
            return None
        body = bytes(data[start : start + size])
        kind = data[0] & 15
        del data[: start + size]
        return kind, body

    def take(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self.transport.write(frame(PONG, body))
        elif kind == TEXT:
            if not self.answered.done() and body.startswith(b'{"type":"accepted"'):
                self.answered.set_result(None)
            # Nothing else has to be understood.
            if not body.startswith((b'{"type":"state"', b'{"type":"rejected"')):
                return
            message = _message.decode(body)
            assert message.type != "rejected", body
            if message.position is not None:
                self.position = message.position
                self.table.told(self)
        else:
            assert kind != CLOSE or body.startswith(COME_BACK), body

    def send(self, kind: str, **fields: Any) -> None:
        """Send a command."""
        self.table.commands += 1
        self.transport.write(frame(TEXT, msgspec.json.encode({"type": kind, "id": str(self.table.commands)} | fields)))


def _same(wire: Wire) -> Wire:
    return wire


class Table:
    """A table of four who do what they can when the driver says so."""

    def __init__(self, load: "Load") -> None:
        self.load = load
        self.wires: list[Wire] = []
        self.commands = 0
        self.at = -1
        self.sent = 0.0
        self.waiting: set[Wire] = set()

    def told(self, wire: Wire) -> None:
        """Somebody has a new position."""
        assert wire.position is not None
        if wire.position.at > self.at:
            self.waiting.discard(wire)
            if not self.waiting and self.sent:
                self.load.done(self, time.perf_counter() - self.sent)

    def go_on(self) -> None:
        """Let somebody do something."""
        first = self.wires[0].position
        assert first is not None
        self.at = first.at
        self.waiting = set(self.wires)
        self.sent = time.perf_counter()
        if first.turn.kind == "over":
            self.wires[0].send("start")
            return
        for wire in self.wires:
            position = wire.position
            assert position is not None
            if position.turn.may_roll:
                wire.send("roll", at=position.at)
                return
            if position.choices:
                wire.send("move", at=position.at, action=position.choices[0].action)
                return
        raise AssertionError(f"nobody can do anything: {first}")


class Load:
    """All the tables, and what they take."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.tables: list[Table] = []
        self.idle: deque[Table] = deque()
        self.taken: list[float] = []
        self.full = False
        """Whether each table goes on at once."""

    def done(self, table: Table, seconds: float) -> None:
        """Everybody at a table knows."""
        table.sent = 0.0
        self.taken.append(1000 * seconds)
        if self.full:
            table.go_on()
        else:
            self.idle.append(table)

    async def sit_down(self, number: int, http: httpx.AsyncClient) -> None:
        """Four people open a table and start a game."""
        table = Table(self)
        self.tables.append(table)
        code = ""
        for seat in range(SEATS):
            headers = {"X-Forwarded-For": f"10.{number // 250}.{number % 250}.{seat + 1}"}
            answer = await http.post("/api/session", headers=headers)
            headers["Cookie"] = f"knobel={answer.cookies['knobel']}"
            http.cookies.clear()
            if not code:
                settings = {"game": GAME, "seats": SEATS, "public": False}
                opened = await http.post("/api/tables", json={"settings": settings}, headers=headers)
                code = f"{opened.json()['code']}-{opened.json()['key']}"
            asked = {
                "Host": "localhost",
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Version": "13",
            }
            asked |= {"Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(), **headers}
            lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
            upgrade = f"GET /api/tables/{code}/live HTTP/1.1\r\n{lines}\r\n".encode()
            wire = Wire(table, upgrade)
            table.wires.append(wire)
            await wire.connect(self.served.options["port"])
            if seat:
                wire.send("sit")
                await wire.answered
        table.wires[0].send("start")

    async def measured(self, rate: float | None, seconds: float, warm_up: float = WARM_UP) -> dict[str, Any]:
        """So many commands a second, or as many as go."""
        await self._run(rate, warm_up)
        self.taken.clear()
        memory, before, began = self.served.megabytes(), self.served.processor(), time.perf_counter()
        await self._run(rate, seconds)
        took, count = time.perf_counter() - began, len(self.taken)
        found = sorted(self.taken)
        return {
            "asked": rate,
            "commands_a_second": round(count / took),
            "processor_ms_a_command": round(1000 * (self.served.processor() - before) / count, 3),
            "p50": round(found[count // 2], 1),
            "p99": round(found[count * 99 // 100], 1),
            "worst": round(found[-1], 1),
            "megabytes": {"before": memory, "after": self.served.megabytes()},
        }

    async def back(self) -> dict[str, Any]:
        """How long it takes until all are back after the server has ended and started again."""
        wires = [wire for table in self.tables for wire in table.wires]
        await asyncio.to_thread(self.served.end)
        await asyncio.to_thread(self.served.start)
        began = time.perf_counter()
        missing = wires
        for wire in wires:
            wire.position = None
        while missing:
            again = (wire.connect(self.served.options["port"]) for wire in missing if wire.lost)
            await asyncio.gather(*again, return_exceptions=True)
            await asyncio.sleep(0.01)
            missing = [wire for wire in missing if wire.position is None]
        return {"sockets": len(wires), "back_after_s": round(time.perf_counter() - began, 2)}

    async def _run(self, rate: float | None, seconds: float) -> None:
        ends = time.perf_counter() + seconds
        self.full = rate is None
        if rate is None:
            while self.idle:
                self.idle.popleft().go_on()
            await asyncio.sleep(seconds)
            self.full = False
            return
        due = time.perf_counter()
        while (now := time.perf_counter()) < ends:
            while due <= now and self.idle:
                self.idle.popleft().go_on()
                due += 1 / rate
            # Where no table is free, what was due is lost.
            due = max(due, now - 0.1)
            await asyncio.sleep(0.002)


async def until(condition: Callable[[], bool], pause: float = 0.1) -> None:
    """Wait until something is so."""
    for _ in iter(condition, True):
        await asyncio.sleep(pause)


class Reviewing:
    """People who have the coach go through a game of four again and again; how often it did."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.done = 0
        self.record = self.game()

    @staticmethod
    def game() -> str:
        """The record of a game."""
        game, rng = knobel.make(GAME), Random(1)
        state, events = game.start(SEATS), list[Event]()
        while not isinstance(turn := game.turn(state), knobel.Over):
            if isinstance(turn, Chance):
                events.append(game.sample(state, rng))
            else:
                events.append(knobel.Move(turn.seats[0], game.legal(state, turn.seats[0])[-1]))
            state = game.apply(state, events[-1])
        return notation.dumps(notation.Record(game, ("Ann", "Ben", "Cleo", "Dan"), events))

    async def ask(self) -> None:
        """Ask, one review after the other, as another person where one has asked too much."""
        while True:
            async with httpx.AsyncClient(base_url=self.url, verify=NO_TLS, timeout=300) as http:
                await http.post("/api/session", headers={"X-Forwarded-For": f"10.200.{self.done % 250}.1"})
                while (await http.post("/api/coach/review", content=self.record)).status_code == 200:
                    self.done += 1


async def in_turn(load: Load, reviewing: Reviewing, rate: float, seconds: float, times: int) -> dict[str, Any]:
    """Commands without and with reviews beside them, each so many times, the first of the two changing."""
    found: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    taken: dict[bool, list[float]] = {False: [], True: []}
    done, coach = reviewing.done, load.served.coach()
    for number in range(times):
        for beside in (False, True) if number % 2 else (True, False):
            load.served.hold_coach(held=not beside)
            found[beside].append(await load.measured(rate, seconds, SWITCH))
            taken[beside] += load.taken
    load.served.hold_coach(held=False)
    report: dict[str, Any] = {"asked": rate, "times": times, "reviews": reviewing.done - done}
    report["coach_seconds"] = round(load.served.coach() - coach, 1)
    for figure in ("processor_ms_a_command", "p50"):
        without, beside_them = ([each[figure] for each in found[beside]] for beside in (False, True))
        ratios = [b / a for a, b in zip(without, beside_them, strict=True)]
        error = stdev(ratios) / sqrt(times)
        report[figure] = [round(fmean(without), 2), round(fmean(beside_them), 2)]
        report[f"{figure}_ratio"] = [round(fmean(ratios), 3), round(error, 3)]
    report["p99"] = [round(sorted(taken[beside])[len(taken[beside]) * 99 // 100], 1) for beside in (False, True)]
    return report


async def story(served: Served, options: argparse.Namespace) -> None:
    load, rates, port = Load(served), options.rate, served.options["port"]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS, timeout=60) as http:
        for number in range(options.tables):
            await load.sit_down(number, http)
    await until(lambda: all(wire.position for table in load.tables for wire in table.wires))
    load.idle.extend(load.tables)
    if not rates:
        full = await load.measured(None, options.seconds)
        print(json.dumps(full), flush=True)  # noqa: T201
        rates = [full["commands_a_second"] / 2]
        await until(lambda: len(load.idle) == options.tables)
    if not options.reviews:
        for rate in rates:
            print(json.dumps(await load.measured(rate, options.seconds)), flush=True)  # noqa: T201
        if options.restart:
            await until(lambda: len(load.idle) == options.tables)
            print(json.dumps(await load.back()), flush=True)  # noqa: T201
        return
    reviewing = Reviewing(port)
    asking = asyncio.create_task(reviewing.ask())
    # The coach's process has to start and to load what it needs.
    await until(lambda: served.coach() > LOADED)
    for rate in rates:
        print(json.dumps(await in_turn(load, reviewing, rate, options.seconds, options.reviews)), flush=True)  # noqa: T201
    asking.cancel()


@contextlib.contextmanager
def database(processes: int) -> Iterator[dict[str, Any]]:
    """Where so many processes keep what there is, and how they tell each other."""
    if processes == 1:
        with tempfile.TemporaryDirectory() as folder:
            yield {"database": f"{folder}/knobel.db"}
        return
    with services.postgres() as postgres, services.redis_server() as redis:
        yield {"database": postgres.new(), "broker": redis.address}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, action="append", default=[], help="commands a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=1, help="with PostgreSQL and Redis, if more than one")
    parser.add_argument("--restart", action="store_true", help="then the server restarts, and all come back")
    parser.add_argument("--reviews", type=int, default=0, help="so often in turn without and with the coach beside")
    options = parser.parse_args()
    if options.reviews and options.processes > 1:
        parser.error("the coach is held beside one process only")
    with database(options.processes) as stored:
        served = Served(port=free_port(), proxies=["127.0.0.1"], bot_pace=0.0, processes=options.processes, **stored)
        try:
            asyncio.run(story(served, options))
        finally:
            served.end()


if __name__ == "__main__":
    main()
