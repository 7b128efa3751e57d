"""Cost of the coach's reviews for players of other games."""

import os
import signal
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import httpx
from tests.processes import processor_seconds
from tests.server.client import NO_TLS

from benchmarks.shared.light_tables import GAME, SEATS
from benchmarks.shared.random_record import random_record
from benchmarks.shared.scenario import Program
from benchmarks.shared.table_load import Load

SWITCH = 0.5
"""Seconds at the start of a stretch that are not measured, because the coach has just been suspended or resumed."""


class Reviewing:
    """Requests reviews of one game of four without a break, and counts them; the server has one process and no bots."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.done = 0
        self.record = random_record(GAME, SEATS)

    async def ask(self) -> None:
        """Request one review after the other, as a new person after each rate limit."""
        while True:
            async with httpx.AsyncClient(base_url=self.program.url, verify=NO_TLS, timeout=300) as http:
                await http.post("/api/session", headers={"X-Forwarded-For": f"10.200.{self.done % 250}.1"})
                while (await http.post("/api/coach/review", content=self.record)).status_code == 200:
                    self.done += 1

    def processor_s(self) -> float:
        """Return the processor time of the coach in seconds."""
        return sum(map(processor_seconds, self.program.children()))

    def hold(self, *, held: bool) -> None:
        """Suspend or resume the coach's process."""
        for child in self.program.children():
            os.kill(child, signal.SIGSTOP if held else signal.SIGCONT)


async def in_turn(load: Load, reviewing: Reviewing, rate: float, seconds: float, times: int) -> dict[str, Any]:
    """Measure commands without and with reviews in turn; the order of the two alternates."""
    found: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    taken: dict[bool, list[float]] = {False: [], True: []}
    done, coach = reviewing.done, reviewing.processor_s()
    for number in range(times):
        for beside in (False, True) if number % 2 else (True, False):
            reviewing.hold(held=not beside)
            found[beside].append(await load.measured(rate, seconds, SWITCH))
            taken[beside] += load.taken
    reviewing.hold(held=False)
    report: dict[str, Any] = {"asked": rate, "times": times, "reviews": reviewing.done - done}
    report["coach_seconds"] = round(reviewing.processor_s() - coach, 1)
    for figure in ("processor_ms_a_command", "p50"):
        without, beside_them = ([each[figure] for each in found[beside]] for beside in (False, True))
        ratios = [b / a for a, b in zip(without, beside_them, strict=True)]
        error = stdev(ratios) / sqrt(times)
        report[figure] = [round(fmean(without), 2), round(fmean(beside_them), 2)]
        report[f"{figure}_ratio"] = [round(fmean(ratios), 3), round(error, 3)]
    report["p99"] = [round(sorted(taken[beside])[len(taken[beside]) * 99 // 100], 1) for beside in (False, True)]
    return report
