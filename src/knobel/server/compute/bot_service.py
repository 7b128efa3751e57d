"""The server's bots: decisions, in an order that is fair by household, person and table."""

from collections.abc import Mapping
from typing import Any

from knobel.server.compute.bot_process import BotProcess
from knobel.server.compute.dispatcher import Dispatcher
from knobel.server.compute.fair_queue import NO_OWNER, JobOwner
from knobel.server.compute.job import BotJob
from knobel.server.compute.job_queue import JobQueue
from knobel.server.runtime import metrics
from knobel.server.runtime.background_tasks import BackgroundTasks

MAX_DECISIONS_PER_TABLE = 2
"""Maximum number of decisions of one table that are made at a time."""


class BotService:
    """Decides for bots, through workers or a process of this machine."""

    def __init__(self, job_queue: JobQueue | None = None) -> None:
        self._job_queue = job_queue or JobQueue()
        self._process = BotProcess()
        self._dispatcher = Dispatcher("bots", self._process, self._job_queue, MAX_DECISIONS_PER_TABLE)
        self._tasks = BackgroundTasks()

    async def choose(
        self,
        game: str,
        options: Mapping[str, Any],
        view: Any,
        seat: int,
        level: str,
        deadline: float,
        owner: JobOwner = NO_OWNER,
    ) -> str:
        """Return the action of a bot in `seat` that sees `view`. Waiting callers are cancelled on `close`.

        :param deadline: the time on the event loop's clock after which the bot makes a quick move.
        :param owner: the household and the person to which the bot's table counts, and the table.
        :raises Refused: if the bot fails or does not answer.
        """
        with metrics.bot_seconds.time():
            job = BotJob(game, options, view, seat, level)
            return str(await self._dispatcher.submit(owner, job, deadline=deadline))

    @property
    def waiting(self) -> int:
        """Number of waiting decisions."""
        return len(self._dispatcher)

    def prepare(self, game: str, options: Mapping[str, Any], level: str) -> None:
        """Make the workers or the process load the data of a level at a game, ahead of the first decision."""
        job = BotJob(game, options, None, 0, level)
        if self._job_queue.capacity("bots"):
            self._job_queue.prepare(job)
        else:
            self._process.prepare(job)

    def compile_ahead(self) -> None:
        """Compile the kernels of all games in the background, unless there are workers."""
        self._tasks.start(self._compile_ahead(), "compiling ahead")

    async def close(self) -> None:
        """Stop all processes, including running decisions, without raising errors."""
        await self._tasks.close()
        await self._dispatcher.close()

    async def _compile_ahead(self) -> None:
        if not await self._job_queue.has_workers("bots"):
            self._process.compile_ahead()
