"""A process of this machine in which the coach works; it has less of the processor than anything else."""

import asyncio
from collections.abc import Callable
from typing import Any

from knobel.notation import BadRecord
from knobel.server.bot_decisions import low_priority
from knobel.server.jobs import Call
from knobel.tables.reasons import Refused, TableReason
from knobel.workers import DIED, Workers

PATIENCE = 180.0
"""Seconds after which a job is taken for lost, and its process is replaced: at first that has to start, and perhaps to
compile."""
IDLE = 300.0
"""Seconds without a job after which the process ends, and its memory is free."""


class CoachProcess:
    """Does one job after the other."""

    def __init__(self, expected: Callable[[], bool] = lambda: False, ended: Callable[[], None] = lambda: None) -> None:
        """`expected` tells whether somebody may soon want a hint: then the process stays. `ended` is called when it
        does not."""
        self._expected, self._ended = expected, ended
        self._workers = Workers(1, low_priority)
        self._turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def do(self, what: Call) -> Any:
        """What comes of a job.

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
        """End the process, if nobody waits for it; the next job starts another."""
        if self._idle is not None and not self._turn.locked():
            self._replace()

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._idle is not None:
            self._idle.cancel()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await asyncio.to_thread(self._workers.close)

    async def _do(self, what: Call) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
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
