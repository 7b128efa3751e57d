"""The local coach process, which runs with the lowest CPU priority."""

import asyncio
from collections.abc import Callable
from typing import Any

from knobel.job_process import JobProcess, ProcessDied
from knobel.notation import BadRecord
from knobel.presentation.coach_jobs import ReviewStep
from knobel.server.compute.bot_decisions import lower_priority
from knobel.server.compute.job import CoachJob
from knobel.server.compute.process_deaths import log_death
from knobel.server.runtime import memory
from knobel.tables.refusals import Refused, TableReason

IDLE_TIMEOUT_S = 300.0
"""Seconds without a job after which the process is stopped, to free its memory."""


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a job, and return the memory that only a whole review needed."""
    result = function(*arguments)
    if isinstance(result, ReviewStep) and result.done is not None:
        memory.trim()
    return result


class CoachProcess:
    """Runs jobs in one process, one at a time."""

    def __init__(
        self, is_hint_likely: Callable[[], bool] = lambda: False, on_stopped: Callable[[], None] = lambda: None
    ) -> None:
        """
        :param is_hint_likely: returns true if a player may soon ask for a hint; then an idle process is not stopped.
        :param on_stopped: called when the process is stopped or replaced.
        """
        self._is_hint_likely, self._on_stopped = is_hint_likely, on_stopped
        self._process = JobProcess(lower_priority)
        self._turn = asyncio.Lock()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def run(self, job: CoachJob, deadline: float) -> Any:
        """Run a job and return its result. After the deadline (on the event loop's clock), the process is replaced.

        :raises Refused: `bad_record`, `internal`.
        """
        async with self._turn:
            if self._idle_timer is not None:
                self._idle_timer.cancel()
            try:
                return await self._run(job, deadline)
            finally:
                self._start_idle_timer()

    def stop_if_idle(self) -> None:
        """Stop the process if no job waits for it; the next job starts another one."""
        if self._idle_timer is not None and not self._turn.locked():
            self._replace()

    async def close(self) -> None:
        """Stop the process, including a running job."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)
        await asyncio.to_thread(self._process.close)

    async def _run(self, job: CoachJob, deadline: float) -> Any:
        try:
            async with asyncio.timeout_at(deadline):
                return await asyncio.wrap_future(self._process.submit(run, job.function, *job.arguments))
        except BadRecord as error:
            raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
        except (TimeoutError, ProcessDied) as error:
            if isinstance(error, ProcessDied):
                log_death("reviews games", error)
            self._replace()
            raise Refused(TableReason.INTERNAL, "the coach does not answer") from None
        except Exception as error:
            raise Refused(TableReason.INTERNAL, f"{type(error).__name__}: {error}") from error

    def _stop_unless_hint_likely(self) -> None:
        if self._is_hint_likely():
            self._start_idle_timer()
        else:
            self.stop_if_idle()

    def _start_idle_timer(self) -> None:
        self._idle_timer = asyncio.get_running_loop().call_later(IDLE_TIMEOUT_S, self._stop_unless_hint_likely)

    def _replace(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        old, self._process = self._process, JobProcess(lower_priority)
        self._on_stopped()
        task = asyncio.create_task(asyncio.to_thread(old.close))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
