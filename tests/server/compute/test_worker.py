"""Workers in separate processes take jobs through Redis, and one of them is killed."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from knobel import __version__
from knobel.bots.warm_up import random_positions
from knobel.games import make
from knobel.server.cluster import broker
from knobel.server.cluster.broker import broker_at
from knobel.server.compute import coach_jobs
from knobel.server.compute.bot_service import Bots
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.job import Call
from knobel.server.compute.worker_registry import WorkerLost, WorkerRegistry
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused
from tests.processes import Event
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, Server, everybody_leaves, free_port
from tests.server.database.test_backup import knobel

GAME = make("knoeffel", columns=1)
VIEW, SEAT = next(random_positions(GAME))


IN_NO_HASTE = {
    "bot_grace_s": TIMEOUT_S,
    "worker_timeout_ms": 6_000,
    "broker_timeout_ms": 60_000,
}


class Worker:
    """A worker process."""

    def __init__(self, redis: services.Redis, begun: Event | None = None, **options: Any) -> None:
        """Set up a worker.

        :param begun: pipe to which its jobs write when they begin; these jobs never end.
        """
        environment = dict(os.environ) | ({} if begun is None else {"BEGUN": str(begun.path)})
        options |= {"broker": redis.address}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.working", json.dumps(options)], stdout=subprocess.PIPE, env=environment
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline(), "the worker ended"

    def kill(self) -> None:
        """Kill the worker immediately, as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        """Stop the worker gracefully."""
        self.process.terminate()
        self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode


@contextmanager
def working(redis: services.Redis, begun: Event | None = None, **options: Any) -> Iterator[Worker]:
    """Run a worker for the duration of the context."""
    worker = Worker(redis, begun, **options)
    try:
        yield worker
    finally:
        if worker.process.poll() is None:
            assert worker.stop() == 0


def with_crew(redis: services.Redis, story: Callable[["Heard"], Awaitable[None]]) -> None:
    """Run a scenario with a client of workers."""

    async def told() -> None:
        received = Heard(redis)
        await received.broker.open("me", received.receive, lambda: None)
        try:
            async with asyncio.timeout(2 * TIMEOUT_S):
                await story(received)
        finally:
            await received.broker.close()

    asyncio.run(told())


class Heard:
    """A registry of workers, and an event for its changes."""

    def __init__(self, redis: services.Redis) -> None:
        self.broker = broker_at(redis.address)
        self.worker_registry = WorkerRegistry("me", self.broker)
        self._news = asyncio.Event()

    def receive(self, data: bytes) -> None:
        self.worker_registry.receive(msgspec.json.decode(data, type=broker.WorkerNote))
        self._news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Receive messages of workers until the condition holds."""
        while not condition():
            self._news.clear()
            await self._news.wait()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the timeouts, because a worker is slow on a busy machine."""
    monkeypatch.setattr(settings, "bot_grace_s", TIMEOUT_S)


async def stamped(worker_registry: WorkerRegistry, asked: tuple[str, dict[str, Any]]) -> str:
    """Return the message of a live worker; on a busy machine a worker may seem lost."""
    while True:
        with suppress(WorkerLost):
            return str(await worker_registry.run_job("coach", Call(coach_jobs.stamp, asked), TIMEOUT_S))


async def choose(asked: Bots) -> str:
    deadline = asyncio.get_running_loop().time() + TIMEOUT_S
    owner = JobOwner("home", "ann", "AAAAAA")
    return await asked.choose(GAME.name, GAME.options, VIEW, SEAT, "strong", deadline, owner)


def test_workers_answer_and_refuse_as_processes_here_do(redis: services.Redis) -> None:
    async def story(received: Heard) -> None:
        worker_registry, asked = received.worker_registry, Bots(received.worker_registry)
        await received.until(lambda: bool(worker_registry.capacity("bots")))
        assert (worker_registry.capacity("bots"), worker_registry.capacity("coach")) == (2, 1)
        chosen = await asyncio.gather(*(choose(asked) for _ in range(5)))
        assert set(chosen) <= set(GAME.legal(VIEW, SEAT))
        with pytest.raises(RuntimeError, match="no game"):
            await asked.choose("chess", {}, None, 0, "strong", 0.0)
        with pytest.raises(Refused, match="line 1: empty") as refused:
            await worker_registry.run_job("coach", Call(coach_jobs.review, ("", b"")), TIMEOUT_S)
        assert refused.value.reason == "bad_record"
        await asked.close()
        assert worker.stop() == 0
        await received.until(lambda: not worker_registry.capacity("bots"))

    with working(redis, bots=2) as worker:
        with_crew(redis, story)


def test_a_job_never_makes_a_worker_run_a_file(redis: services.Redis, tmp_path: Path) -> None:
    """Anything in the queue may claim a level that names a file, as may a stored log."""
    ran, file = tmp_path / "ran", tmp_path / "mine.py"
    file.write_text(f"open({str(ran)!r}, 'w')\nclass Mine:\n    def choose(self, *_): return 'a1'\n")

    async def story(received: Heard) -> None:
        asked = Bots(received.worker_registry)
        await received.until(lambda: bool(received.worker_registry.capacity("bots")))
        for level in (f"{file}:Mine", str(file)):
            asked.prepare(GAME.name, GAME.options, level)
            with pytest.raises(RuntimeError, match="no bot level"):
                await asked.choose(
                    GAME.name, GAME.options, VIEW, SEAT, level, asyncio.get_running_loop().time() + TIMEOUT_S
                )
        assert await choose(asked) in GAME.legal(VIEW, SEAT)
        await asked.close()

    with working(redis, coach=0):
        with_crew(redis, story)
    assert not ran.exists()


def test_what_a_killed_worker_did_is_told_or_done_by_another(redis: services.Redis, tmp_path: Path) -> None:
    begun, ready = Event(tmp_path, "begun"), ("knoeffel", {"columns": 1})

    async def story(received: Heard) -> None:
        worker_registry, asked = received.worker_registry, Bots(received.worker_registry)
        await received.until(lambda: bool(worker_registry.capacity("bots")))
        decision = asyncio.create_task(choose(asked))
        await asyncio.to_thread(begun.wait)
        stamp = asyncio.create_task(worker_registry.run_job("coach", Call(coach_jobs.stamp, ready), TIMEOUT_S))
        await asyncio.to_thread(begun.wait)
        await asyncio.to_thread(worker.kill)
        with pytest.raises(RuntimeError, match="lost"):
            await decision
        with pytest.raises(WorkerLost):
            await stamp
        with working(redis, bots=0):
            await received.until(lambda: bool(worker_registry.capacity("coach")))
            assert await stamped(worker_registry, ready) == coach_jobs.stamp(*ready)
        # If no worker is left, bots run in this process.
        assert await choose(asked) in GAME.legal(VIEW, SEAT)
        await asked.close()

    with working(redis, begun) as worker:
        with_crew(redis, story)


def test_what_waits_for_workers_that_are_gone_is_done_here(
    redis: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "worker_timeout_ms", 200)

    async def story(received: Heard) -> None:
        asked = Bots(received.worker_registry)
        received.worker_registry.receive(broker.WorkerHeartbeat("gone", __version__, {"bots": 1, "coach": 1}, []))
        asking = asyncio.create_task(choose(asked))
        with pytest.raises(WorkerLost, match="no worker for coach is left"):
            await received.worker_registry.run_job("coach", Call(coach_jobs.stamp, ("knoeffel", {})), TIMEOUT_S)
        assert await asking in GAME.legal(VIEW, SEAT)
        await asked.close()

    with_crew(redis, story)


def test_a_table_plays_on_when_its_worker_is_killed(
    postgres: services.Postgres, redis: services.Redis, tmp_path: Path
) -> None:
    """The server's own process cannot run bots here, so a worker must."""
    port = free_port()
    options = {"database": postgres.new(), "broker": redis.address, "metrics": port}
    server = Server(tmp_path, IN_NO_HASTE | {"knobel.server.compute.bot_process.decide": None}, **options)

    async def story(worker: Worker) -> None:
        async with httpx.AsyncClient() as http:
            while "knobel_bot_workers 1.0" not in (await http.get(f"http://127.0.0.1:{port}/metrics")).text:
                pass
        ann = await Person(server.url).arrive()
        table = await ann.join(await ann.open_table(game="knister", seats=2, bots=("casual",), start=True))
        rounds = 0
        while not table.over:
            wish = table.wish()
            if wish is None:
                await table.receive()
                continue
            kind, fields = wish
            assert (await table.do(kind, **fields))["type"] == "accepted"
            rounds += kind == "roll"
            if rounds == 4 and kind == "roll":
                assert not server.complaints.read_text()
                await asyncio.to_thread(worker.kill)
        await everybody_leaves()

    server.start()
    try:
        with working(redis, coach=0) as worker:
            asyncio.run(story(worker))
    finally:
        complaints = server.stop()
    assert "a bot failed" in complaints


def test_a_worker_that_cannot_work_says_so() -> None:
    for options, said in {
        ("--broker", "localhost"): "localhost is no address of a Redis",
        ("--broker", "redis://localhost", "--bots", "0", "--coach", "0"): "no jobs",
    }.items():
        status, told = knobel("worker", *options)[:2]
        assert (status, said in told) == (2, True), told
