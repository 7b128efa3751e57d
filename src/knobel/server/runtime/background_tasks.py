"""Tasks that run beside the callers of an object."""

import asyncio
from collections.abc import Coroutine
from typing import Any


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

    async def close(self) -> None:
        """Cancel the tasks that still run, and wait for their ends. Their errors are ignored."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
