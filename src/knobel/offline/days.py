"""The deals of the day on the device: every date has one for each game, whose dice follow from the date alone.

Every player can compute these dice, so no result is ranked. The first try at a deal
counts for the streak and the history of the device's owner.
"""

from collections import defaultdict
from collections.abc import Generator, Mapping
from hashlib import sha256
from typing import Literal, TypeAlias

import msgspec

from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.games import GAMES, make
from knobel.offline.engines import Engines
from knobel.offline.messages import OWNER, Answer, Need, NewOfflineDeal, StoredTry, replaces
from knobel.offline.paths import Request
from knobel.offline.table import OfflineTable, opened
from knobel.offline.tables import Tables, Text
from knobel.presentation.deal_days import GRACE_MS, bounds, day_of, deal_id, is_day, shifted, streak
from knobel.presentation.deal_messages import (
    DealDay,
    DealOfDay,
    DealResult,
    DealStanding,
    PlayedDay,
)
from knobel.presentation.json import encode
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.names import clean
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import Settings
from knobel.tables.state import fold

OPPONENT = "strong"
"""Level of the bots in the other seats, at games that cannot be played alone."""
SHOWN_DAYS = 30
"""Number of days that are listed, if no earlier one was played."""

_play = msgspec.json.Decoder(NewOfflineDeal)
_stored_tries = msgspec.json.Decoder(list[StoredTry])

Tries: TypeAlias = Mapping[str, StoredTry]
"""The first tries of the owner, by the id of the deal."""


def seed_of(deal: str) -> str:
    """Return the seed of a deal's dice: the SHA-256 hash of `knobel deal DATE/GAME`."""
    return sha256(f"knobel deal {deal}".encode()).hexdigest()


class DayRequests:
    """Answers requests about the deals of the day."""

    def __init__(self, engines: Engines, tables: Tables) -> None:
        self._engines, self._tables = engines, tables

    def list_days(self, _request: Request) -> Text:
        """Return the latest days."""
        return encode(played_days((yield from self._tries()), day_of(now_ms()))).decode()

    def show_day(self, request: Request) -> Text:
        """Return the deals of a day."""
        day, now = asked_day(request), now_ms()
        return encode(self._day(day, (yield from self._tries()), now)).decode()

    def show_standing(self, request: Request) -> Text:
        """Return the results of a deal."""
        day, now = asked_day(request), now_ms()
        return encode(standing(day, request.path["game"], (yield from self._tries()), now)).decode()

    def _tries(self) -> Generator[Answer, str, Tries]:
        stored = yield Answer(need=Need(kind="tries"))
        tries = {each.key: each for each in _stored_tries.decode(stored)} if stored else {}
        return tries | {key: each for key, each in self._tables.tries.items() if replaces(each, tries.get(key))}

    def _day(self, day: str, tries: Tries, now: int) -> DealDay:
        return DealDay(
            day=day,
            ends=bounds(day)[1],
            now=now,
            streak=streak_of(tries, day_of(now)),
            deals=[self._deal(deal_id(day, game), game, tries, now) for game in GAMES],
            next_commitments={},
        )

    def _deal(self, deal: str, game: str, tries: Tries, now: int) -> DealOfDay:
        seed, mine = seed_of(deal), tries.get(deal)
        return DealOfDay(
            game=game,
            options=dict(make(game).options),
            commitment=seeded_dice.commitment(seed),
            seed=seed,
            state=state_of(mine, now),
            table=None if mine is None else mine.table,
            points=None if mine is None else mine.points,
            players=int(mine is not None and mine.points is not None),
        )

    def play_deal(self, request: Request) -> Text:
        """Open a table that plays a deal, or return that of the unfinished first try."""
        day, game, now = asked_day(request), request.path["game"], now_ms()
        deal, new = deal_id(day, game), request.decoded(_play)
        mine, closes = (yield from self._tries()).get(deal), bounds(day)[1]
        if mine is not None and mine.table is not None and state_of(mine, now) == "running":
            table = yield from self._tables.find(mine.table)
            return opened(table)
        first = new.ranked and mine is None and now < closes
        return opened(self._open(deal, game, new.name, closes + GRACE_MS if first else 0))

    def _open(self, deal: str, game: str, name: str, ranked_until: int) -> OfflineTable:
        options = dict(make(game).options)
        seats, levels = make(game).min_seats, self._engines.levels_of(game)
        source = Source(now_ms(), OWNER, clean(name))
        settings = Settings(game=game, options=options, seats=seats, hints=False)
        events = commands.open_table(source, settings, deal=deal, ranked_until=ranked_until)
        bots = dict.fromkeys(range(1, seats), OPPONENT if OPPONENT in levels else levels[-1])
        events = (*events, *commands.seat_bots(fold(events), source, bots, levels))
        table = self._tables.create()
        table.append(events)
        table.append(commands.start(table.state, source, seed=table.next_seed(seed_of(deal))))
        return table


def asked_day(request: Request) -> str:
    """Return the day in a path.

    :raises Refused: `no_deal`, if there is no such day or game.
    """
    today, day = day_of(now_ms()), request.path["day"]
    day = today if day == "today" else day
    if not is_day(day) or day > today or request.path.get("game", next(iter(GAMES))) not in GAMES:
        raise Refused(TableReason.NO_DEAL, f"there is no such deal: a day is a date like {today}")
    return day


def state_of(mine: StoredTry | None, now: int) -> Literal["new", "running", "done", "unranked"]:
    """Return the state of a try, as the messages of deals name it."""
    if mine is None:
        return "new"
    if mine.points is not None:
        return "done"
    _, closes = bounds(mine.key.partition("/")[0])
    return "unranked" if mine.over or mine.table is None or now >= closes + GRACE_MS else "running"


def streak_of(tries: Tries, today: str) -> int:
    """Return the owner's streak."""
    return streak({key.partition("/")[0] for key, each in tries.items() if each.points is not None}, today)


def played_days(tries: Tries, today: str) -> list[PlayedDay]:
    """Return the listed days, the latest first, with the deals that the owner has finished."""
    played: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for key, each in tries.items():
        day, _, game = key.partition("/")
        if each.points is not None:
            played[day][game] = each.points
    day, first = today, min([*played, shifted(today, 1 - SHOWN_DAYS)])
    found = []
    while day >= first:
        found.append(PlayedDay(day=day, games=list(played[day]), points=played[day]))
        day = shifted(day, -1)
    return found


def standing(day: str, game: str, tries: Tries, now: int) -> DealStanding:
    """Return the results of a deal: that of the owner, if there is one."""
    mine = tries.get(deal_id(day, game))
    points = None if mine is None else mine.points
    own = None if points is None else DealResult(place=1, name="", points=points, lost=None, you=True)
    return DealStanding(
        day=day,
        game=game,
        shown=state_of(mine, now) in ("done", "unranked") or now >= bounds(day)[1] + GRACE_MS,
        players=int(own is not None),
        you=own,
        your_skill=None,
        percentile=None,
        points=[],
        skill=[],
        histogram=[],
        master=None,
        streak=streak_of(tries, day_of(now)),
    )
