"""The deals of the day on the device: every date has one for each game, whose dice follow from the date alone.

Every player can compute these dice, so no result is ranked. The first try at a deal
counts for the streak and the history of the device's owner.
"""

import json
from collections.abc import Generator, Iterator, Mapping
from hashlib import sha256

import msgspec

from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.games import GAMES, make
from knobel.offline.engines import Engines
from knobel.offline.messages import OWNER, Answer, NewOfflineDeal, StoredTry
from knobel.offline.paths import Request
from knobel.offline.store import DeviceStore, Text
from knobel.offline.table import opened as answered
from knobel.presentation.deal_days import GRACE_MS, bounds, day_of, deal_id, is_day, shifted
from knobel.presentation.deal_messages import DealDay, DealResult
from knobel.presentation.deals import Deal, Try, deal_of_day, opened, played_days, standing_of, state_of, streak_of
from knobel.presentation.json import encode
from knobel.tables.commands import Source
from knobel.tables.names import clean
from knobel.tables.refusals import Refused, TableReason

SHOWN_DAYS = 30
"""Number of days that are listed, if no earlier one was played."""

_play = msgspec.json.Decoder(NewOfflineDeal)


def seed_of(deal: str) -> str:
    """Return the seed of a deal's dice: the SHA-256 hash of `knobel deal DATE/GAME`."""
    return sha256(f"knobel deal {deal}".encode()).hexdigest()


class DayRequests:
    """Answers requests about the deals of the day."""

    def __init__(self, engines: Engines, store: DeviceStore) -> None:
        self._engines, self._store = engines, store

    def list_days(self, _request: Request) -> Text:
        tries, today = (yield from self._tries()), day_of(now_ms())
        return encode(played_days(tries.values(), listed_days(tries, today))).decode()

    def show_day(self, request: Request) -> Text:
        day, now, tries = asked_day(request), now_ms(), (yield from self._tries())
        deals = [
            deal_of_day(deal, mine, int(mine is not None and mine.points is not None), now)
            for deal in (deal_on(day, game) for game in GAMES)
            for mine in [tries.get(deal.id)]
        ]
        streak = streak_of(tries.values(), day_of(now))
        found = DealDay(day=day, ends=bounds(day)[1], now=now, streak=streak, deals=deals, next_commitments={})
        return encode(found).decode()

    def show_standing(self, request: Request) -> Text:
        """Return the results of a deal: that of the owner, if there is one."""
        deal, now, tries = deal_on(asked_day(request), request.path["game"]), now_ms(), (yield from self._tries())
        mine = tries.get(deal.id)
        points = None if mine is None else mine.points
        shown = state_of(deal, mine, now) in ("done", "unranked") or now >= deal.closes + GRACE_MS
        found = standing_of(deal, tries.values(), day_of(now), int(points is not None), shown=shown)
        if points is not None:
            found.you = DealResult(place=1, name="", points=points, lost=None, you=True)
        return encode(found).decode()

    def play_deal(self, request: Request) -> Text:
        """Open a table that plays a deal, or return that of the unfinished first try."""
        deal, now, new = deal_on(asked_day(request), request.path["game"]), now_ms(), request.decoded(_play)
        mine = (yield from self._tries()).get(deal.id)
        if mine is not None and mine.table is not None and state_of(deal, mine, now) == "running":
            return answered((yield from self._store.table(mine.table)))
        ranked_until = deal.closes + GRACE_MS if new.ranked and mine is None and now < deal.closes else 0
        source, levels = Source(now, OWNER, clean(new.name)), self._engines.levels_of(deal.game)
        table = self._store.create()
        table.append(opened(deal, table.next_seed(seed_of(deal.id)), source, levels, ranked_until=ranked_until))
        return answered(table)

    def _tries(self) -> Generator[Answer, str, Mapping[str, Try]]:
        """Return the first tries of the owner, by the id of the deal."""
        return {key: try_of(each) for key, each in (yield from self._store.tries()).items()}


def deal_on(day: str, game: str) -> Deal:
    key, options = deal_id(day, game), json.dumps(dict(make(game).options))
    seed, (opens, closes) = seed_of(key), bounds(day)
    return Deal(key, game, options, seeded_dice.commitment(seed), seed, opens, closes, None)


def try_of(stored: StoredTry) -> Try:
    """Return a stored try. It has ended, too, if its table was deleted."""
    has_ended = stored.points is not None or stored.over or stored.table is None
    return Try(stored.key, OWNER, stored.table, 0, stored.points, 0 if has_ended else None)


def asked_day(request: Request) -> str:
    """Return the day in a path.

    :raises Refused: `no_deal`, if there is no such day or game.
    """
    today, day = day_of(now_ms()), request.path["day"]
    day = today if day == "today" else day
    if not is_day(day) or day > today or request.path.get("game", next(iter(GAMES))) not in GAMES:
        raise Refused(TableReason.NO_DEAL, f"there is no such deal: a day is a date like {today}")
    return day


def listed_days(tries: Mapping[str, Try], today: str) -> Iterator[str]:
    """Yield the listed days, the latest first."""
    played = [key.partition("/")[0] for key, each in tries.items() if each.points is not None]
    day, first = today, min([*played, shifted(today, 1 - SHOWN_DAYS)])
    while day >= first:
        yield day
        day = shifted(day, -1)
