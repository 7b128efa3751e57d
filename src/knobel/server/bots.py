"""The server's bots: asked here, they think in a process of their own, which starts with the first question.

Questions wait here, people's and tables' in turn, and go there one by one, so that one which nobody waits for any more
costs nothing. What bots need is compiled in yet other processes, which end when that is done: compiling takes hundreds
of megabytes for good.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple

from knobel.bots.rehearsal import rehearse
from knobel.server import metrics
from knobel.server.bot_decisions import decide, low_priority, one_thread, rehearse_all
from knobel.server.fair import FairQueue
from knobel.workers import DIED, Workers

PATIENCE, PATIENCE_AT_FIRST = 6.0, 20.0
"""Seconds after which a bot that has not answered is taken for broken, and its process is replaced; at first that has
to start. A decision takes up to about two."""
NOBODY = "", ""
"""Whom those questions are for that only prepare."""


class Question(NamedTuple):
    """What does a bot do? The answer is cancelled when nobody waits for it any more."""

    game: str
    options: Mapping[str, Any]
    view: Any
    seat: int
    level: str
    asked: float
    """On the event loop's clock."""
    answer: asyncio.Future[str]


class Bots:
    """Ask what a bot would do."""

    def __init__(self) -> None:
        self._workers = Workers(1, one_thread)
        self._questions: FairQueue[Question] = FairQueue()
        self._started = False
        """Whether the process has ever answered."""
        self._answering: asyncio.Task[None] | None = None
        self._prepared: set[tuple[str, str]] = set()
        self._compiling: set[tuple[str, str]] = set()
        self._compiled: set[tuple[str, str]] = set()
        """Games and levels at which everything was compiled on demand: what is missing even then, bots compile."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def choose(
        self,
        game: str,
        options: Mapping[str, Any],
        view: Any,
        seat: int,
        level: str,
        whose: tuple[str, str] = NOBODY,
    ) -> str:
        """The action that a bot takes in `seat`, seeing `view`. Whoever waits when the server ends is cancelled.

        :param whose: the person who opened the bot's table, and the table.
        :raises RuntimeError: if the bot fails or does not answer.
        """
        loop = asyncio.get_running_loop()
        question = Question(game, options, view, seat, level, loop.time(), loop.create_future())
        if self._closed:
            question.answer.cancel()
        elif self._answering is None:
            self._answering = self._begin(self._answer_all())
        self._questions.put(*whose, question)
        with metrics.bot_seconds.time():
            return await question.answer

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._questions)

    def prepare(self, game: str, options: Mapping[str, Any], level: str) -> None:
        """Let the process load what bots of that level know of the game, ahead of the first question."""
        if (game, level) not in self._prepared:
            self._prepared.add((game, level))
            self._begin(self._prepare(game, options, level))

    def compile_ahead(self) -> None:
        """Have a process of its own compile what bots of all games need; where that lies on disk it ends in seconds."""
        self._begin(elsewhere(low_priority, rehearse_all))

    async def close(self) -> None:
        """End all processes, quietly, whatever they are doing."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for question in self._questions.clear():
            question.answer.cancel()
        await asyncio.to_thread(self._workers.close)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer_all(self) -> None:
        while True:
            question = await self._questions.get()
            if question.answer.done():
                continue
            try:
                action = await self._answer(question)
            except RuntimeError as error:
                if not question.answer.done():
                    question.answer.set_exception(error)
            else:
                if not question.answer.done():
                    question.answer.set_result(action)
            finally:
                question.answer.cancel()

    async def _answer(self, question: Question) -> str:
        waited = asyncio.get_running_loop().time() - question.asked
        what = question.game, question.level
        try:
            async with asyncio.timeout(PATIENCE if self._started else PATIENCE_AT_FIRST):
                job = self._workers.submit(decide, *question[:5], waited, what in self._compiled)
                decision = await asyncio.wrap_future(job)
        except TimeoutError:
            self._start_again()
            # A process that was stopped while it had nothing to do still holds what the next one would need.
            stuck, self._workers = self._workers, Workers(1, one_thread)
            self._begin(asyncio.to_thread(stuck.close))
            raise RuntimeError("the bot does not answer") from None
        except DIED:
            self._start_again()
            raise RuntimeError("the bots' process has died") from None
        except Exception as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        self._started = True
        if decision.not_compiled and what not in self._compiling:
            self._compiling.add(what)
            self._begin(self._compile(question.game, question.options, question.level))
        return decision.action

    def _start_again(self) -> None:
        self._started = False
        self._prepared.clear()

    async def _prepare(self, game: str, options: Mapping[str, Any], level: str) -> None:
        with contextlib.suppress(RuntimeError):
            await self.choose(game, options, None, 0, level)

    async def _compile(self, game: str, options: Mapping[str, Any], level: str) -> None:
        # If that goes wrong, so it will where the bots think, and is told there.
        await asyncio.gather(elsewhere(one_thread, rehearse, game, options, level), return_exceptions=True)
        self._compiled.add((game, level))
        await self._prepare(game, options, level)


async def elsewhere(prepare: Callable[[], None], job: Callable[..., None], *arguments: Any) -> None:
    """Have a job done in a process that begins and ends with it."""
    workers = Workers(1, prepare)
    try:
        await asyncio.wrap_future(workers.submit(job, *arguments))
    finally:
        await asyncio.to_thread(workers.close)
