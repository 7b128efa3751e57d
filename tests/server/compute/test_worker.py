"""Workers in separate processes take jobs from PostgreSQL; one of them is killed, frozen or stopped."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel.bots.warm_up import random_positions
from knobel.games import make
from knobel.presentation import coach_jobs
from knobel.presentation.json import encoded
from knobel.server.compute import store
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.job import CoachJob, JobResult, QueuedJob, to_wire
from knobel.server.compute.job_queue import JobQueue, WorkersLost
from knobel.server.compute.store import TABLES, JobStore
from knobel.server.compute.worker import Worker as WorkerHere
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason
from tests.processes import Event, ended
from tests.server import services
from tests.server.client import TIMEOUT_S, Person, Server, free_port, tell
from tests.server.database.test_backup import knobel
from tests.server.worker_process import Worker, working
from tests.slow import slow_except

GAME = make("knoeffel", columns=1)
VIEW, SEAT = next(random_positions(GAME))
OPTIONS = {"columns": 1}
STAMP = CoachJob(coach_jobs.stamp, ("knoeffel", OPTIONS))
POLL_S = 0.02
PATIENT = {"bot_grace_s": TIMEOUT_S}


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, which other processes make true."""
    while not condition():  # noqa: ASYNC110 -- of other processes
        await asyncio.sleep(POLL_S)


def name_of(database: str) -> str:
    """Return the name in the address of a database."""
    return database.partition("@/")[2].partition("?")[0]


def with_queue(database: str, story: Callable[[JobQueue], Awaitable[None]]) -> None:
    """Run a scenario with the queue of a server."""

    async def told() -> None:
        queue = JobQueue("me", database)
        queue.start()
        try:
            async with asyncio.timeout(2 * TIMEOUT_S):
                await story(queue)
        finally:
            await queue.close()

    asyncio.run(told())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the timeouts, because processes are slow on a busy machine."""
    monkeypatch.setattr(settings, "bot_grace_s", TIMEOUT_S)
    monkeypatch.setattr(settings, "bot_start_timeout_s", TIMEOUT_S)


@pytest.fixture
def nobody_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give workers any time for their heartbeats."""
    monkeypatch.setattr(settings, "worker_timeout_ms", 1000 * int(TIMEOUT_S))


async def run(queue: JobQueue, job: CoachJob) -> Any:
    """Return the result of a job of the coach; on a busy machine a worker may seem lost for a moment."""
    while True:
        try:
            return await queue.run("coach", job, asyncio.get_running_loop().time() + TIMEOUT_S)
        except WorkersLost:
            await asyncio.sleep(POLL_S)


async def choose(bots: BotService) -> str:
    deadline = asyncio.get_running_loop().time() + TIMEOUT_S
    owner = JobOwner("home", "ann", "AAAAAA")
    return await bots.choose(GAME.name, GAME.options, VIEW, SEAT, "strong", deadline, owner)


@pytest.mark.usefixtures("nobody_is_lost")
def test_workers_answer_and_refuse_as_processes_here_do(postgres: services.Postgres) -> None:
    database = postgres.new()

    async def story(queue: JobQueue) -> None:
        bots = BotService(queue)
        await until(lambda: queue.capacity("bots") == 2)
        assert queue.capacity("coach") == 1
        chosen = await asyncio.gather(*(choose(bots) for _ in range(5)))
        assert set(chosen) <= set(GAME.legal(VIEW, SEAT))
        with pytest.raises(Refused, match="no game"):
            await bots.choose("chess", {}, None, 0, "strong", asyncio.get_running_loop().time())
        with pytest.raises(Refused, match="line 1: empty") as refused:
            await run(queue, CoachJob(coach_jobs.review, ("", b"")))
        assert refused.value.reason == "bad_record"
        await bots.close()
        assert await asyncio.to_thread(worker.stop) == 0
        await until(lambda: not queue.capacity("bots"))

    with working(database, bots=2) as worker:
        with_queue(database, story)
    assert postgres.do(f"SELECT * FROM {TABLES.queue_table}", name_of(database)) == []


@pytest.mark.usefixtures("nobody_is_lost")
def test_a_job_never_makes_a_worker_run_a_file(postgres: services.Postgres, tmp_path: Path) -> None:
    """Anything in the queue may claim a level that names a file, as may a stored log."""
    database, ran, file = postgres.new(), tmp_path / "ran", tmp_path / "mine.py"
    file.write_text(f"open({str(ran)!r}, 'w')\nclass Mine:\n    def choose(self, *_): return 'a1'\n")

    async def story(queue: JobQueue) -> None:
        bots = BotService(queue)
        await until(lambda: bool(queue.capacity("bots")))
        # Loads the game, so that the next decisions are not quick moves.
        assert await choose(bots) in GAME.legal(VIEW, SEAT)
        for level in (f"{file}:Mine", str(file)):
            with pytest.raises(Refused, match="no bot level"):
                await bots.choose(
                    GAME.name, GAME.options, VIEW, SEAT, level, asyncio.get_running_loop().time() + TIMEOUT_S
                )
            bots.prepare(GAME.name, GAME.options, level)
        assert await choose(bots) in GAME.legal(VIEW, SEAT)
        await bots.close()

    with working(database, coach=0):
        with_queue(database, story)
    assert not ran.exists()


@pytest.mark.parametrize("how", slow_except("killed", games=("killed", "frozen", "stopped")))
def test_another_worker_does_the_job_of_a_lost_one(postgres: services.Postgres, tmp_path: Path, how: str) -> None:
    """A frozen worker also answers when it wakes up, which does no harm."""
    database, begun = postgres.new(), Event(tmp_path, "begun")

    async def story(queue: JobQueue) -> None:
        await until(lambda: queue.capacity("coach") == 1)
        job = asyncio.create_task(run(queue, STAMP))
        process = int(await asyncio.to_thread(begun.wait))
        with working(database, bots=0):
            if how == "killed":
                await asyncio.to_thread(lost.kill)
            elif how == "frozen":
                lost.freeze()
            else:
                assert await asyncio.to_thread(lost.stop) == 0
            assert await job == coach_jobs.stamp("knoeffel", OPTIONS)
            if how == "frozen":
                lost.thaw()
                os.kill(process, signal.SIGKILL)
                await until(lambda: ended(process) and queue.capacity("coach") == 2)

    with working(database, begun, bots=0) as lost:
        with_queue(database, story)


def test_jobs_of_lost_workers_are_done_here_if_there_are_no_others(postgres: services.Postgres, tmp_path: Path) -> None:
    database, begun = postgres.new(), Event(tmp_path, "begun")

    async def story(queue: JobQueue) -> None:
        bots = BotService(queue)
        await until(lambda: bool(queue.capacity("bots")))
        decision = asyncio.create_task(choose(bots))
        await asyncio.to_thread(begun.wait)
        await asyncio.to_thread(worker.kill)
        assert await decision in GAME.legal(VIEW, SEAT)
        assert not queue.capacity("bots")
        await bots.close()

    with working(database, begun, coach=0) as worker:
        with_queue(database, story)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_workers_and_servers_survive_a_restart_of_postgresql(how: str) -> None:
    """A crash empties the tables of the queue."""
    with services.postgres() as postgres:
        database = postgres.new()

        async def story(queue: JobQueue) -> None:
            await until(lambda: bool(queue.capacity("coach")))
            await asyncio.to_thread(postgres.kill if how == "killed" else postgres.stop)
            await until(lambda: not queue.capacity("coach"))
            await asyncio.to_thread(postgres.start)
            await until(lambda: bool(queue.capacity("coach")))
            assert await run(queue, STAMP) == coach_jobs.stamp("knoeffel", OPTIONS)

        with working(database, bots=0):
            with_queue(database, story)


@pytest.mark.usefixtures("nobody_is_lost")
def test_results_of_any_length_arrive(postgres: services.Postgres) -> None:
    database = postgres.new()

    async def story(queue: JobQueue) -> None:
        async with JobStore.open(database) as jobs:
            await until(lambda: queue._store is not None)
            await jobs.beat("other", 1, 1)
            await until(lambda: bool(queue.capacity("coach")))
            for length in (1, 7_000, 8_000, 900_000):
                asked = asyncio.create_task(run(queue, STAMP))
                await until(lambda: bool(queue._posted))
                (id_,) = queue._posted
                for _ in range(2):
                    await jobs.send_result("me", JobResult(id_, encoded("ü" * length)))
                assert await asked == "ü" * length

    with_queue(database, story)


def test_the_tables_of_the_queue_stay_small(postgres: services.Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_LOG_BYTES", 0)
    monkeypatch.setattr(store, "MAX_DEAD_ROWS", -1)
    database = postgres.new()
    log = f"SELECT count(*) AS rows FROM {TABLES.queue_table_log}"

    async def story() -> None:
        async with AsyncExitStack() as stack:
            # Several processes that start at the same time create the tables once.
            opened = (stack.enter_async_context(JobStore.open(database)) for _ in range(4))
            jobs, other, *_ = await asyncio.gather(*opened)
            job = QueuedJob("1", "me", 1.0, to_wire(STAMP))
            kept = await jobs.post("coach", job)
            await other.withdraw(await other.post("coach", job))
            await jobs.send_result("gone", JobResult("1", encoded("x" * 9_000)))
            await jobs.beat("gone", 1, 1)
            await jobs.prune()
            # What somebody may still need stays.
            assert await other.take_result("1") is not None
            assert await other.capacity() == {"bots": 1, "coach": 1}
            await other.withdraw(kept)

    asyncio.run(story())
    ((rows,),) = postgres.do(log, name_of(database))
    # The latest withdrawal alone.
    assert rows == 1


@pytest.mark.slow
def test_a_table_plays_on_when_its_worker_is_killed(postgres: services.Postgres, tmp_path: Path) -> None:
    """The server's own process cannot run bots here, so a worker must."""
    port = free_port()
    options = {"database": postgres.new(), "metrics": port}
    server = Server(tmp_path, PATIENT | {"knobel.server.compute.bot_process.decide": None}, **options)

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

    server.start()
    try:
        with working(str(options["database"]), coach=0) as worker:
            tell(story(worker))
    finally:
        complaints = server.stop()
    assert "a bot failed" in complaints


def test_a_worker_that_cannot_work_reports_the_reason(tmp_path: Path) -> None:
    for options, said in {
        ("--database", str(tmp_path / "knobel.db")): "needs the PostgreSQL of its servers",
        ("--broker", "any://localhost"): "workers need no broker any more",
        ("--database", f"postgresql://knobel@/none?host={tmp_path}"): "cannot open the database",
        ("--database", "postgresql://localhost", "--bots", "0", "--coach", "0"): "no jobs",
    }.items():
        status, told = knobel("worker", *options)[:2]
        assert (status, said in told) == (2, True), told


class FailingProcess:
    """Fails with an error, as a process of a worker may."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def run(self, job: Any, deadline: float) -> Any:
        raise self._error

    def stop_if_idle(self) -> None:
        pass

    async def close(self) -> None:
        pass


def test_a_job_that_fails_leaves_a_line_and_has_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is wrong with the worker; a record that is refused is the person's matter."""
    worker = WorkerHere("postgresql://", 0, 0)
    queued = QueuedJob("1", "me", 1.0, to_wire(STAMP))
    for error, line in (
        (Refused(TableReason.INTERNAL, "the coach does not answer"), "the coach does not answer"),
        (OSError(24, "Too many open files"), "OSError: [Errno 24] Too many open files"),
        (ValueError("no such job"), "ValueError: no such job"),
        (Refused(TableReason.BAD_RECORD, "line 1: empty"), None),
    ):
        caplog.clear()
        result = asyncio.run(worker._result(FailingProcess(error), "coach", queued, 1.0))
        assert result.reason == (TableReason.BAD_RECORD if line is None else TableReason.INTERNAL)
        assert caplog.messages == ([] if line is None else [f"a job for coach failed: {line}"])
