"""A worker: takes jobs of any server from the database and runs them in processes of this machine."""

import asyncio
import contextlib
import dataclasses
import logging
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from pgqueuer import Job as QueueRow
from pgqueuer import QueueManager, RetryRequested
from pgqueuer.types import JobId, QueueEntrypoint

from knobel.games import GAMES
from knobel.presentation.json import encoded
from knobel.server.compute import store
from knobel.server.compute.bot_process import PREPARATION_S, BotProcess
from knobel.server.compute.coach_process import CoachProcess
from knobel.server.compute.dispatcher import JobProcess
from knobel.server.compute.job import BotJob, BotJobWire, CoachJob, JobResult, Lane, QueuedJob
from knobel.server.compute.store import JobStore
from knobel.server.database.engine import StoreError
from knobel.server.database.reasons import reason_of
from knobel.server.runtime import logging_setup
from knobel.server.runtime.debounce import do_nothing
from knobel.server.runtime.metrics import jobs as jobs_done
from knobel.server.runtime.settings import settings
from knobel.server.runtime.startup import CannotServe, event_loop_factory, metrics_server
from knobel.server.runtime.stop_signals import on_stop
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

HEARTBEAT_S = 0.5
"""Seconds between two heartbeats."""
PRUNING_S = 10.0
"""Seconds between two prunings of the queue's tables."""
MAX_IDLE_S = 1.0
"""Maximum number of seconds between two looks for jobs, of which no notification may tell: those of lost workers."""
RECONNECT_S = 0.5
"""Seconds before a database that does not answer is tried again."""
SHUTDOWN_TIMEOUT_S = 3.0
"""Seconds in which a worker may finish its jobs after it was asked to end; then others do them."""
WARM_UP_JOB = BotJob(next(iter(GAMES)), {}, None, 0, "casual")
"""A job that starts a bot process before its first decision."""

_job_decoder = msgspec.json.Decoder(QueuedJob)
_announced_decoder = msgspec.json.Decoder(BotJobWire)


@dataclasses.dataclass
class LimitedQueueManager(QueueManager):
    """Takes a job only while a process of this worker is free for it.

    The limits of PgQueuer itself hold for all workers together.
    """

    capacity: dict[QueueEntrypoint, int] = dataclasses.field(default_factory=dict)
    running: dict[JobId, QueueEntrypoint] = dataclasses.field(init=False, default_factory=dict)

    def entrypoints_below_capacity_limits(self) -> set[QueueEntrypoint]:
        """Return the lanes for which a process is free."""
        running = Counter(self.running.values())
        return {lane for lane in self.entrypoint_registry if running[lane] < self.capacity[lane]}

    async def fetch_jobs(self, *arguments: Any) -> AsyncGenerator[QueueRow, None]:
        """Yield jobs, one at a time."""
        async for job in super().fetch_jobs(*arguments):
            self.running[job.id] = job.entrypoint
            yield job

    def forget_job(self, job_id: JobId, context: Any, task: asyncio.Task[None]) -> None:
        """Count a job as done."""
        super().forget_job(job_id, context, task)
        self.running.pop(job_id, None)


class Worker:
    """Runs jobs for bots and the coach, one at a time in each of its processes."""

    def __init__(self, database: str, bots: int, coach: int) -> None:
        self._database = database
        self._id = secrets.token_hex(8)
        self._bots = [BotProcess() for _ in range(bots)]
        self._capacity: dict[Lane, int] = {"bots": bots, "coach": coach}
        self._free: dict[Lane, list[JobProcess]] = {
            "bots": list(self._bots),
            "coach": [CoachProcess() for _ in range(coach)],
        }
        self._processes = [process for processes in self._free.values() for process in processes]

    async def run(self, stop: asyncio.Event, ready: Callable[[], None], *, compile_ahead: bool) -> None:
        """Work until `stop` is set, then finish running jobs if they do not take long.

        :raises CannotServe: if the database cannot be used at the start.
        """
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(self._close)
            await self._connect_once()
            if compile_ahead and self._bots:
                self._bots[0].compile_ahead()
            deadline = asyncio.get_running_loop().time() + PREPARATION_S
            # A bot that fails here, as on a machine that is too busy, also fails when a server asks for it.
            warm_ups = (process.run(WARM_UP_JOB, deadline) for process in self._bots)
            await asyncio.gather(*warm_ups, return_exceptions=True)
            while not stop.is_set():
                try:
                    await self._work(stop, ready)
                except store.ERRORS as error:
                    logger.warning("the database does not answer: %s", reason_of(error))
                except Exception:
                    logger.exception("the worker connects again after an unexpected error")
                ready = do_nothing
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(RECONNECT_S):
                        await stop.wait()

    async def _connect_once(self) -> None:
        try:
            async with JobStore.open(self._database):
                pass
        except StoreError as error:
            raise CannotServe(str(error)) from None
        except store.ERRORS as error:
            raise CannotServe(f"cannot open the database: {reason_of(error)}") from None

    async def _close(self) -> None:
        await asyncio.gather(*(process.close() for process in self._processes))

    async def _work(self, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        """Take and run jobs over one connection, until `stop` is set or the connection is lost."""
        async with JobStore.open(self._database) as jobs:
            hand_back = asyncio.Event()
            jobs.on_disconnected(hand_back.set)
            await jobs.listen_for_preparations(self._prepare)
            manager = LimitedQueueManager(jobs.queries, channel=store.TABLES.channel)
            for lane, count in self._capacity.items():
                if count:
                    name = QueueEntrypoint(store.entrypoint(lane))
                    manager.capacity[name] = count
                    manager.entrypoint(name, accepts_context=False)(partial(self._run_job, jobs, hand_back, lane))
            working = asyncio.create_task(
                manager.run(
                    dequeue_timeout=timedelta(seconds=MAX_IDLE_S),
                    batch_size=1,
                    shutdown_on_listener_failure=True,
                    heartbeat_timeout=timedelta(milliseconds=settings.worker_timeout_ms),
                    log_aggregation_interval=timedelta(0),
                ),
                name="jobs",
            )
            beating = asyncio.create_task(self._beat(jobs, ready), name="beat")
            stopping = asyncio.create_task(stop.wait(), name="stop")
            try:
                await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
                beating.cancel()
                if not working.done():
                    await jobs.retire(self._id)
                    manager.shutdown.set()
                    await asyncio.wait({working}, timeout=SHUTDOWN_TIMEOUT_S)
                    hand_back.set()
                await working
            finally:
                jobs.disconnect()
                for task in (beating, stopping, working):
                    task.cancel()
                await asyncio.gather(beating, stopping, working, return_exceptions=True)

    async def _beat(self, jobs: JobStore, ready: Callable[[], None]) -> None:
        """Send heartbeats; disconnect if the database does not answer, because a worker without them counts as lost."""
        pruned_at = -PRUNING_S
        clock = asyncio.get_running_loop().time
        try:
            while True:
                async with asyncio.timeout(settings.worker_timeout_ms / 1000):
                    await jobs.beat(self._id, self._capacity["bots"], self._capacity["coach"])
                ready()
                ready = do_nothing
                if clock() - pruned_at > PRUNING_S:
                    pruned_at = clock()
                    await jobs.prune()
                await asyncio.sleep(HEARTBEAT_S)
        except store.ERRORS:
            jobs.disconnect()
        except Exception:
            logger.exception("no heartbeat can be sent")
            jobs.disconnect()

    def _prepare(self, announced: str) -> None:
        # Servers with another format may announce jobs that this worker does not know.
        with contextlib.suppress(msgspec.MsgspecError, ValueError):
            job = _announced_decoder.decode(announced).read()
            for process in self._bots:
                process.prepare(job)

    async def _run_job(self, jobs: JobStore, hand_back: asyncio.Event, lane: Lane, row: QueueRow) -> None:
        """Run a job and send its result.

        :raises RetryRequested: if another worker must run it.
        """
        try:
            queued = _job_decoder.decode(row.payload or b"")
        except msgspec.MsgspecError as error:
            logger.error("what waits for %s is no job: %s", lane, error)
            return
        # Both times are those of the database: of the insertion, and of the latest pick.
        left_s = queued.left_s - (row.updated - row.created).total_seconds()
        if left_s + settings.bot_grace_s < 0:
            # Nobody waits for it.
            return
        if not self._free[lane]:
            # A process still runs a job of an earlier connection.
            raise RetryRequested(timedelta(seconds=RECONNECT_S))
        process = self._free[lane].pop()
        work = asyncio.create_task(self._result(process, lane, queued, left_s), name=lane)
        work.add_done_callback(lambda _: self._free[lane].append(process))
        waiting = asyncio.create_task(hand_back.wait(), name="hand back")
        await asyncio.wait({work, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not work.done():
            raise RetryRequested
        await jobs.send_result(queued.by, work.result())

    async def _result(self, process: JobProcess, lane: Lane, queued: QueuedJob, left_s: float) -> JobResult:
        outcome = "done"
        try:
            job = queued.job.read()
            if not isinstance(job, BotJob if lane == "bots" else CoachJob):
                raise ValueError("this job waited in the wrong place")
            result = JobResult(queued.id, encoded(await process.run(job, asyncio.get_running_loop().time() + left_s)))
        except Refused as refusal:
            outcome = str(refusal.reason)
            if refusal.reason == TableReason.INTERNAL:
                logger.error("a job for %s failed: %s", lane, refusal)
            result = JobResult(queued.id, reason=refusal.reason, message=str(refusal), rule=refusal.rule)
        except Exception as error:  # noqa: BLE001 -- without a result, its server would wait for it
            outcome = "failed"
            logger.error("a job for %s failed: %s: %s", lane, type(error).__name__, error)
            result = JobResult(queued.id, reason=TableReason.INTERNAL, message=str(error))
        jobs_done.labels(lane, outcome).inc()
        return result


def run_worker(
    *,
    database: str,
    bots: int = 1,
    coach: int = 1,
    compile_ahead: bool = False,
    metrics: int | None = None,
    json_logs: bool = False,
    ready: Callable[[], None] = do_nothing,
) -> None:
    """Work until interrupted.

    :param database: the URL of the PostgreSQL database of the servers, which holds the job queue.
    :param bots: number of processes for bots.
    :param coach: number of processes for the coach, which run at low priority.
    :param compile_ahead: compile the bots' code at the start.
    :param metrics: the port on the loopback interface that serves metrics to Prometheus; None: none.
    :param json_logs: write log lines as JSON objects.
    :param ready: called once the worker takes jobs.
    :raises CannotServe: if the worker cannot start.
    """
    if not bots + coach:
        raise CannotServe("the worker has no jobs: set --bots or --coach")
    logging_setup.set_up(as_json=json_logs)
    # Knobel's own lines tell of a lost database and of failed jobs.
    logging.getLogger("pgqueuer").setLevel(logging.CRITICAL)

    async def run() -> None:
        stop = asyncio.Event()
        on_stop(stop.set)
        await Worker(database, bots, coach).run(stop, report_ready, compile_ahead=compile_ahead)

    def report_ready() -> None:
        logging_setup.LIFECYCLE.info("the worker takes jobs: %s for bots, %s for the coach", bots, coach)
        ready()

    with metrics_server(metrics), asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(run())
    logging_setup.LIFECYCLE.info("the worker has stopped")
