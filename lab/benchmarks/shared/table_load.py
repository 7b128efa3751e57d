"""Many tables of four players, and the cost of their commands to the server."""

import asyncio
import base64
import resource
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from tests.server.client import NO_TLS

from benchmarks.shared.light_tables import GAME, SEATS, Table, Wire
from benchmarks.shared.scenario import Program

WARM_UP_S = 5.0
"""Seconds at the start that are not measured."""
PAUSE_S = 0.002
"""Seconds between two looks at which commands are due."""
ARRIVING_TABLES = 8
"""Number of tables that are opened concurrently."""
RESERVED_FILES = 100
"""Open files of the driver beside its connections."""


def percentiles(values: Sequence[float], digits: int = 1) -> dict[str, float]:
    """Return the median, the 99th percentile and the maximum."""
    found = sorted(values)
    at = {"p50": len(found) // 2, "p99": len(found) * 99 // 100, "worst": -1}
    return {name: round(found[index], digits) for name, index in at.items()}


def allow_connections(count: int) -> None:
    """Raise the limit of open files for this number of connections of this process, and of the servers it starts.

    :raises SystemExit: if the system does not allow so many.
    """
    wanted, (soft, hard) = count + RESERVED_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{count} connections need {wanted} open files; the system allows {hard}: raise `ulimit -Hn`")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def until(condition: Callable[[], bool], pause: float = 0.1) -> None:
    """Wait until a condition is true."""
    for _ in iter(condition, True):
        await asyncio.sleep(pause)


class Load:
    """All tables, and their cost."""

    def __init__(self, program: Program, game: str = GAME) -> None:
        self.program, self.game = program, game
        self.tables: list[Table] = []
        self.idle: deque[Table] = deque()
        self.taken: list[float] = []
        self.lags: list[float] = []
        """Milliseconds by which the driver itself was late."""
        self.full = False
        """Whether each table continues immediately after a command."""

    @property
    def wires(self) -> list[Wire]:
        return [wire for table in self.tables for wire in table.wires]

    def done(self, table: Table, seconds: float) -> None:
        """All players whom a command at a table concerns have the new state."""
        table.sent = 0.0
        self.taken.append(1000 * seconds)
        if self.full:
            table.go_on()
        else:
            self.idle.append(table)

    async def open_tables(self, count: int) -> None:
        """Let four players sit down at each of several tables, and start games."""
        numbers = iter(range(count))

        async def arrive() -> None:
            async with httpx.AsyncClient(base_url=self.program.url, verify=NO_TLS, timeout=60) as http:
                for number in numbers:
                    await self._sit_down(number, http)

        await asyncio.gather(*(arrive() for _ in range(ARRIVING_TABLES)))
        await until(lambda: all(wire.position for wire in self.wires))
        self.idle.extend(self.tables)

    async def _sit_down(self, number: int, http: httpx.AsyncClient) -> None:
        """Let four players open a table and start a game."""
        table = Table(self.done)
        for seat in range(SEATS):
            headers = {"X-Forwarded-For": f"10.{number // 250}.{number % 250}.{seat + 1}"}
            answer = (await http.post("/api/session", headers=headers)).raise_for_status()
            headers["Cookie"] = f"knobel={answer.cookies['knobel']}"
            http.cookies.clear()
            if not table.code:
                settings = {"game": self.game, "seats": SEATS, "public": False}
                opened = await http.post("/api/tables", json={"settings": settings}, headers=headers)
                table.code, key = opened.json()["code"], opened.json()["key"]
            asked = {
                "Host": "localhost",
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Version": "13",
            }
            asked |= {"Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(), **headers}
            lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
            upgrade = f"GET /api/tables/{table.code}-{key}/live HTTP/1.1\r\n{lines}\r\n"
            wire = Wire(table, upgrade.encode())
            table.wires.append(wire)
            await wire.connect(self.program.port)
            if seat:
                wire.send("sit")
                await wire.answered
        table.wires[0].send("start")
        self.tables.append(table)

    async def measured(self, rate: float | None, seconds: float, warm_up: float = WARM_UP_S) -> dict[str, Any]:
        """Measure at a number of commands a second, or at the maximum rate."""
        await self._run(rate, warm_up)
        self.taken.clear()
        self.lags.clear()
        memory, before, own = self.program.megabytes(), self.program.processor_s(), time.process_time()
        proxy_before = self.program.proxy_s()
        began = time.perf_counter()
        await self._run(rate, seconds / 2)
        half = self.program.megabytes()
        await self._run(rate, seconds / 2)
        took, count = time.perf_counter() - began, len(self.taken)
        processor_s = self.program.processor_s() - before
        proxy = {"proxy_cores": round((self.program.proxy_s() - proxy_before) / took, 2)}
        return {
            "asked": rate,
            "commands_a_second": round(count / took),
            "cores": round(processor_s / took, 2),
            "processor_ms_a_command": round(1000 * processor_s / count, 3),
            **percentiles(self.taken),
            "driver": {"cores": round((time.process_time() - own) / took, 2), **percentiles(self.lags)},
            **(proxy if self.program.proxy_pid is not None else {}),
            "megabytes": {"before": memory, "half": half, "after": self.program.megabytes()},
        }

    async def back(self) -> dict[str, Any]:
        """Return the seconds until all clients are back after a restart of the server."""
        await asyncio.to_thread(self.program.stop)
        await asyncio.to_thread(self.program.start)
        return await self._all_back()

    async def reconnect(self) -> dict[str, Any]:
        """Close all connections and open them again together.

        Return the seconds until all clients are back, and the number of clients that see another position than before.
        """
        before = [wire.encoded for wire in self.wires]
        for wire in self.wires:
            wire.transport.abort()
        await until(lambda: all(wire.lost for wire in self.wires), 0.01)
        figures = await self._all_back()
        changed = sum(wire.encoded != encoded for wire, encoded in zip(self.wires, before, strict=True))
        return figures | {"changed_positions": changed}

    async def _all_back(self) -> dict[str, Any]:
        """Connect all clients until each has its position. Refused clients try again immediately."""
        wires, began, again = self.wires, time.perf_counter(), 0
        for wire in wires:
            wire.position = None
        missing = wires
        while missing:
            lost = [wire for wire in missing if wire.lost]
            again += len(lost)
            await asyncio.gather(*(wire.connect(self.program.port) for wire in lost), return_exceptions=True)
            await asyncio.sleep(0.01)
            missing = [wire for wire in missing if wire.position is None]
        back_after_s = round(time.perf_counter() - began, 2)
        return {"sockets": len(wires), "back_after_s": back_after_s, "tries": again}

    async def _run(self, rate: float | None, seconds: float) -> None:
        ends = time.perf_counter() + seconds
        self.full = rate is None
        if rate is None:
            while self.idle:
                self.idle.popleft().go_on()
        due = time.perf_counter()
        while (now := time.perf_counter()) < ends:
            if rate is not None:
                while due <= now and self.idle:
                    self.idle.popleft().go_on()
                    due += 1 / rate
                # If no table is free, the command is skipped.
                due = max(due, now - 0.1)
            slept = time.perf_counter()
            await asyncio.sleep(PAUSE_S)
            self.lags.append(1000 * (time.perf_counter() - slept - PAUSE_S))
        self.full = False
