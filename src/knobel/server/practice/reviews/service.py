"""Reviews of games at tables, made by the coach and stored beside the results.

A stored review is valid until the engine's stamp changes, or until a person in the game is erased.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.fair_queue import NO_OWNER, JobOwner, Priority
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict, Store
from knobel.server.practice.reviews.store import ReviewStore
from knobel.server.practice.store import PracticeStore


class ReviewService:
    """Reviews games at tables, and stores the reviews with the skills and mistakes of the people."""

    def __init__(self, store: Store, practice: PracticeStore, coach: CoachService) -> None:
        self._practice, self._coach = practice, coach
        self._stored = ReviewStore(store, practice)
        self._reviewing: dict[tuple[str, int, str], asyncio.Task[bytes]] = {}
        """Running reviews by table, first event and household; households do not wait in each other's queues."""

    async def review_table(
        self,
        table: str,
        first: int,
        game: str,
        options: Mapping[str, Any],
        record: Callable[[], Awaitable[str]],
        owner: JobOwner = NO_OWNER,
    ) -> bytes:
        """Return the stored review of the game that began at seq `first` at a table, or make and store a new one.

        :param record: coroutine function that returns the game's record; called only for a new review.
        :param owner: the person who waits for it. Without one, the work waits until no person waits.
        """

        async def review() -> bytes:
            stamp = await self._coach.stamp(game, options, owner)
            data = await self._stored.find(table, first, stamp)
            if data is not None:
                with contextlib.suppress(Conflict, StoreError):
                    if await self._practice.lacks_skills(table, first):
                        await self._practice.store_skills(table, first, await self._coach.skills(data, owner))
                return data.encode()
            priority = Priority.IDLE if owner == NO_OWNER else Priority.NORMAL
            reviewed = await self._coach.review(await record(), owner, priority)
            # If the review cannot be stored, it is returned all the same.
            with contextlib.suppress(Conflict, StoreError):
                await self._stored.replace(table, first, stamp, reviewed.data.decode(), reviewed.skills)
            return reviewed.data

        key = table, first, owner.household
        if key not in self._reviewing:
            task = self._reviewing[key] = asyncio.create_task(review(), name=f"review {table}")
            task.add_done_callback(lambda _: self._reviewing.pop(key, None))
        return await asyncio.shield(self._reviewing[key])

    async def close(self) -> None:
        """Cancel all reviews."""
        for task in list(self._reviewing.values()):
            task.cancel()
