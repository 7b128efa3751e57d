"""The server's coach: jobs in an order that is fair by household and person.

A review runs in steps of a fraction of a second. Each step waits in the queue again, so a long review delays other
people by no more than one step. Hints in running games go before reviews, and comparisons by rollouts after them. The
luck of finished games, for ratings, is computed when nobody waits, and pauses when many games end together.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from knobel.engines import Effort
from knobel.optional_packages import has_compiler
from knobel.presentation import coach_jobs, training
from knobel.presentation.coach_messages import SeatSkill
from knobel.server.compute import coach_preparation
from knobel.server.compute.coach_admission import (
    SECONDS_A_LINE,
    SECONDS_A_POSITION,
    Admission,
    Estimates,
    count_lines,
    job_kind,
)
from knobel.server.compute.coach_process import CoachProcess
from knobel.server.compute.dispatcher import Dispatcher
from knobel.server.compute.fair_queue import NO_OWNER, JobOwner, Priority
from knobel.server.compute.job import CoachJob
from knobel.server.compute.job_queue import JobQueue
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason
from knobel.token_bucket import TokenBucket

MAX_JOBS_PER_PERSON = 1
"""Maximum number of jobs of one person that run at a time."""
COMPARISON_S = 20.0
"""Processor time of a comparison by rollouts, in seconds, after which it ends."""
LUCK_BURST_S = 10.0
"""Seconds for which the luck of finished games may be computed without a pause after a time without such work."""


class CoachService:
    """Reviews games and assesses positions, through workers or a process of this machine."""

    def __init__(self, job_queue: JobQueue | None = None, is_hint_likely: Callable[[], bool] = lambda: False) -> None:
        """`is_hint_likely` returns true if a player may soon ask for a hint; then an idle process is not stopped."""
        self._job_queue = job_queue or JobQueue()
        self._prepared: set[tuple[str, str]] = set()
        """Games and options for which the process was prepared."""
        self._preparing = BackgroundTasks()
        self._process = CoachProcess(is_hint_likely, self._prepared.clear)
        self._dispatcher = Dispatcher("coach", self._process, self._job_queue, MAX_JOBS_PER_PERSON)
        self._estimates = Estimates()
        self.reviews, self.hints = Admission(settings.household_review_s), Admission(settings.household_hint_s)
        self._luck_seconds = TokenBucket(LUCK_BURST_S, settings.rating_share, time.monotonic())
        self._stamps: dict[tuple[str, str], str] = {}
        self._closed = False

    def prepare(self, game: str, options: Mapping[str, Any]) -> None:
        """Make the process load its data of a game, ahead of the first request."""
        what = game, str(sorted(options.items()))
        if what in self._prepared or self._closed:
            return
        self._prepared.add(what)
        self._preparing.start(self._prepare(game, dict(options)), f"prepare the coach for {game}")

    async def _prepare(self, game: str, options: Mapping[str, Any]) -> None:
        # A later request reports the error.
        with contextlib.suppress(Refused):
            await self._submit(NO_OWNER, coach_preparation.prepare, game, options, priority=Priority.URGENT)

    async def review(self, record: str, owner: JobOwner, priority: Priority = Priority.NORMAL) -> coach_jobs.Reviewed:
        """Return the review of the finished game in a record, and the skills of its seats.

        :raises Refused: `bad_record`, `rate_limited` (not with the priority `IDLE`), `internal`.
        """
        kind, lines = job_kind("review", record), count_lines(record)
        estimate = self._estimates.seconds(kind, lines, SECONDS_A_LINE)
        with self.reviews.admit(owner.household, estimate, record, begun=priority is Priority.IDLE):
            progress, seconds = b"", 0.0
            while True:
                step: coach_jobs.ReviewStep = await self._submit(
                    owner, coach_jobs.review, record, progress, priority=priority
                )
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
                NO_OWNER, coach_jobs.luck, record, seats, progress, priority=Priority.IDLE
            )
            await self._pause_luck(step.seconds)
            if step.done is not None:
                return step.done, step.engine
            progress = step.progress

    async def _pause_luck(self, seconds: float) -> None:
        """Pause after a step that took so long, so that many games take only their share of this machine.

        All processes of the database together take it, because they may be on the same machine.
        """
        if not self._job_queue.capacity("coach"):
            self._luck_seconds.charge(now := time.monotonic(), seconds * process_share.processes)
            await asyncio.sleep(max(-self._luck_seconds.remaining(now), 0.0) / settings.rating_share)

    async def judge(self, record: str, seat: int, action: str, owner: JobOwner) -> bytes:
        """Return the value of a seat's action at the end of a record, as a `CoachDecision` in JSON."""
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
        """
        kind, admission = job_kind(effort, record), self.hints if hint else self.reviews
        seconds = self._estimates.seconds(kind, 1, SECONDS_A_POSITION[effort])
        with admission.admit(owner.household, seconds, record, begun=begun):
            priority = Priority.URGENT if hint else Priority.NORMAL
            assessed: coach_jobs.Assessed = await self._submit(
                owner, coach_jobs.assess, record, seat, effort, priority=priority
            )
        self._estimates.learn(kind, 1, assessed.seconds)
        return assessed.data

    async def compare(
        self, record: str, seat: int, action: str, other: str, owner: JobOwner, *, hint: bool = False
    ) -> AsyncGenerator[bytes]:
        """Yield comparisons of two actions of a seat at the end of a record, each a `CoachComparison` in JSON.

        The work stops when the iterator is closed or its consumer is cancelled.

        :param hint: the game is running, so the limit of hints applies.
        """
        now = asyncio.get_running_loop().time
        until, seconds, progress, has_shown = now() + settings.comparison_timeout_s, 0.0, b"", False
        with (self.hints if hint else self.reviews).admit(owner.household, COMPARISON_S, record):
            while seconds < COMPARISON_S and not (has_shown and now() > until):
                step: coach_jobs.ComparisonStep = await self._submit(
                    owner, coach_jobs.compare, record, seat, action, other, progress, priority=Priority.BACKGROUND
                )
                if step.data:
                    has_shown = True
                    yield step.data
                if step.done:
                    return
                seconds, progress = seconds + step.seconds, step.progress

    async def skills(self, review: str, owner: JobOwner) -> tuple[SeatSkill, ...]:
        """Return the skills of the seats in a review, a `CoachReview` in JSON.

        :raises Refused: `internal`.
        """
        return tuple(await self._submit(owner, coach_jobs.skills, review))

    async def themes(self, game: str, played: Sequence[tuple[dict[str, float], int]], owner: JobOwner) -> bytes:
        """Return a player's losses by theme at a game, as a `ThemeReport` in JSON.

        :param played: the points lost by theme and the number of decisions of each game, the oldest first.
        """
        return bytes(await self._submit(owner, coach_jobs.themes, game, list(played)))

    async def next_exercise(
        self, game: str, theme: str, answers: Sequence[tuple[str, bool, int]], now: int, day: str, owner: JobOwner
    ) -> bytes:
        """Return the next exercise, or that of a day, as a `Training` in JSON."""
        return bytes(await self._submit(owner, training.next_exercise, game, theme, list(answers), now, day))

    async def stamp(self, game: str, options: Mapping[str, Any], owner: JobOwner) -> str:
        """Return a hash of the engine of a game and of the reviews' version.

        :raises Refused: `internal`.
        """
        key = game, str(sorted(options.items()))
        if key not in self._stamps:
            self._stamps[key] = await self._submit(
                owner, coach_jobs.stamp, game, dict(options), priority=Priority.URGENT
            )
        return self._stamps[key]

    async def close(self) -> None:
        """Cancel all jobs, and stop the process."""
        self._closed = True
        await self._preparing.close()
        await self._dispatcher.close()

    async def _submit(
        self, owner: JobOwner, function: Callable[..., Any], *arguments: Any, priority: Priority = Priority.NORMAL
    ) -> Any:
        if self._closed:
            raise Refused(TableReason.RATE_LIMITED, "the server restarts")
        if not (has_compiler() or self._job_queue.capacity("coach")):
            raise Refused(TableReason.NO_COACH, "this server has no coach")
        return await self._dispatcher.submit(owner, CoachJob(function, arguments), priority=priority)
