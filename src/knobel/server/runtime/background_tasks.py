"""Tasks that run beside the callers of an object."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

logger = logging.getLogger("knobel")

RESTART_PAUSE_S = 5.0
"""Seconds after which work that an error has ended starts again."""


class BackgroundTasks:
    """The running tasks of one object. asyncio itself keeps no reference to a task that nobody awaits."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Start a task, and keep it until it ends."""
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def start_lasting(self, work: Callable[[], Coroutine[Any, Any, Any]], name: str) -> asyncio.Task[Any]:
        """Start work that lasts until it is cancelled, or returns. After an unexpected error it starts again."""
        return self.start(repeat_after_errors(work, name), name)

    async def close(self) -> None:
        """Cancel the tasks that still run, and wait for their ends. Their errors are ignored."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def repeat_after_errors(work: Callable[[], Coroutine[Any, Any, Any]], name: str) -> None:
    """Run work that lasts until it is cancelled, or returns. After an unexpected error, log it and start again."""
    while True:
        try:
            await work()
        except Exception:
            logger.exception("%s: an unexpected error; this work starts again", name)
            await asyncio.sleep(RESTART_PAUSE_S)
        else:
            return
