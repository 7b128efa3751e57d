"""Ratings after finished games: the coach computes the luck of a game's rolls when nobody waits for an answer."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Mapping

from knobel.presentation.log_reader import Unreadable
from knobel.presentation.records import record_lines
from knobel.server.cluster.membership import IsLeader
from knobel.server.compute.coach_service import CoachService
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict, Store
from knobel.server.options import ServerOptions
from knobel.server.ratings.store import RatingStore, UnratedGame
from knobel.server.runtime.settings import settings
from knobel.server.tables.live.room import Room
from knobel.server.tables.log.table_log import TableLog
from knobel.tables.game_records import past_game_from
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

MAX_WAITING = 1_000
"""Maximum number of finished games that a process remembers; a sweep finds the others."""
GAMES_PER_SWEEP = 100


class RatingUpdates:
    """Rates people after their games.

    The process that stored the end of a game rates it. One process also looks for games that were not rated, for
    example because the server stopped. Rating a game twice has no effect.
    """

    def __init__(
        self,
        store: Store,
        ratings: RatingStore,
        coach: CoachService,
        rooms: Mapping[str, Room],
        is_leader: IsLeader,
        options: ServerOptions,
    ) -> None:
        self._store, self.ratings, self._coach = store, ratings, coach
        self._rooms, self._is_leader, self._options = rooms, is_leader, options
        self._ended: OrderedDict[tuple[str, int], bool] = OrderedDict()
        """The latest finished games, by table and first seq, and whether they wait to be rated."""
        self._wake = asyncio.Event()

    def game_ended(self, table: str, first: int) -> None:
        """Rate a game that is over. It may be announced several times."""
        if (table, first) not in self._ended:
            self._ended[table, first] = True
            if len(self._ended) > MAX_WAITING:
                self._ended.popitem(last=False)
            self._wake.set()

    async def rate_ended(self) -> None:
        """Rate the games that are over until cancelled. Games that wait then are rated after the next start."""
        while True:
            await self._wake.wait()
            # A review that is asked for at the end of the game goes first.
            await asyncio.sleep(settings.rating_delay_s)
            self._wake.clear()
            for key in [key for key, waits in self._ended.items() if waits]:
                self._ended[key] = False
                with contextlib.suppress(StoreError):
                    await self._attempt(*key)

    async def sweep_regularly(self) -> None:
        """Look for games that were not rated until cancelled."""
        if self._is_leader():
            with contextlib.suppress(StoreError):
                for outdated in await self.ratings.list_outdated():
                    await self.ratings.update_rating(*outdated)
        while True:
            await asyncio.sleep(settings.rating_sweep_s)
            with contextlib.suppress(StoreError):
                await self._sweep()

    async def _sweep(self) -> None:
        """Rate the latest unrated games until only a few are left, or none of them can be rated now."""
        games: list[tuple[str, int]] = []
        while self._is_leader():
            before, games = games, await self.ratings.list_unrated(GAMES_PER_SWEEP)
            if games == before:
                return
            for key in games:
                await self._attempt(*key)
            if len(games) < GAMES_PER_SWEEP:
                return

    async def _attempt(self, table: str, first: int) -> None:
        """Rate a game if it is not rated. An unexpected error must not end the task, because other games follow."""
        game = await self.ratings.find_unrated(table, first)
        if game is None:
            return
        try:
            await self.rate(game)
        except StoreError:
            raise
        except Conflict:
            logger.info("table %s is rated later, because other games of these people were stored first", table)
        except Exception:
            logger.exception("table %s is not rated", table)

    async def rate(self, game: UnratedGame) -> None:
        """Compute the luck of a game, and rate the people in it. On failure, a later sweep tries again.

        :raises Conflict: if other games of these people are being stored.
        """
        try:
            record = await self._record(game)
            luck, engine = await self._coach.luck(record, game.seats)
        except Unreadable as error:
            logger.error("table %s cannot be rated: %s", game.table, error)
            luck, engine = {}, ""
        except Refused as refusal:
            if refusal.reason != TableReason.BAD_RECORD:
                return
            logger.error("table %s cannot be rated: %s", game.table, refusal)
            luck, engine = {}, ""
        if self._options.ladder:
            await self.ratings.add_to_ladder(game.table, game.first)
        # At last, so that a game counts as rated only if everything else is stored.
        await self.ratings.store_luck(game, luck, engine)

    async def _record(self, game: UnratedGame) -> str:
        """Return the record of a finished game.

        :raises Unreadable: if there is none.
        """
        if game.table in self._rooms:
            table_log = self._rooms[game.table].log
        else:
            table_log = TableLog(game.table, self._store)
            if not await table_log.load():
                raise Unreadable("its log is missing")
        snapshot, slices = table_log.snapshot, self._store.low_priority_slices
        log = await table_log.read_all(slices)
        past = past_game_from(log, game.first)
        if past is None:
            raise Unreadable("there is no such game")
        lines = record_lines(snapshot, log, None, past.number) or ()
        return "".join(await slices.all(lines))
