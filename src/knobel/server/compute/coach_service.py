"""The server's coach: a job queue, fair by household and person. Workers run the jobs; without workers, a process does.

A review runs in steps of a fraction of a second. Each step waits in the queue again, so a long review delays other
people by no more than one step. Hints in running games go before reviews, and comparisons by rollouts after them. The
luck of finished games, for ratings, is computed when nobody waits.

The review of a game at a table is stored beside the results until the engine's stamp changes, or until a person in it
is erased.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from knobel.engines import Effort
from knobel.optional_packages import has_compiler
from knobel.server.cluster.broker import NoBroker
from knobel.server.compute import coach_jobs
from knobel.server.compute.coach_admission import (
    SECONDS_A_LINE,
    SECONDS_A_POSITION,
    Admission,
    Estimates,
    count_lines,
    job_kind,
)
from knobel.server.compute.coach_process import TIMEOUT_S, CoachProcess
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.job import Call
from knobel.server.compute.request_queue import RequestQueue
from knobel.server.compute.worker_registry import WorkerLost, WorkerRegistry
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict, Store
from knobel.server.practice.reviews.store import Reviews
from knobel.server.practice.store import Practice
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

MAX_JOBS_PER_PERSON = 1
"""Maximum number of jobs of one person that run at a time."""
NO_OWNER = JobOwner("", "")
"""The owner of jobs that only prepare."""
COMPARISON_S = 20.0
"""Processor time of a comparison by rollouts, in seconds, after which it ends."""
COMPARISON_TIMEOUT_S = 60.0
"""Seconds after which a comparison ends even if it had to wait for other jobs."""
ATTEMPTS = 3
"""Number of attempts before a job fails because its workers were lost."""


class Coach:
    """Reviews games and assesses positions, through workers or a process of this machine."""

    def __init__(
        self,
        store: Store,
        worker_registry: WorkerRegistry | None = None,
        is_hint_likely: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_hint_likely` returns true if a player may soon ask for a hint; then an idle process is not stopped."""
        self._worker_registry = worker_registry or WorkerRegistry("", NoBroker())
        self._prepared: set[tuple[str, str]] = set()
        """Games and options for which the process was prepared."""
        self._preparing: set[asyncio.Task[None]] = set()
        self.practice = Practice(store)
        self._stored = Reviews(store, self.practice)
        self._process = CoachProcess(is_hint_likely, self._prepared.clear)
        self._requests: RequestQueue[Call, Any] = RequestQueue(
            "coach", self._answer, lambda: self._worker_registry.capacity("coach"), MAX_JOBS_PER_PERSON
        )
        self._estimates = Estimates()
        self.reviews, self.hints = Admission(settings.household_review_s), Admission(settings.household_hint_s)
        self._stamps: dict[tuple[str, str], str] = {}
        self._reviewing: dict[tuple[str, int, str], asyncio.Task[bytes]] = {}
        """Running reviews by table, first event and household; households do not wait in each other's queues."""
        self._closed = False

    def prepare(self, game: str, options: Mapping[str, Any]) -> None:
        """Make the process load its data of a game, ahead of the first request."""
        what = game, str(sorted(options.items()))
        if what in self._prepared or self._closed:
            return
        self._prepared.add(what)
        task = asyncio.create_task(self._prepare(game, dict(options)), name=f"prepare the coach for {game}")
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    async def _prepare(self, game: str, options: Mapping[str, Any]) -> None:
        # A later request reports the error.
        with contextlib.suppress(Refused):
            await self._submit(NO_OWNER, coach_jobs.prepare, game, options, urgent=True)

    async def review(self, record: str, owner: JobOwner) -> bytes:
        """Return the review of the finished game in a record, as a `CoachReview` in JSON.

        :raises Refused: `bad_record`, `rate_limited`, `internal`.
        """
        return (await self._review(record, owner)).data

    async def _review(self, record: str, owner: JobOwner, *, idle: bool = False) -> coach_jobs.Reviewed:
        kind, lines = job_kind("review", record), count_lines(record)
        estimate = self._estimates.seconds(kind, lines, SECONDS_A_LINE)
        with self.reviews.admit(owner.household, estimate, record, begun=idle):
            progress, seconds = b"", 0.0
            while True:
                step: coach_jobs.ReviewStep = await self._submit(owner, coach_jobs.review, record, progress, idle=idle)
                seconds += step.seconds
                if step.done is not None:
                    self._estimates.learn(kind, lines, seconds)
                    return step.done
                progress = step.progress

    async def luck(self, record: str, seats: Sequence[int]) -> tuple[dict[int, float], str]:
        """Return the luck of seats in the finished game in a record, in points, and a hash of the engine.

        :raises Refused: `bad_record`, `rate_limited`, `internal`.
        """
        progress = b""
        while True:
            step: coach_jobs.LuckStep = await self._submit(
                NO_OWNER, coach_jobs.luck, record, seats, progress, idle=True
            )
            if step.done is not None:
                return step.done, step.engine
            progress = step.progress

    async def judge(self, record: str, seat: int, action: str, owner: JobOwner) -> bytes:
        """Return the value of a seat's action at the end of a record, as a `CoachDecision` in JSON.

        :raises Refused: as `review`.
        """
        with self.reviews.admit(owner.household, SECONDS_A_POSITION["master"], record):
            return bytes(await self._submit(owner, coach_jobs.judge, record, seat, action))

    async def assess(
        self,
        record: str,
        seat: int | None,
        effort: Effort,
        owner: JobOwner,
        *,
        hint: bool = False,
        begun: bool = False,
    ) -> bytes:
        """Return the assessment of a seat's choices at the end of a record, as a `CoachAssessment` in JSON.

        :param hint: the game is running and the seat's player waits, so the job goes before reviews.
        :param begun: the job follows a quicker assessment of the same position, so the work limit does not apply.
        :raises Refused: as `review`.
        """
        kind, admission = job_kind(effort, record), self.hints if hint else self.reviews
        seconds = self._estimates.seconds(kind, 1, SECONDS_A_POSITION[effort])
        with admission.admit(owner.household, seconds, record, begun=begun):
            found: coach_jobs.Assessed = await self._submit(owner, coach_jobs.assess, record, seat, effort, urgent=hint)
        self._estimates.learn(kind, 1, found.seconds)
        return found.data

    async def compare(
        self, record: str, seat: int, action: str, other: str, owner: JobOwner, *, hint: bool = False
    ) -> AsyncGenerator[bytes]:
        """Yield comparisons of two actions of a seat at the end of a record, each a `CoachComparison` in JSON.

        The work stops when the iterator is closed or its consumer is cancelled.

        :param hint: the game is running, so the limit of hints applies.
        :raises Refused: as `review`.
        """
        until, seconds, progress = asyncio.get_running_loop().time() + COMPARISON_TIMEOUT_S, 0.0, b""
        with (self.hints if hint else self.reviews).admit(owner.household, COMPARISON_S, record):
            while seconds < COMPARISON_S and asyncio.get_running_loop().time() < until:
                step: coach_jobs.ComparisonStep = await self._submit(
                    owner, coach_jobs.compare, record, seat, action, other, progress, background=True
                )
                if step.data:
                    yield step.data
                if step.done:
                    return
                seconds, progress = seconds + step.seconds, step.progress

    async def review_table(
        self,
        table: str,
        first: int,
        game: str,
        options: Mapping[str, Any],
        record: Callable[[], Any],
        owner: JobOwner = NO_OWNER,
    ) -> bytes:
        """Return the stored review of the game that began at seq `first` at a table, or make and store a new one.

        :param record: coroutine function that returns the game's record; called only for a new review.
        :param owner: the person who waits for it. Without one, the work waits until no person waits.
        :raises Refused: as `review`, and `storage`.
        """
        key = table, first, owner.household
        if key not in self._reviewing:
            work = self._review_table(table, first, game, options, record, owner)
            task = self._reviewing[key] = asyncio.create_task(work, name=f"review {table}")
            task.add_done_callback(lambda _: self._reviewing.pop(key, None))
        return await asyncio.shield(self._reviewing[key])

    async def _review_table(
        self, table: str, first: int, game: str, options: Mapping[str, Any], record: Callable[[], Any], owner: JobOwner
    ) -> bytes:
        stamp = await self._stamp(game, options, owner)
        data = await self._stored.find(table, first, stamp)
        if data is not None:
            with contextlib.suppress(Conflict, StoreError):
                if await self.practice.lacks_skills(table, first):
                    await self.practice.store_skills(table, first, await self._submit(owner, coach_jobs.skills, data))
            return data.encode()
        found = await self._review(await record(), owner, idle=owner == NO_OWNER)
        # If the review cannot be stored, it is returned all the same.
        with contextlib.suppress(Conflict, StoreError):
            await self._stored.replace(table, first, stamp, found.data.decode(), found.skills)
        return found.data

    async def _stamp(self, game: str, options: Mapping[str, Any], owner: JobOwner) -> str:
        key = game, str(sorted(options.items()))
        if key not in self._stamps:
            self._stamps[key] = await self._submit(owner, coach_jobs.stamp, game, dict(options), urgent=True)
        return self._stamps[key]

    async def close(self) -> None:
        """Cancel all jobs, and stop the process."""
        self._closed = True
        for task in (*self._reviewing.values(), *self._preparing):
            task.cancel()
        await asyncio.gather(self._requests.close(), self._process.close())

    async def _submit(
        self,
        owner: JobOwner,
        job: Callable[..., Any],
        *arguments: Any,
        urgent: bool = False,
        background: bool = False,
        idle: bool = False,
    ) -> Any:
        if self._closed:
            raise Refused(TableReason.RATE_LIMITED, "the server restarts")
        if not (has_compiler() or self._worker_registry.capacity("coach")):
            raise Refused(TableReason.NO_COACH, "this server has no coach")
        call = Call(job, arguments)
        return await self._requests.submit(owner, call, urgent=urgent, background=background, idle=idle)

    async def _answer(self, what: Call) -> Any:
        for _attempt in range(ATTEMPTS):
            if not self._worker_registry.capacity("coach"):
                return await self._process.run(what)
            self._process.stop_if_idle()
            with contextlib.suppress(WorkerLost):
                return await self._worker_registry.run_job("coach", what, TIMEOUT_S)
        raise Refused(TableReason.INTERNAL, "the coach does not answer")
