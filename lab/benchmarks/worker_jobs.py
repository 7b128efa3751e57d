"""Jobs on a worker: the round trip of a bot's decision beside its own time, and the size of the queue's tables.

    python -m benchmarks.worker_jobs [--decisions 2000] [--many 20000] [--own-ms 2]

A server's queue, a worker with one process for bots and a PostgreSQL with the settings of its distribution share this
machine. Each decision takes `--own-ms` of processor time in the worker's process, which measures it; the rest is the
way there and back. First one decision follows another, after a pause of up to 20 ms; the same is measured without a
worker, with the process of this machine. Then `--many` decisions of no length are made, two at a time. Prints JSON
objects: milliseconds, bytes with indexes, and the load of the machine in the last minute.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from typing import Any

from tests.server import services

from benchmarks.shared import script
from knobel.server.compute import bot_process
from knobel.server.compute.bot_decisions import Decision
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.compute.store import TABLES
from knobel.server.compute.worker import run_worker
from knobel.server.runtime.settings import settings

TABLES_OF_QUEUE = TABLES.queue_table, TABLES.queue_table_log, "knobel_workers", "knobel_job_results"


def timed(_game: str, _options: Any, _view: Any, seat: int, _level: str, _left_s: float, _compiling: bool) -> Decision:
    """A decision that takes as many milliseconds as the seat says, and returns how many it took."""
    began = time.perf_counter()
    while 1000 * (time.perf_counter() - began) < seat:
        pass
    return Decision(str(1000 * (time.perf_counter() - began)))


def work(database: str) -> None:
    """Run the worker."""
    vars(bot_process)["decide"] = timed
    settings.bot_start_timeout_s = 100.0
    run_worker(database=database, bots=1, coach=0, ready=lambda: print(flush=True))


async def decide(bots: BotService, own_ms: int) -> float:
    """Make a decision; return its milliseconds beside its own time."""
    began = time.perf_counter()
    deadline = asyncio.get_running_loop().time() + 10
    own = await bots.choose("knoeffel", {}, None, own_ms, "casual", deadline)
    return 1000 * (time.perf_counter() - began) - float(own)


async def round_trips(bots: BotService, count: int, own_ms: int) -> list[float]:
    for _ in range(50):
        await decide(bots, own_ms)
    times = []
    for _ in range(count):
        times.append(await decide(bots, own_ms))
        await asyncio.sleep(random.uniform(0, 0.02))
    return sorted(times)


def summary(times: list[float]) -> dict[str, float]:
    at = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
    found = {name: times[int(share * len(times))] for name, share in at.items()} | {"worst": times[-1]}
    return {name: round(milliseconds, 1) for name, milliseconds in found.items()}


async def measure(arguments: argparse.Namespace, postgres: services.Postgres, database: str) -> None:
    name = database.partition("@/")[2].partition("?")[0]

    def sizes() -> dict[str, int]:
        columns = ", ".join(f"pg_total_relation_size('{table}') AS {table}" for table in TABLES_OF_QUEUE)
        return dict(postgres.do(f"SELECT {columns}", name)[0])

    queue = JobQueue("benchmark", database)
    queue.start()
    bots, alone = BotService(queue), BotService()
    try:
        while not queue.capacity("bots"):  # noqa: ASYNC110 -- of another process
            await asyncio.sleep(0.05)
        for kind, asked in (("worker", bots), ("here", alone)):
            times = await round_trips(asked, arguments.decisions, arguments.own_ms)
            script.report({"where": kind, "count": len(times), **summary(times), "load": os.getloadavg()[0]})
        before, began = await asyncio.to_thread(sizes), time.perf_counter()
        for number in range(0, arguments.many, 1000):
            done = 0
            while done < min(1000, arguments.many - number):
                await asyncio.gather(decide(bots, 0), decide(bots, 0))
                done += 2
            script.report({"jobs": number + done, **await asyncio.to_thread(sizes)})
        seconds = time.perf_counter() - began
        await asyncio.sleep(12)
        script.report(
            {
                "many": arguments.many,
                "a_second": round(arguments.many / seconds),
                "before": before,
                "after": await asyncio.to_thread(sizes),
                "load": os.getloadavg()[0],
            }
        )
    finally:
        await bots.close()
        await alone.close()
        await queue.close()


def main() -> None:
    """Run the benchmark."""
    parser = script.parser(__doc__)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--many", type=int, default=20_000)
    parser.add_argument("--own-ms", type=int, default=2)
    parser.add_argument("--worker", metavar="DATABASE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker)
        return
    vars(bot_process)["decide"] = timed
    settings.bot_start_timeout_s = 100.0
    with services.postgres() as postgres:
        database = postgres.new()
        worker = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker_jobs", "--worker", database], stdout=subprocess.PIPE
        )
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline(), "the worker ended"
            asyncio.run(measure(arguments, postgres, database))
        finally:
            worker.terminate()
            worker.wait()


if __name__ == "__main__":
    main()
