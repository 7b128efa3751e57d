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
from knobel.clock import monotonic_ms
from knobel.presentation.json import encode
from knobel.server.cluster import broker
from knobel.server.cluster.broker import Broker, QueueUnavailable
from knobel.server.compute.job import AnyJob, Decide, Lane, Posted, answer_type, to_wire
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

REFRESH_S = 0.5
"""Interval at which a job's status is checked, in seconds."""


class WorkerLost(Exception):
    """The worker that ran a job was lost, or the queue does not answer."""


class NoWorkers(WorkerLost):
    """The job is still in the queue, and no worker is left that could run it."""


@dataclass(slots=True)
class _Worker:
    """A worker's capacity by lane, and the time (monotonic ms) of its last heartbeat."""

    capacity: dict[str, int]
    last_seen_ms: int


@dataclass(slots=True)
class _PendingJob:
    """A job that is waited for, and the last time (monotonic ms) when it was in the queue or in a heartbeat."""

    result: asyncio.Future[broker.JobResult]
    last_seen_ms: int


class WorkerRegistry:
    """Registry of the live workers."""

    def __init__(self, process_id: str, note_broker: Broker) -> None:
        self._process_id, self._broker = process_id, note_broker
        self._workers: dict[str, _Worker] = {}
        self._pending: dict[str, _PendingJob] = {}

    @property
    def can_have_workers(self) -> bool:
        """True if the broker has a job queue, so that there can be workers."""
        return self._broker.jobs is not None

    def capacity(self, lane: Lane) -> int:
        """Return how many jobs of a lane the live workers can run at a time."""
        if not self._broker.connected:
            return 0
        since = monotonic_ms() - settings.worker_timeout_ms
        return sum(worker.capacity.get(lane, 0) for worker in self._workers.values() if worker.last_seen_ms > since)

    def prepare(self, job: Decide) -> None:
        """Make all workers load the data of a level at a game."""
        self._broker.send(encode(broker.PreparationRequest(job.game, dict(job.options), job.level)))

    async def run_job(self, lane: Lane, job: AnyJob, timeout_s: float) -> Any:
        """Run a job on a worker and return its result.

        :raises NobodyLeft: if the job is still in the queue and no workers are left.
        :raises Lost: if the worker that ran the job was lost, or the queue does not answer.
        :raises Refused: if the job fails, or takes more than `timeout_s` seconds.
        """
        queue, number = self._broker.jobs, secrets.token_hex(8)
        assert queue is not None, "there are workers"
        posted = encode(Posted(number, self._process_id, to_wire(job)))
        pending = self._pending[number] = _PendingJob(asyncio.get_running_loop().create_future(), monotonic_ms())
        try:
            async with asyncio.timeout(timeout_s):
                await queue.put(lane, posted)
                while not (await asyncio.wait([pending.result], timeout=REFRESH_S))[0]:
                    if await queue.is_queued(lane, posted):
                        if not self.capacity(lane):
                            raise NoWorkers(f"no worker for {lane} is left")
                        pending.last_seen_ms = monotonic_ms()
                    elif monotonic_ms() - pending.last_seen_ms > settings.worker_timeout_ms:
                        raise WorkerLost(f"a worker for {lane} was lost")
        except TimeoutError:
            raise Refused(TableReason.INTERNAL, f"no worker for {lane} answers") from None
        except QueueUnavailable:
            raise WorkerLost("the queue does not answer") from None
        finally:
            del self._pending[number]
            if not pending.result.done():
                with contextlib.suppress(QueueUnavailable, TimeoutError):
                    async with asyncio.timeout(REFRESH_S):
                        await queue.withdraw(lane, posted)
        return _read(pending.result.result(), answer_type(job))

    def receive_encoded(self, data: bytes) -> None:
        """Process a note of a worker. Notes of other versions are ignored."""
        with contextlib.suppress(msgspec.MsgspecError):
            self.receive(msgspec.json.decode(data, type=broker.WorkerNote))

    def receive(self, note: broker.WorkerNote) -> None:
        """Process a heartbeat or an answer of a worker."""
        match note:
            case broker.WorkerHeartbeat(by=worker, version=version, capacity=capacity, jobs=jobs):
                if version == __version__ and capacity:
                    self._workers[worker] = _Worker(capacity, monotonic_ms())
                else:
                    self._workers.pop(worker, None)
                for number in self._pending.keys() & set(jobs):
                    self._pending[number].last_seen_ms = monotonic_ms()
            case broker.JobResult(job=number):
                pending = self._pending.get(number)
                if pending is not None and not pending.result.done():
                    pending.result.set_result(note)


def _read(note: broker.JobResult, kind: Any) -> Any:
    if note.reason is not None:
        raise Refused(TableReason(note.reason), note.message, rule=note.rule)
    return msgspec.json.decode(note.answer, type=kind)
