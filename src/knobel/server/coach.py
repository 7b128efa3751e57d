"""The server's coach: asked here, people's questions in turn, it works elsewhere: with workers, where there are any,
else in a process of this machine.

A review of a game at a table is kept beside the results until the engine's stamp changes, or somebody's name must go
out of it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, insert, select

from knobel.server import coach_jobs, rows
from knobel.server.asking import Asking
from knobel.server.broker import NoBroker
from knobel.server.coach_process import PATIENCE, CoachProcess
from knobel.server.crew import Crew, Lost
from knobel.server.database import StoreError
from knobel.server.jobs import Call
from knobel.server.practice import Practice
from knobel.server.store import Conflict, Store
from knobel.tables.reasons import Refused, TableReason

MOST_WAITING = 200
"""Questions: with more, the last would wait too long."""
OF_ONE_PERSON = 1
"""So many questions of one person are answered at a time."""
ATTEMPTS = 3
"""So many workers may be lost before a job is."""


class Coach:
    """Ask the coach."""

    def __init__(self, store: Store, crew: Crew | None = None, expected: Callable[[], bool] = lambda: False) -> None:
        """`expected` tells whether somebody may soon want a hint: then the process stays."""
        self._store = store
        self._crew = crew or Crew("", NoBroker())
        self._prepared: set[tuple[str, str]] = set()
        """Games, with their options, for which the process is ready."""
        self._preparing: set[asyncio.Task[None]] = set()
        self.practice = Practice(store)
        self._process = CoachProcess(expected, self._prepared.clear)
        self._asking: Asking[Call, Any] = Asking(
            "coach", self._answer, lambda: self._crew.at_once("coach"), OF_ONE_PERSON
        )
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
            data = str(kept[0].data)
            with contextlib.suppress(Conflict, StoreError):
                if await self.practice.lacks_skills(table, first):
                    await self.practice.keep(table, first, await self._ask(whose, coach_jobs.skills, data))
            return data.encode()
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
        for task in (*self._reviewing.values(), *self._preparing):
            task.cancel()
        await asyncio.gather(self._asking.close(), self._process.close())

    async def _ask(self, whose: str, job: Callable[..., Any], *arguments: Any) -> Any:
        if self._closed or len(self._asking) >= MOST_WAITING:
            raise Refused(TableReason.RATE_LIMITED, "the coach has too much to do")
        return await self._asking.ask(whose, "", Call(job, arguments))

    async def _answer(self, what: Call, _: float) -> Any:
        for _attempt in range(ATTEMPTS):
            if not self._crew.at_once("coach"):
                return await self._process.do(what)
            self._process.rest()
            with contextlib.suppress(Lost):
                return await self._crew.ask("coach", what, 0.0, PATIENCE)
        raise Refused(TableReason.INTERNAL, "the coach does not answer")
