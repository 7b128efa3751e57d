"""A worker: takes jobs of any server from the queue and runs them in processes of this machine."""

import asyncio
import logging
import secrets
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from knobel import __version__
from knobel.games import GAMES
from knobel.server.bus import broker
from knobel.server.bus.broker import Broker, NoQueue, broker_at
from knobel.server.jobs.bot_process import PREPARATION_S, BotProcess
from knobel.server.jobs.coach_process import CoachProcess
from knobel.server.jobs.job import Call, Decide, Lane, Posted
from knobel.server.run.serve import CannotServe, quick_loop, telling
from knobel.server.runtime import logging_setup
from knobel.server.runtime.json import encode, encoded
from knobel.server.runtime.metrics import jobs as jobs_done
from knobel.tables.reasons import Refused, TableReason

logger = logging.getLogger("knobel")

HEARTBEAT_S = 0.5
"""Seconds between two heartbeats."""
WAIT = 1.0
"""Maximum number of seconds to wait for a job before checking whether to end."""
PAUSE = 0.5
"""Seconds before a queue that does not answer is tried again."""
LAST = 3.0
"""Seconds in which a worker that was told to end may finish its jobs."""

FIRST = Decide(next(iter(GAMES)), {}, None, 0, "casual")
"""A question that starts a bot process before its first job."""

T = TypeVar("T", Decide, Call)

_posted = msgspec.json.Decoder(Posted)
_heard = msgspec.json.Decoder(broker.Prepare | broker.Process)


class Worker:
    """Runs jobs for bots and the coach, one at a time in each of its processes."""

    def __init__(self, carrier: Broker, bots: int, coach: int) -> None:
        assert carrier.jobs is not None, "a broker with a queue"
        self._broker, self._queue = carrier, carrier.jobs
        self._process_id = secrets.token_hex(8)
        self._bots = [BotProcess() for _ in range(bots)]
        self._coaches = [CoachProcess() for _ in range(coach)]
        self._at_work: set[str] = set()
        """The ids of the jobs that are running."""
        self._ending = False

    async def run(self, stop: asyncio.Event, ready: Callable[[], None], *, compile_ahead: bool) -> None:
        """Work until `stop` is set, then finish running jobs if they do not take long."""
        if compile_ahead and self._bots:
            self._bots[0].compile_ahead()
        soon = asyncio.get_running_loop().time() + PREPARATION_S
        await asyncio.gather(*(process.choose(FIRST, soon) for process in self._bots))
        await self._broker.open(self._process_id, self._hear, self._beat)
        beating = asyncio.create_task(self._beat_always(), name="beat")
        working = [asyncio.create_task(self._work("bots", self._decide(each)), name="bots") for each in self._bots]
        working += [asyncio.create_task(self._work("coach", self._call(each)), name="coach") for each in self._coaches]
        ready()
        await stop.wait()
        self._ending = True
        self._beat()
        await asyncio.wait(working, timeout=LAST)
        for task in (beating, *working):
            task.cancel()
        bots, coaches = (each.close() for each in self._bots), (each.close() for each in self._coaches)
        await asyncio.gather(beating, *working, *bots, *coaches, return_exceptions=True)
        await self._broker.close()

    def _hear(self, data: bytes) -> None:
        try:
            note = _heard.decode(data)
        except msgspec.MsgspecError:
            # A note between servers.
            return
        if isinstance(note, broker.Process):
            self._beat()
            return
        for process in self._bots:
            process.prepare(Decide(note.game, note.options, None, 0, note.level))

    async def _beat_always(self) -> None:
        while True:
            self._beat()
            await asyncio.sleep(HEARTBEAT_S)

    def _beat(self) -> None:
        at_once = {} if self._ending else {"bots": len(self._bots), "coach": len(self._coaches)}
        if self._broker.connected:
            self._broker.tell(encode(broker.Working(self._process_id, __version__, at_once, list(self._at_work))))

    async def _work(self, lane: Lane, do: Callable[[Posted], Awaitable[object]]) -> None:
        while not self._ending:
            try:
                data = await self._queue.take(lane, WAIT)
            except NoQueue as error:
                logger.debug("no jobs: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            if data is not None:
                await self._take(lane, data, do)

    async def _take(self, lane: Lane, data: bytes, do: Callable[[Posted], Awaitable[object]]) -> None:
        try:
            posted = _posted.decode(data)
        except msgspec.MsgspecError as error:
            logger.error("what waits for %s is no job: %s", lane, error)
            return
        self._at_work.add(posted.id)
        outcome = "done"
        try:
            note = broker.Answered(posted.id, encoded(await do(posted)))
        except Refused as refusal:
            outcome = str(refusal.reason)
            note = broker.Answered(posted.id, encoded(None), refusal.reason, str(refusal), refusal.rule)
        except (RuntimeError, ValueError) as error:
            # The bot failed, or the job is invalid.
            outcome = "failed"
            logger.error("a job for %s failed: %s", lane, error)
            note = broker.Answered(posted.id, encoded(None), TableReason.INTERNAL, str(error))
        finally:
            self._at_work.discard(posted.id)
        jobs_done.labels(lane, outcome).inc()
        self._broker.tell(encode(note), posted.by)

    @staticmethod
    def _decide(process: BotProcess) -> Callable[[Posted], Awaitable[object]]:
        async def decide(posted: Posted) -> str:
            what = _what(posted, Decide)
            return await process.choose(what, asyncio.get_running_loop().time() + what.left_s)

        return decide

    @staticmethod
    def _call(process: CoachProcess) -> Callable[[Posted], Awaitable[object]]:
        async def call(posted: Posted) -> object:
            return await process.do(_what(posted, Call))

        return call


def _what(posted: Posted, kind: type[T]) -> T:
    """Return the job.

    :raises ValueError: if it is invalid, or of another kind.
    """
    job = posted.what.read()
    if not isinstance(job, kind):
        raise ValueError("this job waited in the wrong place")
    return job


def work(
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
        carrier = broker_at(broker)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    logging_setup.set_up(as_json=json_logs)

    async def run() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await Worker(carrier, bots, coach).run(stop, ready, compile_ahead=compile_ahead)

    with telling(metrics), asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(run())
