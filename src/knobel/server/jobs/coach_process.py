"""The local coach process, which runs with the lowest CPU priority."""

import asyncio
from collections.abc import Callable
from typing import Any

from knobel.notation import BadRecord
from knobel.server.jobs.bot_decisions import low_priority
from knobel.server.jobs.job import Call
from knobel.tables.reasons import Refused, TableReason
from knobel.workers import DIED, Workers

TIMEOUT_S = 180.0
"""Timeout of a job in seconds, after which the process is replaced. The first job also starts the process, and may
have to compile kernels."""
IDLE = 300.0
"""Seconds without a job after which the process is stopped, to free its memory."""


class CoachProcess:
    """Runs jobs in one process, one at a time."""

    def __init__(self, expected: Callable[[], bool] = lambda: False, ended: Callable[[], None] = lambda: None) -> None:
        """
        :param expected: returns true if a player may soon ask for a hint; then an idle process is not stopped.
        :param ended: called when the process is stopped or replaced.
        """
        self._expected, self._ended = expected, ended
        self._workers = Workers(1, low_priority)
        self._turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def do(self, what: Call) -> Any:
        """Run a job and return its result.

        :raises Refused: `bad_record`, `internal`.
        """
        async with self._turn:
            if self._idle is not None:
                self._idle.cancel()
            try:
                return await self._do(what)
            finally:
                self._wait_idle()

    def rest(self) -> None:
        """Stop the process if no job waits for it; the next job starts another one."""
        if self._idle is not None and not self._turn.locked():
            self._replace()

    async def close(self) -> None:
        """Stop the process, including a running job."""
        if self._idle is not None:
            self._idle.cancel()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await asyncio.to_thread(self._workers.close)

    async def _do(self, what: Call) -> Any:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await asyncio.wrap_future(self._workers.submit(what.job, *what.arguments))
        except BadRecord as error:
            raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
        except (TimeoutError, *DIED):
            self._replace()
            raise Refused(TableReason.INTERNAL, "the coach does not answer") from None
        except Exception as error:
            raise Refused(TableReason.INTERNAL, f"{type(error).__name__}: {error}") from error

    def _rest_unless_expected(self) -> None:
        if self._expected():
            self._wait_idle()
        else:
            self.rest()

    def _wait_idle(self) -> None:
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest_unless_expected)

    def _replace(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        old, self._workers = self._workers, Workers(1, low_priority)
        self._ended()
        task = asyncio.create_task(asyncio.to_thread(old.close))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
