"""A request queue, fair by household, person and table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

from knobel.server.compute.fair_queue import FairQueue, JobOwner

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class QueuedRequest(NamedTuple, Generic[Request, Answer]):
    """A request and the future of its answer, which is cancelled when its caller is cancelled."""

    content: Request
    answer: asyncio.Future[Answer]


class RequestQueue(Generic[Request, Answer]):
    """Queues requests and answers a bounded number at a time; requests of cancelled callers are skipped."""

    def __init__(
        self, name: str, answer: Callable[[Request], Awaitable[Answer]], capacity: Callable[[], int], max_per_table: int
    ) -> None:
        """
        :param name: the name of the tasks, for debugging.
        :param answer: answers a request.
        :param capacity: returns how many requests can be answered at the same time.
        :param max_per_table: how many of these may belong to one table.
        """
        self._name, self._answer, self._capacity = name, answer, capacity
        self._queue: FairQueue[QueuedRequest[Request, Answer]] = FairQueue(max_per_table)
        self._running: set[asyncio.Task[None]] = set()
        self._dispatcher: asyncio.Task[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._queue)

    async def submit(
        self,
        owner: JobOwner,
        content: Request,
        *,
        urgent: bool = False,
        background: bool = False,
        idle: bool = False,
    ) -> Answer:
        """Return the answer to a request. Waiting callers are cancelled on `close`, and later ones immediately."""
        request = QueuedRequest[Request, Answer](content, asyncio.get_running_loop().create_future())
        if self._closed:
            request.answer.cancel()
        elif self._dispatcher is None:
            self._dispatcher = asyncio.create_task(self._dispatch(), name=self._name)
        self._queue.put(owner, request, urgent=urgent, background=background, idle=idle)
        return await request.answer

    async def close(self) -> None:
        """Stop answering, and cancel all waiting callers."""
        self._closed = True
        tasks = [*self._running, *([] if self._dispatcher is None else [self._dispatcher])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for request in self._queue.clear():
            request.answer.cancel()

    async def _dispatch(self) -> None:
        while True:
            while len(self._running) >= max(1, self._capacity()):
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            owner, request = await self._queue.get()
            task = asyncio.create_task(self._settle(owner, request), name=self._name)
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _settle(self, owner: JobOwner, request: QueuedRequest[Request, Answer]) -> None:
        try:
            if request.answer.done():
                return
            answer = await self._answer(request.content)
            if not request.answer.done():
                request.answer.set_result(answer)
        except Exception as error:  # noqa: BLE001 -- raised in the caller
            if not request.answer.done():
                request.answer.set_exception(error)
        finally:
            request.answer.cancel()
            self._queue.done(owner)
