"""The server's coach: asked here, it works in a process of its own, which has less of the processor than anything else.

Questions wait here, people's in turn. A review of a game at a table is kept beside the results until the engine's stamp
changes, or somebody's name must go out of it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select

from knobel.notation import BadRecord
from knobel.server import coach_jobs, rows
from knobel.server.bot_decisions import low_priority
from knobel.server.database import StoreError
from knobel.server.fair import FairQueue
from knobel.server.practice import Practice
from knobel.server.store import Conflict, Store
from knobel.tables.reasons import Refused, TableReason
from knobel.workers import DIED, Workers

PATIENCE = 180.0
"""Seconds after which a job is taken for lost, and its process is replaced: at first that has to start, and perhaps to
compile."""
IDLE = 300.0
"""Seconds without a question after which the process ends, and its memory is free."""
MOST_WAITING = 200
"""Questions: with more, the last would wait too long."""


class Question(NamedTuple):
    """A job of `coach_jobs`; the answer is cancelled when nobody waits for it any more."""

    job: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]


class Coach:
    """Ask the coach."""

    def __init__(self, store: Store, expected: Callable[[], bool] = lambda: False) -> None:
        """`expected` tells whether somebody may soon want a hint: then the process stays."""
        self._store = store
        self._expected = expected
        self._prepared: set[tuple[str, str]] = set()
        """Games, with their options, for which the process is ready."""
        self._preparing: set[asyncio.Task[None]] = set()
        self.practice = Practice(store)
        self._workers = Workers(1, low_priority)
        self._questions: FairQueue[Question] = FairQueue()
        self._waiting = 0
        self._answering: asyncio.Task[None] | None = None
        self._stamps: dict[tuple[str, str], str] = {}
        self._reviewing: dict[tuple[str, int], asyncio.Task[bytes]] = {}
        self._closed = False

    def prepare(self, game: str, options: Mapping[str, Any]) -> None:
        """Let the process load what it needs for a game, so that nobody waits for that."""
        what = game, str(sorted(options.items()))
        if what in self._prepared or self._closed:
            return
        self._prepared.add(what)
        task = asyncio.create_task(self._prepare(game, dict(options)), name=f"prepare the coach for {game}")
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    async def _prepare(self, game: str, options: Mapping[str, Any]) -> None:
        # Who asks later hears what is wrong.
        with contextlib.suppress(Refused):
            await self._ask("", coach_jobs.prepare, game, options)

    async def review(self, record: str, whose: str) -> bytes:
        """The review of the finished game in a record, as a `CoachReview`.

        :raises Refused: `bad_record`, `rate_limited`, `internal`.
        """
        return (await self._review(record, whose)).data

    async def _review(self, record: str, whose: str) -> coach_jobs.Reviewed:
        found: coach_jobs.Reviewed = await self._ask(whose, coach_jobs.review, record)
        return found

    async def judge(self, record: str, seat: int, action: str, whose: str) -> bytes:
        """What an action of a seat would be worth where a record ends, as a `CoachDecision`.

        :raises Refused: as above.
        """
        return bytes(await self._ask(whose, coach_jobs.judge, record, seat, action))

    async def assess(self, record: str, seat: int | None, effort: str, whose: str) -> bytes:
        """What a seat can do where a record ends, as a `CoachAssessment`.

        :raises Refused: as above.
        """
        return bytes(await self._ask(whose, coach_jobs.assess, record, seat, effort))

    async def review_table(
        self, table: str, first: int, game: str, options: Mapping[str, Any], record: Callable[[], Any], whose: str
    ) -> bytes:
        """The review of the game that began at seq `first` at a table: the one that is kept, or a new one.

        :param record: gives the game's record, awaited, if it is needed.
        :raises Refused: as above, and `storage`.
        """
        key = table, first
        if key not in self._reviewing:
            work = self._review_table(table, first, game, options, record, whose)
            task = self._reviewing[key] = asyncio.create_task(work, name=f"review {table}")
            task.add_done_callback(lambda _: self._reviewing.pop(key, None))
        return await asyncio.shield(self._reviewing[key])

    async def _review_table(
        self, table: str, first: int, game: str, options: Mapping[str, Any], record: Callable[[], Any], whose: str
    ) -> bytes:
        stamp = await self._stamp(game, options, whose)
        c = rows.reviews.c
        this = (c.table == table, c.first == first)
        kept = await self._store.read(select(c.data).where(*this, c.stamp == stamp))
        if kept:
            return str(kept[0].data).encode()
        found = await self._review(await record(), whose)
        new = {"table": table, "first": first, "stamp": stamp, "data": found.data.decode()}
        # It was found in any case.
        with contextlib.suppress(Conflict, StoreError):
            await self._store.write((delete(rows.reviews).where(*this), []))
            await self.practice.keep(table, first, found.skills)
            await self._store.write((insert(rows.reviews), [new]))
        return found.data

    async def _stamp(self, game: str, options: Mapping[str, Any], whose: str) -> str:
        key = game, str(sorted(options.items()))
        if key not in self._stamps:
            self._stamps[key] = await self._ask(whose, coach_jobs.stamp, game, dict(options))
        return self._stamps[key]

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        for task in (self._answering, *self._reviewing.values(), *self._preparing):
            if task is not None:
                task.cancel()
        for question in self._questions.clear():
            question.answer.cancel()
        await asyncio.to_thread(self._workers.close)

    async def _ask(self, whose: str, job: Callable[..., Any], *arguments: Any) -> Any:
        if self._closed or self._waiting >= MOST_WAITING:
            raise Refused(TableReason.RATE_LIMITED, "the coach has too much to do")
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer_all(), name="coach")
        question = Question(job, arguments, asyncio.get_running_loop().create_future())
        self._questions.put(whose, "", question)
        self._waiting += 1
        try:
            return await question.answer
        finally:
            self._waiting -= 1

    async def _answer_all(self) -> None:
        while True:
            try:
                async with asyncio.timeout(IDLE):
                    question = await self._questions.get()
            except TimeoutError:
                if not self._expected():
                    await self._start_again()
                continue
            if question.answer.done():
                continue
            try:
                answer = await self._answer(question)
            except Refused as refusal:
                if not question.answer.done():
                    question.answer.set_exception(refusal)
            else:
                if not question.answer.done():
                    question.answer.set_result(answer)
            finally:
                question.answer.cancel()

    async def _answer(self, question: Question) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.wrap_future(self._workers.submit(question.job, *question.arguments))
        except BadRecord as error:
            raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
        except (TimeoutError, *DIED):
            await self._start_again()
            raise Refused(TableReason.INTERNAL, "the coach does not answer") from None
        except Exception as error:
            raise Refused(TableReason.INTERNAL, f"{type(error).__name__}: {error}") from error

    async def _start_again(self) -> None:
        """Another process takes the place of this one with the next question."""
        old, self._workers = self._workers, Workers(1, low_priority)
        self._prepared.clear()
        await asyncio.to_thread(old.close)
