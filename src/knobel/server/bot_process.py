"""A process of this machine in which bots think; it starts with the first question.

What bots need is compiled in yet other processes, which end when that is done: compiling takes hundreds of megabytes
for good.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from knobel.bots.rehearsal import rehearse
from knobel.server.bot_decisions import decide, low_priority, one_thread, rehearse_all
from knobel.server.jobs import Decide
from knobel.workers import DIED, Workers

PATIENCE, PATIENCE_AT_FIRST = 6.0, 20.0
"""Seconds after which a bot that has not answered is taken for broken, and its process is replaced; at first that has
to start. A decision takes up to about two."""


class BotProcess:
    """Answers one question after the other."""

    def __init__(self) -> None:
        self._workers = Workers(1, one_thread)
        self._turn = asyncio.Lock()
        self._started = False
        """Whether the process has ever answered."""
        self._prepared: set[tuple[str, str]] = set()
        self._compiling: set[tuple[str, str]] = set()
        self._compiled: set[tuple[str, str]] = set()
        """Games and levels at which everything was compiled on demand: what is missing even then, bots compile."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def choose(self, what: Decide, waited: float) -> str:
        """The action that a bot takes.

        :raises RuntimeError: if the bot fails or does not answer.
        """
        clock = asyncio.get_running_loop().time
        asked = clock()
        async with self._turn:
            return await self._choose(what, waited + clock() - asked)

    def prepare(self, what: Decide) -> None:
        """Let the process load what bots of that level know of the game, ahead of the first question."""
        if (what.game, what.level) not in self._prepared:
            self._prepared.add((what.game, what.level))
            self._begin(self._prepare(what))

    def compile_ahead(self) -> None:
        """Have a process of its own compile what bots of all games need; where that lies on disk it ends in seconds."""
        self._begin(elsewhere(low_priority, rehearse_all))

    def rest(self) -> None:
        """End the process, if nobody waits for it; the next question starts another."""
        if self._started and not self._turn.locked():
            self._replace()

    async def close(self) -> None:
        """End all processes, quietly, whatever they are doing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._workers.close)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _choose(self, what: Decide, waited: float) -> str:
        key = what.game, what.level
        try:
            async with asyncio.timeout(PATIENCE if self._started else PATIENCE_AT_FIRST):
                job = self._workers.submit(
                    decide, what.game, what.options, what.view, what.seat, what.level, waited, key in self._compiled
                )
                decision = await asyncio.wrap_future(job)
        except TimeoutError:
            # A process that was stopped while it had nothing to do still holds what the next one would need.
            self._replace()
            raise RuntimeError("the bot does not answer") from None
        except DIED:
            self._begin_anew()
            raise RuntimeError("the bots' process has died") from None
        except Exception as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        self._started = True
        if decision.not_compiled and key not in self._compiling:
            self._compiling.add(key)
            self._begin(self._compile(what))
        return decision.action

    def _replace(self) -> None:
        self._begin_anew()
        old, self._workers = self._workers, Workers(1, one_thread)
        self._begin(asyncio.to_thread(old.close))

    def _begin_anew(self) -> None:
        self._started = False
        self._prepared.clear()

    async def _prepare(self, what: Decide) -> None:
        with contextlib.suppress(RuntimeError):
            await self.choose(what.without_view(), 0.0)

    async def _compile(self, what: Decide) -> None:
        # If that goes wrong, so it will where the bots think, and is told there.
        compiling = elsewhere(one_thread, rehearse, what.game, what.options, what.level)
        await asyncio.gather(compiling, return_exceptions=True)
        self._compiled.add((what.game, what.level))
        await self._prepare(what)


async def elsewhere(prepare: Callable[[], None], job: Callable[..., None], *arguments: Any) -> None:
    """Have a job done in a process that begins and ends with it."""
    workers = Workers(1, prepare)
    try:
        await asyncio.wrap_future(workers.submit(job, *arguments))
    finally:
        await asyncio.to_thread(workers.close)
