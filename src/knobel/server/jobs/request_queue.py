"""A request queue, fair by household, person and table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

from knobel.server.jobs.fair_queue import FairQueue, JobOwner

Q = TypeVar("Q")
A = TypeVar("A")


class Question(NamedTuple, Generic[Q, A]):
    """A request and the future of its answer, which is cancelled when its caller is cancelled."""

    what: Q
    answer: asyncio.Future[A]


class RequestQueue(Generic[Q, A]):
    """Queues requests and answers a bounded number at a time; requests of cancelled callers are skipped."""

    def __init__(
        self, name: str, answer: Callable[[Q], Awaitable[A]], at_once: Callable[[], int], of_one_table: int
    ) -> None:
        """
        :param name: the name of the tasks, for debugging.
        :param answer: answers a request.
        :param at_once: returns how many requests can be answered at the same time.
        :param of_one_table: how many of these may belong to one table.
        """
        self._name, self._answer, self._at_once = name, answer, at_once
        self._questions: FairQueue[Question[Q, A]] = FairQueue(of_one_table)
        self._at_work: set[asyncio.Task[None]] = set()
        self._handing_out: asyncio.Task[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._questions)

    async def ask(self, whose: JobOwner, what: Q, *, urgent: bool = False) -> A:
        """Return the answer to a request. Waiting callers are cancelled on `close`, and later ones immediately."""
        question = Question[Q, A](what, asyncio.get_running_loop().create_future())
        if self._closed:
            question.answer.cancel()
        elif self._handing_out is None:
            self._handing_out = asyncio.create_task(self._hand_out(), name=self._name)
        self._questions.put(whose, question, urgent=urgent)
        return await question.answer

    async def close(self) -> None:
        """Stop answering, and cancel all waiting callers."""
        self._closed = True
        tasks = [*self._at_work, *([] if self._handing_out is None else [self._handing_out])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for question in self._questions.clear():
            question.answer.cancel()

    async def _hand_out(self) -> None:
        while True:
            while len(self._at_work) >= max(1, self._at_once()):
                await asyncio.wait(self._at_work, return_when=asyncio.FIRST_COMPLETED)
            whose, question = await self._questions.get()
            task = asyncio.create_task(self._settle(whose, question), name=self._name)
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)

    async def _settle(self, whose: JobOwner, question: Question[Q, A]) -> None:
        try:
            if question.answer.done():
                return
            answer = await self._answer(question.what)
            if not question.answer.done():
                question.answer.set_result(answer)
        except Exception as error:  # noqa: BLE001 -- raised in the caller
            if not question.answer.done():
                question.answer.set_exception(error)
        finally:
            question.answer.cancel()
            self._questions.done(whose)
