"""Many tables of four players, and the cost of their commands to the server."""

import asyncio
import base64
import time
from collections import deque
from typing import Any

import httpx

from benchmarks.light_tables import GAME, SEATS, Table, Wire
from benchmarks.scenario import Program

WARM_UP_S = 5.0
"""Seconds at the start that are not measured."""


class Load:
    """All tables, and their cost."""

    def __init__(self, program: Program) -> None:
        self.program = program
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
            await wire.connect(self.program.port)
            if seat:
                wire.send("sit")
                await wire.answered
        table.wires[0].send("start")

    async def measured(self, rate: float | None, seconds: float, warm_up: float = WARM_UP_S) -> dict[str, Any]:
        """Measure at a number of commands a second, or at the maximum rate."""
        await self._run(rate, warm_up)
        self.taken.clear()
        memory, before, began = self.program.megabytes(), self.program.processor_s(), time.perf_counter()
        await self._run(rate, seconds / 2)
        half = self.program.megabytes()
        await self._run(rate, seconds / 2)
        took, count = time.perf_counter() - began, len(self.taken)
        found = sorted(self.taken)
        return {
            "asked": rate,
            "commands_a_second": round(count / took),
            "processor_ms_a_command": round(1000 * (self.program.processor_s() - before) / count, 3),
            "p50": round(found[count // 2], 1),
            "p99": round(found[count * 99 // 100], 1),
            "worst": round(found[-1], 1),
            "megabytes": {"before": memory, "half": half, "after": self.program.megabytes()},
        }

    async def back(self) -> dict[str, Any]:
        """Return the seconds until all clients are back after a restart of the server."""
        wires = [wire for table in self.tables for wire in table.wires]
        await asyncio.to_thread(self.program.stop)
        await asyncio.to_thread(self.program.start)
        began = time.perf_counter()
        missing = wires
        for wire in wires:
            wire.position = None
        while missing:
            again = (wire.connect(self.program.port) for wire in missing if wire.lost)
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
