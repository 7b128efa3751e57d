"""The server's bots: a request queue, fair by household, person and table.

Workers answer the requests. Without workers, a process of this machine does.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from knobel.server.cluster.broker import NoBroker
from knobel.server.compute.bot_process import BotProcess
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.compute.job import Decide
from knobel.server.compute.request_queue import RequestQueue
from knobel.server.compute.worker_registry import NoWorkers, WorkerLost, WorkerRegistry
from knobel.server.runtime import metrics
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused

MAX_REQUESTS_PER_TABLE = 2
"""Maximum number of requests of one table that are answered at a time."""
NO_OWNER = JobOwner("", "")
"""The owner of requests that only prepare."""


class Bots:
    """Decides for bots, through workers or a process of this machine."""

    def __init__(self, worker_registry: WorkerRegistry | None = None) -> None:
        self._worker_registry = worker_registry or WorkerRegistry("", NoBroker())
        self._process = BotProcess()
        self._requests: RequestQueue[tuple[Decide, float], str] = RequestQueue(
            "bots", self._answer, lambda: self._worker_registry.capacity("bots"), MAX_REQUESTS_PER_TABLE
        )
        self._compilation: asyncio.Task[None] | None = None

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
        :raises RuntimeError: if the bot fails or does not answer.
        """
        with metrics.bot_seconds.time():
            return await self._requests.submit(owner, (Decide(game, options, view, seat, level), deadline))

    @property
    def waiting(self) -> int:
        """Number of waiting requests."""
        return len(self._requests)

    def prepare(self, game: str, options: Mapping[str, Any], level: str) -> None:
        """Make the workers or the process load the data of a level at a game, ahead of the first request."""
        what = Decide(game, options, None, 0, level)
        if self._worker_registry.capacity("bots"):
            self._worker_registry.prepare(what)
        else:
            self._process.prepare(what)

    def compile_ahead(self) -> None:
        """Compile the kernels of all games in the background, unless there are workers."""
        self._compilation = asyncio.create_task(self._compile_ahead())

    async def close(self) -> None:
        """Stop all processes, including running requests, without raising errors."""
        if self._compilation is not None:
            self._compilation.cancel()
        # Both together, so that a cancelled request does not let a waiting one start.
        await asyncio.gather(self._requests.close(), self._process.close())

    async def _compile_ahead(self) -> None:
        if self._worker_registry.can_have_workers:
            # After this time, every live worker has sent a heartbeat.
            await asyncio.sleep(settings.worker_timeout_ms / 1000)
        if not self._worker_registry.capacity("bots"):
            self._process.compile_ahead()

    async def _answer(self, request: tuple[Decide, float]) -> str:
        what, deadline = request
        if self._worker_registry.capacity("bots"):
            self._process.stop_if_idle()
            what = what._replace(left_s=deadline - asyncio.get_running_loop().time())
            try:
                return str(
                    await self._worker_registry.run_job("bots", what, max(what.left_s, 0.0) + settings.bot_grace_s)
                )
            except NoWorkers:
                pass
            except (WorkerLost, Refused) as error:
                raise RuntimeError(str(error)) from None
        return await self._process.choose(what, deadline)
