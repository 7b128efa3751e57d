"""Cost of a command to a server, and the time until all players of its table have the new state, with many tables.

    python -m benchmarks.load                         # at the maximum rate, then at half of it
    python -m benchmarks.load --tables 250 --rate 200 --seconds 60
    python -m benchmarks.load --tables 500 --rate 200 --seconds 600 --processes 2 --restart
    python -m benchmarks.load --tables 100 --rate 50 --seconds 3 --reviews 40

Four players at each table play Knöffel, in which nothing is hidden: each command produces four states. Every player
has a connection and an address. The driver is a separate process and as light as possible. Prints one JSON object for
each rate: commands a second, milliseconds of the server's processor time for each (all threads), and milliseconds
from sending a command until the last of the four has the new state. With `--processes` several processes share one
PostgreSQL and Redis. With `--restart` the server then ends and starts again: seconds from its first answer until the
last client has its state. With `--reviews` the coach reviews games throughout, and its process is suspended and
resumed that many times, so that other work on the machine affects both stretches equally. A ratio is the mean over
neighbouring stretches, with its standard error. Linux only.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from tests.server import services
from tests.server.client import NO_TLS, SOURCE, free_port

from benchmarks import script
from benchmarks.coach_beside import Reviewing, in_turn
from benchmarks.light_tables import GAME, SEATS, Table, Wire

WARM_UP = 5.0
"""Seconds at the start that are not measured."""
LOADED = 2.0
"""Seconds of processor time after which the coach's process has loaded and reviews games."""
SERVE = """
import json, sys
from knobel.server.serve import serve
serve(**json.loads(sys.argv[1]), ready=lambda *_: print(flush=True))
"""


def worked(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Served:
    """A server and its processes."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-c", SERVE, json.dumps(self.options)]
        environment = os.environ | {"PYTHONPATH": str(SOURCE)}
        self.popen = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert self.popen.stdout is not None
        self.popen.stdout.readline()

    def end(self) -> None:
        """End the server."""
        self.popen.terminate()
        self.popen.wait()

    def _children(self) -> list[int]:
        own = self.popen.pid
        return [int(child) for child in Path(f"/proc/{own}/task/{own}/children").read_text().split()]

    def _processes(self) -> list[int]:
        return [self.popen.pid, *(self._children() if self.options["processes"] > 1 else ())]

    def processor(self) -> float:
        """Return the processor time of the server in seconds."""
        return sum(map(worked, self._processes()))

    def coach(self) -> float:
        """Return the processor time of the coach in seconds, for a server of one process without bots."""
        return sum(map(worked, self._children()))

    def hold_coach(self, *, held: bool) -> None:
        """Suspend or resume the coach's process."""
        for child in self._children():
            os.kill(child, signal.SIGSTOP if held else signal.SIGCONT)

    def megabytes(self) -> list[int]:
        """Return the memory of the processes in megabytes."""
        pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in self._processes()]
        return [each * os.sysconf("SC_PAGE_SIZE") >> 20 for each in pages[-self.options["processes"] :]]


class Load:
    """All tables, and their cost."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.tables: list[Table] = []
        self.idle: deque[Table] = deque()
        self.taken: list[float] = []
        self.full = False
        """Whether each table continues immediately after a command."""

    def done(self, table: Table, seconds: float) -> None:
        """All players of a table have the new state."""
        table.sent = 0.0
        self.taken.append(1000 * seconds)
        if self.full:
            table.go_on()
        else:
            self.idle.append(table)

    async def sit_down(self, number: int, http: httpx.AsyncClient) -> None:
        """Let four players open a table and start a game."""
        table = Table(self.done)
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
        """Measure at a number of commands a second, or at the maximum rate."""
        await self._run(rate, warm_up)
        self.taken.clear()
        memory, before, began = self.served.megabytes(), self.served.processor(), time.perf_counter()
        await self._run(rate, seconds / 2)
        half = self.served.megabytes()
        await self._run(rate, seconds / 2)
        took, count = time.perf_counter() - began, len(self.taken)
        found = sorted(self.taken)
        return {
            "asked": rate,
            "commands_a_second": round(count / took),
            "processor_ms_a_command": round(1000 * (self.served.processor() - before) / count, 3),
            "p50": round(found[count // 2], 1),
            "p99": round(found[count * 99 // 100], 1),
            "worst": round(found[-1], 1),
            "megabytes": {"before": memory, "half": half, "after": self.served.megabytes()},
        }

    async def back(self) -> dict[str, Any]:
        """Return the seconds until all clients are back after a restart of the server."""
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
            # If no table is free, the command is skipped.
            due = max(due, now - 0.1)
            await asyncio.sleep(0.002)


async def until(condition: Callable[[], bool], pause: float = 0.1) -> None:
    """Wait until a condition is true."""
    for _ in iter(condition, True):
        await asyncio.sleep(pause)


async def story(served: Served, options: argparse.Namespace) -> None:
    load, rates, port = Load(served), options.rate, served.options["port"]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS, timeout=60) as http:
        for number in range(options.tables):
            await load.sit_down(number, http)
    await until(lambda: all(wire.position for table in load.tables for wire in table.wires))
    load.idle.extend(load.tables)
    if not rates:
        full = await load.measured(None, options.seconds)
        script.report(full)
        rates = [full["commands_a_second"] / 2]
        await until(lambda: len(load.idle) == options.tables)
    if not options.reviews:
        for rate in rates:
            script.report(await load.measured(rate, options.seconds))
        if options.restart:
            await until(lambda: len(load.idle) == options.tables)
            script.report(await load.back())
        return
    reviewing = Reviewing(port)
    asking = asyncio.create_task(reviewing.ask())
    # The coach's process has to start and to load its data.
    await until(lambda: served.coach() > LOADED)
    for rate in rates:
        script.report(await in_turn(load, reviewing, rate, options.seconds, options.reviews))
    asking.cancel()


@contextlib.contextmanager
def database(processes: int) -> Iterator[dict[str, Any]]:
    """Return the database and the broker for a number of processes."""
    if processes == 1:
        with tempfile.TemporaryDirectory() as folder:
            yield {"database": f"{folder}/knobel.db"}
        return
    with services.postgres() as postgres, services.redis_server() as redis:
        yield {"database": postgres.new(), "broker": redis.address}


def main() -> None:
    parser = script.parser(__doc__)
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
