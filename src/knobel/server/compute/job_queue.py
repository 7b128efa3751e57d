"""The jobs that this server has posted to workers (`knobel worker`), and the number of jobs that live workers can run.

PgQueuer (`store`) queues the jobs in PostgreSQL, and lets another worker run the job of one that was lost. A job may
therefore run twice, and its first result counts.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from knobel.optional_packages import how_to_install
from knobel.presentation.json import encode
from knobel.server.compute.job import BotJob, Job, JobResult, Lane, QueuedJob, result_type, to_wire
from knobel.server.database.reasons import reason_of
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

if TYPE_CHECKING:
    from knobel.server.compute.store import JobStore, StoredResult

logger = logging.getLogger("knobel")

REFRESH_S = 0.5
"""Seconds between two reads of the live workers, and before a lost connection is tried again."""


class WorkersLost(Exception):
    """No worker is left that could run the job, or the database does not answer."""


class _PostedJob(NamedTuple):
    lane: Lane
    result: asyncio.Future[JobResult]


class JobQueue:
    """Posts jobs to workers. Without a shared database there are no workers."""

    def __init__(self, process_id: str = "", database: str = "") -> None:
        """
        :param process_id: the id of this process, under which the workers send their results.
        :param database: the address of a PostgreSQL database; empty: there are no workers.
        """
        self._process_id, self._database = process_id, database
        self._store: JobStore | None = None
        self._capacity: Mapping[str, int] = {}
        self._posted: dict[str, _PostedJob] = {}
        self._has_looked = asyncio.Event()
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        """Connect to the database and look for workers, until `close`."""
        if self._database:
            self._tasks.start_lasting(lambda: self._stay_connected(self._database), "job queue")
        else:
            self._has_looked.set()

    async def close(self) -> None:
        """Disconnect."""
        await self._tasks.close()

    def capacity(self, lane: Lane) -> int:
        """Return how many jobs of a lane the live workers can run at a time."""
        return self._capacity.get(lane, 0)

    async def has_workers(self, lane: Lane) -> bool:
        """True if there are live workers for a lane; waits until the first look for them, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(settings.worker_timeout_ms / 1000):
                await self._has_looked.wait()
        return bool(self.capacity(lane))

    def prepare(self, job: BotJob) -> None:
        """Make all workers load the data of a level at a game."""
        if self._store is not None:
            self._start_ignoring_errors(self._store, self._store.announce(encode(to_wire(job))))

    async def run(self, lane: Lane, job: Job, deadline: float) -> Any:
        """Run a job on a worker, and return its result.

        :param deadline: on the event loop's clock.
        :raises WorkersLost: if no worker is left, or the database does not answer.
        :raises Refused: if the job fails, or does not end in time.
        """
        if self._store is None:
            raise WorkersLost("the job queue does not answer")
        store, loop, id_ = self._store, asyncio.get_running_loop(), secrets.token_hex(8)
        posted = self._posted[id_] = _PostedJob(lane, loop.create_future())
        number = result = None
        try:
            async with asyncio.timeout_at(deadline + settings.bot_grace_s):
                left_s = deadline - loop.time()
                number = await store.post(lane, QueuedJob(id_, self._process_id, left_s, to_wire(job)))
                result = await posted.result
        except TimeoutError:
            raise Refused(TableReason.INTERNAL, f"no worker for {lane} answers") from None
        except store.errors as error:
            raise WorkersLost(f"the job queue does not answer: {reason_of(error)}") from None
        finally:
            del self._posted[id_]
            if number is not None and result is None:
                self._start_ignoring_errors(store, store.withdraw(number))
        if result.reason is not None:
            raise Refused(TableReason(result.reason), result.message, rule=result.rule)
        return msgspec.json.decode(result.value, type=result_type(job))

    # --- the connection -----------------------------------------------------------------------------------------------

    async def _stay_connected(self, database: str) -> None:
        try:
            from knobel.server.compute.store import JobStore  # noqa: PLC0415 -- optional dependency
        except ModuleNotFoundError:
            logger.info("workers need more than Knobel alone on the server: %s", how_to_install("servers"))
            self._has_looked.set()
            return
        was_lost = False
        while True:
            try:
                async with JobStore.open(database) as store:
                    await store.listen_for_results(self._process_id, lambda found: self._receive(store, found))
                    self._store = store
                    if was_lost:
                        logger.warning("the job queue answers again")
                    was_lost = False
                    await self._look_for_workers(store)
            except JobStore.errors as error:
                if not was_lost:
                    logger.warning("the job queue does not answer: %s", reason_of(error))
                was_lost = True
            finally:
                self._store = None
                self._set_capacity({})
            await asyncio.sleep(REFRESH_S)

    async def _look_for_workers(self, store: "JobStore") -> None:
        while True:
            async with asyncio.timeout(settings.worker_timeout_ms / 1000):
                self._set_capacity(await store.capacity())
            self._has_looked.set()
            await asyncio.sleep(REFRESH_S)

    def _set_capacity(self, capacity: Mapping[str, int]) -> None:
        self._capacity = capacity
        for posted in self._posted.values():
            if not self.capacity(posted.lane) and not posted.result.done():
                posted.result.set_exception(WorkersLost(f"no worker for {posted.lane} is left"))

    def _receive(self, store: "JobStore", found: "JobResult | StoredResult") -> None:
        if isinstance(found, JobResult):
            self._settle(found)
        elif found.id in self._posted:
            self._start_ignoring_errors(store, self._take_result(store, found.id))

    async def _take_result(self, store: "JobStore", id_: str) -> None:
        result = await store.take_result(id_)
        if result is not None:
            self._settle(result)

    def _settle(self, result: JobResult) -> None:
        posted = self._posted.get(result.id)
        if posted is not None and not posted.result.done():
            posted.result.set_result(result)

    def _start_ignoring_errors(self, store: "JobStore", work: Coroutine[Any, Any, None]) -> None:
        """Start work on the database whose failure affects no job."""

        async def run() -> None:
            with contextlib.suppress(*store.errors):
                await work

        self._tasks.start(run(), "job queue")
