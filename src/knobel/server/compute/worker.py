"""A worker: takes jobs of any server from the queue and runs them in processes of this machine."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from knobel import __version__
from knobel.games import GAMES
from knobel.presentation.json import encode, encoded
from knobel.server.cluster import broker
from knobel.server.cluster.broker import Broker, QueueUnavailable, broker_at
from knobel.server.compute.bot_process import PREPARATION_S, BotProcess
from knobel.server.compute.coach_process import CoachProcess
from knobel.server.compute.job import Call, Decide, Lane, Posted
from knobel.server.runtime import logging_setup
from knobel.server.runtime.metrics import jobs as jobs_done
from knobel.server.runtime.startup import CannotServe, event_loop_factory, metrics_server
from knobel.server.runtime.stop_signals import on_stop
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

HEARTBEAT_S = 0.5
"""Seconds between two heartbeats."""
JOB_POLL_S = 1.0
"""Maximum number of seconds to wait for a job before checking whether to end."""
QUEUE_RETRY_S = 0.5
"""Seconds before a queue that does not answer is tried again."""
SHUTDOWN_TIMEOUT_S = 3.0
"""Seconds in which a worker may finish its jobs after it was asked to end."""

WARM_UP_JOB = Decide(next(iter(GAMES)), {}, None, 0, "casual")
"""A question that starts a bot process before its first job."""

T = TypeVar("T", Decide, Call)

_job_decoder = msgspec.json.Decoder(Posted)
_note_decoder = msgspec.json.Decoder(broker.PreparationRequest | broker.ProcessChanged)


class Worker:
    """Runs jobs for bots and the coach, one at a time in each of its processes."""

    def __init__(self, note_broker: Broker, bots: int, coach: int) -> None:
        assert note_broker.jobs is not None, "a broker with a queue"
        self._broker, self._queue = note_broker, note_broker.jobs
        self._process_id = secrets.token_hex(8)
        self._bots = [BotProcess() for _ in range(bots)]
        self._coaches = [CoachProcess() for _ in range(coach)]
        self._running_ids: set[str] = set()
        """The ids of the jobs that are running."""
        self._is_stopping = False

    async def run(self, stop: asyncio.Event, ready: Callable[[], None], *, compile_ahead: bool) -> None:
        """Work until `stop` is set, then finish running jobs if they do not take long."""
        if compile_ahead and self._bots:
            self._bots[0].compile_ahead()
        deadline = asyncio.get_running_loop().time() + PREPARATION_S
        await asyncio.gather(*(process.choose(WARM_UP_JOB, deadline) for process in self._bots))
        await self._broker.open(self._process_id, self._receive, self._send_heartbeat)
        heartbeats = asyncio.create_task(self._send_heartbeats(), name="beat")
        lanes = [
            asyncio.create_task(self._run_jobs("bots", self._bot_runner(each)), name="bots") for each in self._bots
        ]
        lanes += [
            asyncio.create_task(self._run_jobs("coach", self._coach_runner(each)), name="coach")
            for each in self._coaches
        ]
        ready()
        await stop.wait()
        self._is_stopping = True
        self._send_heartbeat()
        await asyncio.wait(lanes, timeout=SHUTDOWN_TIMEOUT_S)
        for task in (heartbeats, *lanes):
            task.cancel()
        bots, coaches = (each.close() for each in self._bots), (each.close() for each in self._coaches)
        await asyncio.gather(heartbeats, *lanes, *bots, *coaches, return_exceptions=True)
        await self._broker.close()

    def _receive(self, data: bytes) -> None:
        try:
            note = _note_decoder.decode(data)
        except msgspec.MsgspecError:
            # A note between servers.
            return
        if isinstance(note, broker.ProcessChanged):
            self._send_heartbeat()
            return
        for process in self._bots:
            process.prepare(Decide(note.game, note.options, None, 0, note.level))

    async def _send_heartbeats(self) -> None:
        while True:
            self._send_heartbeat()
            await asyncio.sleep(HEARTBEAT_S)

    def _send_heartbeat(self) -> None:
        capacity = {} if self._is_stopping else {"bots": len(self._bots), "coach": len(self._coaches)}
        if self._broker.connected:
            self._broker.send(
                encode(broker.WorkerHeartbeat(self._process_id, __version__, capacity, list(self._running_ids)))
            )

    async def _run_jobs(self, lane: Lane, run_posted: Callable[[Posted], Awaitable[object]]) -> None:
        while not self._is_stopping:
            try:
                data = await self._queue.take(lane, JOB_POLL_S)
            except QueueUnavailable as error:
                logger.debug("no jobs: %s", error)
                await asyncio.sleep(QUEUE_RETRY_S)
                continue
            if data is not None:
                await self._run_job(lane, data, run_posted)

    async def _run_job(self, lane: Lane, data: bytes, run_posted: Callable[[Posted], Awaitable[object]]) -> None:
        try:
            posted = _job_decoder.decode(data)
        except msgspec.MsgspecError as error:
            logger.error("what waits for %s is no job: %s", lane, error)
            return
        self._running_ids.add(posted.id)
        outcome = "done"
        try:
            note = broker.JobResult(posted.id, encoded(await run_posted(posted)))
        except Refused as refusal:
            outcome = str(refusal.reason)
            note = broker.JobResult(posted.id, encoded(None), refusal.reason, str(refusal), refusal.rule)
        except (RuntimeError, ValueError) as error:
            # The bot failed, or the job is invalid.
            outcome = "failed"
            logger.error("a job for %s failed: %s", lane, error)
            note = broker.JobResult(posted.id, encoded(None), TableReason.INTERNAL, str(error))
        finally:
            self._running_ids.discard(posted.id)
        jobs_done.labels(lane, outcome).inc()
        self._broker.send(encode(note), posted.by)

    @staticmethod
    def _bot_runner(process: BotProcess) -> Callable[[Posted], Awaitable[object]]:
        async def decide(posted: Posted) -> str:
            what = _decode_job(posted, Decide)
            return await process.choose(what, asyncio.get_running_loop().time() + what.left_s)

        return decide

    @staticmethod
    def _coach_runner(process: CoachProcess) -> Callable[[Posted], Awaitable[object]]:
        async def call(posted: Posted) -> object:
            return await process.run(_decode_job(posted, Call))

        return call


def _decode_job(posted: Posted, kind: type[T]) -> T:
    """Return the job.

    :raises ValueError: if it is invalid, or of another kind.
    """
    job = posted.what.read()
    if not isinstance(job, kind):
        raise ValueError("this job waited in the wrong place")
    return job


def run_worker(
    *,
    broker: str,
    bots: int = 1,
    coach: int = 1,
    compile_ahead: bool = False,
    metrics: int | None = None,
    json_logs: bool = False,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Work until interrupted.

    :param broker: the URL of the Redis that holds the job queue.
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
    try:
        note_broker = broker_at(broker)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    logging_setup.set_up(as_json=json_logs)

    async def run() -> None:
        stop = asyncio.Event()
        on_stop(stop.set)
        await Worker(note_broker, bots, coach).run(stop, report_ready, compile_ahead=compile_ahead)

    def report_ready() -> None:
        logging_setup.LIFECYCLE.info("the worker takes jobs: %s for bots, %s for the coach", bots, coach)
        ready()

    with metrics_server(metrics), asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(run())
    logging_setup.LIFECYCLE.info("the worker has stopped")
