"""Registry of the workers (`knobel worker`), on this machine or others, and the jobs sent to them over the broker.

The caller is responsible for its job. A job counts as lost if it is neither in the queue nor in the heartbeat of a
worker; the caller then retries it or runs it elsewhere. So neither a queue that loses jobs nor a worker that dies does
harm.
"""

import asyncio
import contextlib
import secrets
from dataclasses import dataclass
from typing import Any

import msgspec

from knobel import __version__
from knobel.server.bus import broker
from knobel.server.bus.broker import Broker, NoQueue
from knobel.server.jobs.job import AnyJob, Decide, Lane, Posted, answer_type, wired
from knobel.server.runtime.clock import ticks
from knobel.server.runtime.json import encode
from knobel.tables.reasons import Refused, TableReason

SILENCE_MS = 2_000
"""Milliseconds without a heartbeat after which a worker, or a job, counts as lost."""
REFRESH_S = 0.5
"""Interval at which a job's status is checked, in seconds."""


class Lost(Exception):
    """The worker that ran a job was lost, or the queue does not answer."""


class NobodyLeft(Lost):
    """The job is still in the queue, and no worker is left that could run it."""


@dataclass(slots=True)
class _Worker:
    """A worker's capacity by lane, and the time (ticks) of its last heartbeat."""

    at_once: dict[str, int]
    heard: int


@dataclass(slots=True)
class _Waiting:
    """A job that is waited for, and the last time (ticks) when it was in the queue or in a heartbeat."""

    answer: asyncio.Future[broker.Answered]
    heard: int


class WorkerRegistry:
    """Registry of the live workers."""

    def __init__(self, me: str, carrier: Broker) -> None:
        self._process_id, self._broker = me, carrier
        self._workers: dict[str, _Worker] = {}
        self._waiting: dict[str, _Waiting] = {}

    @property
    def possible(self) -> bool:
        """True if the broker has a job queue, so that there can be workers."""
        return self._broker.jobs is not None

    def at_once(self, lane: Lane) -> int:
        """Return how many jobs of a lane the live workers can run at a time."""
        if not self._broker.connected:
            return 0
        since = ticks() - SILENCE_MS
        return sum(worker.at_once.get(lane, 0) for worker in self._workers.values() if worker.heard > since)

    def prepare(self, what: Decide) -> None:
        """Make all workers load the data of a level at a game."""
        self._broker.tell(encode(broker.Prepare(what.game, dict(what.options), what.level)))

    async def ask(self, lane: Lane, what: AnyJob, timeout_s: float) -> Any:
        """Run a job on a worker and return its result.

        :raises NobodyLeft: if the job is still in the queue and no workers are left.
        :raises Lost: if the worker that ran the job was lost, or the queue does not answer.
        :raises Refused: if the job fails, or takes more than `timeout_s` seconds.
        """
        queue, number = self._broker.jobs, secrets.token_hex(8)
        assert queue is not None, "there are workers"
        job = encode(Posted(number, self._process_id, wired(what)))
        waiting = self._waiting[number] = _Waiting(asyncio.get_running_loop().create_future(), ticks())
        try:
            async with asyncio.timeout(timeout_s):
                await queue.put(lane, job)
                while not (await asyncio.wait([waiting.answer], timeout=REFRESH_S))[0]:
                    if await queue.waits(lane, job):
                        if not self.at_once(lane):
                            raise NobodyLeft(f"no worker for {lane} is left")
                        waiting.heard = ticks()
                    elif ticks() - waiting.heard > SILENCE_MS:
                        raise Lost(f"a worker for {lane} was lost")
        except TimeoutError:
            raise Refused(TableReason.INTERNAL, f"no worker for {lane} answers") from None
        except NoQueue:
            raise Lost("the queue does not answer") from None
        finally:
            del self._waiting[number]
            if not waiting.answer.done():
                with contextlib.suppress(NoQueue, TimeoutError):
                    async with asyncio.timeout(REFRESH_S):
                        await queue.withdraw(lane, job)
        return _read(waiting.answer.result(), answer_type(what))

    def heard(self, note: broker.OfWorkers) -> None:
        """Process a heartbeat or an answer of a worker."""
        match note:
            case broker.Working(by=by, version=version, at_once=at_once, jobs=jobs):
                if version == __version__ and at_once:
                    self._workers[by] = _Worker(at_once, ticks())
                else:
                    self._workers.pop(by, None)
                for number in self._waiting.keys() & set(jobs):
                    self._waiting[number].heard = ticks()
            case broker.Answered(job=number):
                waiting = self._waiting.get(number)
                if waiting is not None and not waiting.answer.done():
                    waiting.answer.set_result(note)


def _read(note: broker.Answered, kind: Any) -> Any:
    if note.reason is not None:
        raise Refused(TableReason(note.reason), note.message, rule=note.rule)
    return msgspec.json.decode(note.answer, type=kind)
