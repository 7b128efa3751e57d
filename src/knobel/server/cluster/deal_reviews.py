"""Reviews of finished first tries at deals, for the table of points given away."""

import asyncio
import contextlib
import logging

from knobel.server.cluster.peers import Peers
from knobel.server.cluster.room_registry import RoomRegistry
from knobel.server.database.engine import StoreError
from knobel.server.deals.calendar import DAY_MS
from knobel.server.jobs.coach_service import Coach
from knobel.server.rooms.game_records import past_game, record_lines
from knobel.server.runtime.clock import now_ms
from knobel.server.runtime.settings import settings
from knobel.server.storage.deals import DealStore
from knobel.tables.events import Started
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

MOST_AT_ONCE = 20
"""Maximum number of games in one run."""
MAX_AGE_MS = 7 * DAY_MS
"""Older games are reviewed only when a person asks for it."""


class DealReviews:
    """Lets the coach review finished first tries when no person waits for it. One process does this work.

    The players often ask for the review themselves when their game is over; then there is nothing to do.
    """

    def __init__(self, deals: DealStore, coach: Coach, tables: RoomRegistry, peers: Peers) -> None:
        self._deals, self._coach, self._tables, self._peers = deals, coach, tables, peers
        self._failed: set[tuple[str, int]] = set()
        """Games that the coach cannot review, by table and first seq."""
        self._work: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the regular work."""
        self._work = asyncio.create_task(self._work_regularly(), name="reviewing deals")

    async def close(self) -> None:
        """Stop. The next start continues the work."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _work_regularly(self) -> None:
        while True:
            await asyncio.sleep(settings.deal_review_interval_s)
            if self._peers.is_leader:
                with contextlib.suppress(StoreError):
                    try:
                        await self.review_missing()
                    except StoreError:
                        raise
                    except Exception:
                        # The next run is later, and may have other games.
                        logger.exception("first tries at deals are not reviewed")

    async def review_missing(self) -> None:
        """Review finished first tries that lack skill data, the oldest first.

        :raises StoreError: if the database does not answer.
        """
        for game in await self._deals.unreviewed(now_ms() - MAX_AGE_MS, MOST_AT_ONCE + len(self._failed)):
            if game not in self._failed:
                try:
                    await self._review(*game)
                except Refused as refusal:
                    if refusal.reason != TableReason.BAD_RECORD:
                        # The coach does not answer now.
                        return
                    logger.error("the game at the table %s cannot be reviewed: %s", game[0], refusal)
                    self._failed.add(game)

    async def _review(self, table: str, first: int) -> None:
        """Review the game that began at seq `first` at a table.

        :raises Refused: if the coach cannot review it.
        """
        room = await self._tables.get(table)
        if room is None:
            self._failed.add((table, first))
            return
        snapshot, log = room.live.snapshot, await room.live.log()
        starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
        past = past_game(log, starts.index(first) + 1) if first in starts else None
        if past is None:
            self._failed.add((table, first))
            return
        number = past.number

        async def record() -> str:
            return "".join(record_lines(snapshot, log, None, number) or ())

        await self._coach.review_table(table, first, past.settings.game, dict(past.settings.options), record)
