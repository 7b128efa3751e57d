"""Reviews of games at tables, for the people who ask for them."""

from collections.abc import Sequence

from knobel.presentation.projections import Snapshot
from knobel.presentation.record_sizes import MAX_RECORD_SEATS
from knobel.presentation.records import record_lines
from knobel.server.compute.fair_queue import JobOwner
from knobel.server.database.store import Store
from knobel.server.people.request_limits import RequestLimits
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import game_in
from knobel.tables.events import Event
from knobel.tables.game_records import PastGame
from knobel.tables.refusals import Refused, TableReason


class TableReviews:
    """Returns stored or new reviews of games at tables."""

    def __init__(self, store: Store, reviews: ReviewService, request_limits: RequestLimits) -> None:
        self._store, self._reviews, self._request_limits = store, reviews, request_limits

    async def review(self, room: Room, game: int | None, owner: JobOwner) -> bytes:
        """Return the review of a game at a table that the person has entered, the latest if `game` is None.

        :raises Refused: `no_game`, `game_running`, `too_large`, `rate_limited`.
        """
        snapshot, log = room.log.snapshot, await room.log.read_all()
        return await self.review_past(snapshot, log, game_in(log, game), owner)

    async def review_past(self, snapshot: Snapshot, log: Sequence[Event], past: PastGame, owner: JobOwner) -> bytes:
        """Return the review of one of the games in a table's log; the caller has checked the access.

        :raises Refused: `game_running`, `too_large`, `rate_limited`.
        """
        if past.latest and snapshot.state.playing:
            raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
        if len(past.names) > MAX_RECORD_SEATS:
            raise Refused(TableReason.TOO_LARGE, f"the coach goes through games of at most {MAX_RECORD_SEATS} seats")
        self._request_limits.reviews.check(owner.person)

        async def record() -> str:
            lines = record_lines(snapshot, log, owner.person, past.number)
            assert lines is not None, "there is such a game"
            return "".join(await self._store.time_slices.all(lines))

        settings = past.settings
        return await self._reviews.review_table(
            snapshot.code, past.first, settings.game, dict(settings.options), record, owner
        )
