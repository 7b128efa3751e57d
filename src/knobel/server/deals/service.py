"""The deals of the day: made the day before, so that their commitments are known before people can play them.

Every process does this work regularly. If two processes do it at the same time, the result is the same.
"""

import asyncio
import contextlib
import logging

from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.games import GAMES, make
from knobel.optional_packages import has_compiler
from knobel.presentation.deal_days import GRACE_MS, bounds, day_of, deal_id, is_day, shifted
from knobel.presentation.deals import Deal
from knobel.server.compute.bot_service import BotService
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict
from knobel.server.deals.master import master_result
from knobel.server.deals.store import DealStore, new_deal
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.settings import settings
from knobel.server.tables.ranked_results import options_key
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

TODAY = "today"
HOUR_MS = 3600 * 1000
QUIET_RUNS = 4
"""Number of runs after the start of a process without the best bot, which would slow the first games down."""
SUSPICIOUS_DEALS = 11
"""Number of deals after which a person who gave away no points in any of them is under suspicion."""


def new_deals(day: str) -> dict[Deal, str]:
    """Return new deals of a day, one for each game, with their seeds."""
    opens, closes = bounds(day)
    return dict(new_deal(deal_id(day, game), game, options_key(make(game).options), opens, closes) for game in GAMES)


class DailyDeals:
    """Makes the deals of the day, publishes their seeds and plays them with the best bot.

    Its methods raise `StoreError` if the database does not answer.
    """

    def __init__(self, store: DealStore, bots: BotService) -> None:
        self.store, self._bots = store, bots
        self._known: set[str] = set()
        """Days whose deals exist."""
        self._playing: set[str] = set()
        """Deals that the best bot is playing."""
        self._games = BackgroundTasks()
        self._hour = 0
        """The hour of the last work that is done once an hour."""

    async def close(self) -> None:
        """Stop the games of the best bot."""
        await self._games.close()

    async def run(self) -> None:
        """Work regularly until cancelled."""
        run = 0
        while True:
            try:
                await self.maintain()
                if run >= QUIET_RUNS:
                    await self._play_next()
            except (StoreError, Conflict) as error:
                logger.info("the deals of the day: %s", error)
            except Exception:
                # Without this work there would be no deals.
                logger.exception("the deals of the day")
            run += 1
            await asyncio.sleep(settings.deal_interval_s)

    async def maintain(self) -> None:
        """Make the deals of today and tomorrow; once an hour publish old ones and look for suspicions."""
        now = now_ms()
        await self.today(now)
        if now // HOUR_MS == self._hour:
            return
        for deal in await self.store.lost_seeds(now - GRACE_MS):
            logger.info("the seed of the deal %s is lost; it gets other dice", deal.id)
            seed = seeded_dice.new_seed()
            await self.store.replace_seed(deal, seeded_dice.commitment(seed), seed)
        await self.store.publish(now - GRACE_MS)
        suspects = await self.store.perfect_players(SUSPICIOUS_DEALS)
        await self.store.suspect(suspects, now)
        self._hour = now // HOUR_MS

    async def today(self, now: int) -> str:
        """Return the date of a time in ms. Its deals and those of the next day exist then."""
        day = day_of(now)
        await self.ensure(day)
        await self.ensure(shifted(day, 1))
        return day

    async def date(self, day: str, now: int) -> str:
        """Return a date that is today or before.

        :param day: a date in ISO format, or `today`.
        :raises Refused: `no_deal`.
        """
        today = await self.today(now)
        if day == TODAY:
            return today
        if not is_day(day) or day > today:
            raise Refused(
                TableReason.NO_DEAL, f"there are no deals of {day}: a day is a date like {today}, and not to come"
            )
        return day

    async def ensure(self, day: str) -> None:
        """Make the deals of a day unless they exist."""
        if day in self._known:
            return
        if not await self.store.find(deal_id(day, game) for game in GAMES):
            # Another process may be faster.
            with contextlib.suppress(Conflict):
                await self.store.add(new_deals(day))
        self._known.add(day)

    async def _play_next(self) -> None:
        """Play one of today's or tomorrow's deals with the best bot, if it has not played them all."""
        today = day_of(now_ms())
        days = today, shifted(today, 1)
        deals = await self.store.find(deal_id(day, game) for day in days for game in GAMES)
        if (deal := next((deal for deal in deals.values() if deal.master is None), None)) is not None:
            self.wants_master(deal)

    def wants_master(self, deal: Deal) -> None:
        """Start a game of the best bot at a deal, unless it is running or its result is known.

        Without a compiler there is no such bot.
        """
        if deal.master is None and has_compiler() and deal.id not in self._playing:
            self._playing.add(deal.id)
            self._games.start(self._play_master(deal), f"best bot at {deal.id}")

    async def _play_master(self, deal: Deal) -> None:
        try:
            seed = await self.store.seed(deal)
            if seed is not None:
                points = await master_result(self._bots, deal, seed)
                await self.store.record_master(deal, points)
        except (Refused, Conflict) as error:
            logger.info("the best bot at the deal %s: %s", deal.id, error)
        finally:
            self._playing.discard(deal.id)
