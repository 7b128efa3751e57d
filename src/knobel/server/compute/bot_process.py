"""The local bot process, which starts with the first request.

Kernels are compiled in separate processes that end afterwards, because a process that has compiled keeps hundreds of
megabytes.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from knobel.bots.warm_up import warm_up
from knobel.job_process import JobProcess, ProcessDied
from knobel.server.compute.bot_decisions import compile_all, decide, limit_threads, lower_priority
from knobel.server.compute.job import BotJob
from knobel.server.compute.process_deaths import log_death
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

PREPARATION_S = 2.0
"""Seconds for which loading the data of a level may delay decisions; longer loading goes on beside them."""


class BotProcess:
    """Decides for bots in one process, one job at a time."""

    def __init__(self) -> None:
        self._process = JobProcess(limit_threads)
        self._turn = asyncio.Lock()
        self._started = False
        """True if the process has answered a request."""
        self._prepared: set[tuple[str, str]] = set()
        self._compiling: set[tuple[str, str]] = set()
        self._compiled: set[tuple[str, str]] = set()
        """Games and levels whose kernels were compiled on demand. The bot process compiles kernels still missing."""
        self._tasks = BackgroundTasks()

    async def run(self, job: BotJob, deadline: float) -> str:
        """Return the action of a bot, a quick move after the deadline (on the event loop's clock).

        :raises Refused: if the bot fails or does not answer.
        """
        async with self._turn:
            return await self._choose(job, deadline - asyncio.get_running_loop().time())

    def prepare(self, job: BotJob) -> None:
        """Make the process load the data of a level at a game, ahead of the first request."""
        if (job.game, job.level) not in self._prepared:
            self._prepared.add((job.game, job.level))
            self._tasks.start(self._prepare(job), "loading for bots")

    def compile_ahead(self) -> None:
        """Compile the kernels of all games in a separate process; it takes seconds if they are cached on disk."""
        self._tasks.start(self._compile_all(), "compiling ahead")

    def stop_if_idle(self) -> None:
        """Stop the process if no request waits for it; the next request starts another one."""
        if self._started and not self._turn.locked():
            self._replace()

    async def close(self) -> None:
        """Stop all processes, including running requests, without raising errors."""
        await self._tasks.close()
        await asyncio.to_thread(self._process.close)

    async def _choose(self, job: BotJob, left_s: float) -> str:
        key = job.game, job.level
        try:
            async with asyncio.timeout(
                max(left_s, 0.0) + settings.bot_grace_s if self._started else settings.bot_start_timeout_s
            ):
                decision = await asyncio.wrap_future(self._process.submit(decide, *job, left_s, key in self._compiled))
        except TimeoutError:
            # A process that was suspended while idle still holds resources that its successor needs.
            self._replace()
            raise Refused(TableReason.INTERNAL, "the bot does not answer") from None
        except ProcessDied as error:
            log_death("decides for bots", error)
            self._reset()
            raise Refused(TableReason.INTERNAL, "the bots' process has died") from None
        except Exception as error:
            raise Refused(TableReason.INTERNAL, f"{type(error).__name__}: {error}") from error
        self._started = True
        if decision.not_compiled and key not in self._compiling:
            self._compiling.add(key)
            self._tasks.start(self._compile(job), "compiling")
        return decision.action

    def _replace(self) -> None:
        self._reset()
        old, self._process = self._process, JobProcess(limit_threads)
        self._tasks.start(asyncio.to_thread(old.close), "stopping a bot process")

    def _reset(self) -> None:
        self._started = False
        self._prepared.clear()

    async def _prepare(self, job: BotJob) -> None:
        with contextlib.suppress(Refused):
            await self.run(job.without_view(), asyncio.get_running_loop().time() + PREPARATION_S)

    async def _compile_all(self) -> None:
        # Missing kernels are compiled when a bot or the coach needs them.
        try:
            await run_in_new_process(lower_priority, compile_all)
        except ProcessDied as error:
            log_death("compiles kernels", error)
        except Exception as error:  # noqa: BLE001 -- the causes depend on the machine
            logger.warning("not all kernels were compiled ahead: %s: %s", type(error).__name__, error)

    async def _compile(self, job: BotJob) -> None:
        # Any other error occurs again in the bot process, which reports it.
        compiling = run_in_new_process(limit_threads, warm_up, job.game, job.options, job.level)
        (failed,) = await asyncio.gather(compiling, return_exceptions=True)
        if isinstance(failed, ProcessDied):
            log_death("compiles kernels", failed)
        self._compiled.add((job.game, job.level))
        await self._prepare(job)


async def run_in_new_process(prepare: Callable[[], None], job: Callable[..., None], *arguments: Any) -> None:
    """Run a job in a new process, which ends with it."""
    process = JobProcess(prepare)
    try:
        await asyncio.wrap_future(process.submit(job, *arguments))
    finally:
        await asyncio.to_thread(process.close)
