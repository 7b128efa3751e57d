"""Dispatch of jobs in a fair order, to workers or to a process of this machine."""

import asyncio
from math import inf
from typing import Any, NamedTuple, Protocol

from knobel.server.compute.fair_queue import FairQueue, JobOwner, Priority
from knobel.server.compute.job import Job, Lane
from knobel.server.compute.job_queue import JobQueue, WorkersLost
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.tables.refusals import Refused, TableReason

MAX_WAIT_S = 300.0
"""Seconds after which a person who waits for a job is refused, on this machine or on a worker."""
MAX_JOB_S = 180.0
"""Maximum duration of a job in seconds. The first one also starts a process, and may have to compile kernels."""


class JobProcess(Protocol):
    """A process of this machine that runs jobs."""

    async def run(self, job: Any, deadline: float) -> Any:
        """Run a job, and return its result.

        :param deadline: on the event loop's clock.
        :raises Refused: if the job fails, or does not end in time.
        """

    def stop_if_idle(self) -> None:
        """Stop the process if no job waits for it; the next job starts another one."""

    async def close(self) -> None:
        """Stop the process, including a running job."""


class _Request(NamedTuple):
    """A job, its deadline, and the future of its result, which is cancelled when its caller is cancelled."""

    job: Job
    deadline: float
    result: asyncio.Future[Any]


class Dispatcher:
    """Runs the jobs of a lane, a bounded number at a time. Workers run them; without workers, a process here does."""

    def __init__(self, lane: Lane, process: JobProcess, job_queue: JobQueue, max_per_table: int) -> None:
        """
        :param process: runs the jobs while there are no workers.
        :param max_per_table: how many jobs of one table run at a time.
        """
        self._lane, self._process, self._job_queue = lane, process, job_queue
        self._waiting: FairQueue[_Request] = FairQueue(max_per_table)
        self._running: set[asyncio.Task[None]] = set()
        self._tasks = BackgroundTasks()
        self._is_dispatching = False
        self._closed = False

    def __len__(self) -> int:
        """Return the number of waiting jobs."""
        return len(self._waiting)

    async def submit(
        self, owner: JobOwner, job: Job, *, priority: Priority = Priority.NORMAL, deadline: float = inf
    ) -> Any:
        """Return the result of a job. Waiting callers are cancelled on `close`, and later ones immediately.

        :param deadline: on the event loop's clock.
        :raises Refused: if the job fails, or does not end in time; `rate_limited`, if it waits too long. A job with the
            priority `IDLE`, for which no person waits, may wait for ever.
        """
        request = _Request(job, deadline, asyncio.get_running_loop().create_future())
        if self._closed:
            request.result.cancel()
        elif not self._is_dispatching:
            self._is_dispatching = True
            self._tasks.start_lasting(self._dispatch, self._lane)
        self._waiting.put(owner, request, priority)
        try:
            async with asyncio.timeout(None if priority is Priority.IDLE else MAX_WAIT_S):
                return await request.result
        except TimeoutError:
            raise Refused(TableReason.RATE_LIMITED, "too many jobs wait: try again later") from None

    async def close(self) -> None:
        """Stop the process, and cancel all callers."""
        self._closed = True
        # The process at the same time, so that a cancelled job does not let a waiting one start.
        await asyncio.gather(self._cancel_all(), self._process.close())

    async def _cancel_all(self) -> None:
        await self._tasks.close()
        for request in self._waiting.clear():
            request.result.cancel()

    async def _dispatch(self) -> None:
        while True:
            while len(self._running) >= max(1, self._job_queue.capacity(self._lane)):
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            owner, request = await self._waiting.get()
            task = self._tasks.start(self._settle(owner, request), self._lane)
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _settle(self, owner: JobOwner, request: _Request) -> None:
        try:
            if request.result.done():
                return
            result = await self._run(request)
            if not request.result.done():
                request.result.set_result(result)
        except Exception as error:  # noqa: BLE001 -- raised in the caller
            if not request.result.done():
                request.result.set_exception(error)
        finally:
            request.result.cancel()
            self._waiting.done(owner)

    async def _run(self, request: _Request) -> Any:
        clock = asyncio.get_running_loop().time
        deadline = min(request.deadline, clock() + MAX_JOB_S)
        while self._job_queue.capacity(self._lane):
            self._process.stop_if_idle()
            try:
                return await self._job_queue.run(self._lane, request.job, deadline)
            except WorkersLost as error:
                if clock() >= deadline:
                    raise Refused(TableReason.INTERNAL, str(error)) from None
        return await self._process.run(request.job, deadline)
