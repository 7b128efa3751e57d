"""Reviews of finished first tries at deals, for the table of points given away."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass

from knobel.clock import now_ms
from knobel.presentation.deal_days import DAY_MS
from knobel.presentation.records import record_lines
from knobel.server.cluster.membership import IsLeader
from knobel.server.database.engine import StoreError
from knobel.server.deals.store import DealStore
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.runtime.settings import settings
from knobel.server.tables.live.registry import RoomRegistry
from knobel.tables.game_records import past_game_from
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

MAX_AT_ONCE = 20
"""Maximum number of games in one run."""
MAX_AGE_MS = 7 * DAY_MS
"""Older games are reviewed only when a person asks for it."""
FIRST_RETRY_MS = 60_000
MAX_RETRY_MS = 6 * 3_600_000
"""Time between two attempts at a game that could not be reviewed: it doubles from the first to the longest."""


UNAVAILABLE = {TableReason.RATE_LIMITED, TableReason.NO_COACH, TableReason.STORAGE}
"""Refusals that do not depend on the game: the run ends, and the next one continues with the same game."""


@dataclass(slots=True)
class _Failure:
    """A game that could not be reviewed: the number of attempts, and the time in ms from which it is tried again."""

    attempts: int
    retry_at: int


class DealReviews:
    """Lets the coach review finished first tries when no person waits for it. One process does this work.

    The players often ask for the review themselves when their game is over; then there is nothing to do.
    """

    def __init__(self, deals: DealStore, reviews: ReviewService, tables: RoomRegistry, is_leader: IsLeader) -> None:
        self._deals, self._reviews, self._tables, self._is_leader = deals, reviews, tables, is_leader
        self._failures: dict[tuple[str, int], _Failure] = {}
        """Games that could not be reviewed, by table and first seq."""

    async def run(self) -> None:
        """Work regularly until cancelled. The next start continues the work."""
        while True:
            await asyncio.sleep(settings.deal_review_interval_s)
            if self._is_leader():
                with contextlib.suppress(StoreError):
                    await self.review_missing(now_ms())

    async def review_missing(self, now: int) -> None:
        """Review finished first tries that lack skill data, the oldest first.

        A game that cannot be reviewed is tried again later, until it is too old.

        :param now: the time in ms.
        """
        late = now - MAX_RETRY_MS
        self._failures = {game: failure for game, failure in self._failures.items() if failure.retry_at > late}
        for game in await self._deals.unreviewed(now - MAX_AGE_MS, MAX_AT_ONCE + len(self._failures)):
            failure = self._failures.get(game, _Failure(0, 0))
            if now < failure.retry_at:
                continue
            try:
                await self._review(*game)
            except StoreError:
                raise
            except Exception as error:
                # Other games follow.
                if isinstance(error, Refused) and error.reason in UNAVAILABLE:
                    return
                delay = min(FIRST_RETRY_MS << failure.attempts, MAX_RETRY_MS)
                self._failures[game] = _Failure(failure.attempts + 1, now + delay)
                unexpected = None if isinstance(error, Refused) else error
                logger.error("the game at the table %s is not reviewed: %s", game[0], error, exc_info=unexpected)
            else:
                self._failures.pop(game, None)

    async def _review(self, table: str, first: int) -> None:
        """Review the game that began at seq `first` at a table.

        :raises Refused: if the coach cannot review it, `bad_record` if there is no such game.
        """
        room = await self._tables.get(table)
        log = [] if room is None else await room.log.read_all()
        past = past_game_from(log, first)
        if room is None or past is None:
            raise Refused(TableReason.BAD_RECORD, "it is not stored any more")
        snapshot, number = room.log.snapshot, past.number

        async def record() -> str:
            return "".join(record_lines(snapshot, log, None, number) or ())

        await self._reviews.review_table(table, first, past.settings.game, dict(past.settings.options), record)
