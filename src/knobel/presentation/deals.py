"""Deals of the day and the first tries at them, as a person sees them: on a server, and on a device without one."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from knobel.games import make
from knobel.presentation.deal_days import GRACE_MS, streak
from knobel.presentation.deal_messages import DealOfDay, DealStanding, PlayedDay
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.settings import Settings
from knobel.tables.state import fold

OPPONENT = "strong"
"""Level of the bots in the other seats, at games that cannot be played alone, if there are such bots."""


@dataclass(slots=True, frozen=True)
class Deal:
    """A deal. `options` are the game's options in canonical form (JSON); `seed` is None until it is published."""

    id: str
    game: str
    options: str
    commitment: str
    seed: str | None
    opens: int
    closes: int
    master: int | None


@dataclass(slots=True, frozen=True)
class Try:
    """A person's first try at a deal, at a table; None if the table was deleted.

    `ended` is None while it runs. `points` is None until it has ended, and for a try that does not count.
    """

    deal: str
    person: str
    table: str | None
    began: int
    points: int | None
    ended: int | None


def opened(deal: Deal, seed: str, source: Source, levels: Sequence[str], *, ranked_until: int = 0) -> Events:
    """Return the events that open a table for a person who plays a deal alone, and start its game.

    Games that cannot be played alone are played against as few bots as possible, on the dice of their seats.

    :param levels: the levels of bots, the weakest first.
    """
    options = json.loads(deal.options)
    seats = make(deal.game, **options).min_seats
    settings = Settings(game=deal.game, options=options, seats=seats, hints=False)
    events = commands.open_table(source, settings, deal=deal.id, ranked_until=ranked_until)
    bots = dict.fromkeys(range(1, seats), OPPONENT if OPPONENT in levels else levels[-1])
    events = (*events, *commands.seat_bots(fold(events), source, bots, levels))
    return (*events, *commands.start(fold(events), source, seed=seed))


def state_of(deal: Deal, mine: Try | None, now: int) -> Literal["new", "running", "done", "unranked"]:
    """Return the state of a person's first try at a deal."""
    if mine is None:
        return "new"
    if mine.ended is None:
        return "running" if now < deal.closes + GRACE_MS else "unranked"
    return "unranked" if mine.points is None else "done"


def deal_of_day(deal: Deal, mine: Try | None, players: int, now: int, *, spent: bool = False) -> DealOfDay:
    """Return a deal as a person may see it.

    :param players: the number of finished first tries.
    :param spent: the person may have no first try any more.
    """
    return DealOfDay(
        game=deal.game,
        options=json.loads(deal.options),
        commitment=deal.commitment,
        seed=deal.seed,
        state="unranked" if mine is None and spent else state_of(deal, mine, now),
        table=None if mine is None else mine.table,
        points=None if mine is None else mine.points,
        players=players,
    )


def streak_of(tries: Iterable[Try], today: str) -> int:
    """Return a person's streak."""
    return streak({each.deal.partition("/")[0] for each in tries if each.points is not None}, today)


def played_days(tries: Iterable[Try], days: Iterable[str]) -> list[PlayedDay]:
    """Return days with deals, and which of these a person has finished."""
    played: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for each in tries:
        day, separator, game = each.deal.partition("/")
        if separator and each.points is not None:
            played[day][game] = each.points
    return [PlayedDay(day=day, games=list(played[day]), points=played[day]) for day in days]


def standing_of(deal: Deal, tries: Iterable[Try], today: str, players: int, *, shown: bool) -> DealStanding:
    """Return the results of a deal without any of them.

    :param tries: the first tries of the person who asks.
    """
    return DealStanding(
        day=deal.id.partition("/")[0],
        game=deal.game,
        shown=shown,
        players=players,
        you=None,
        your_skill=None,
        percentile=None,
        points=[],
        skill=[],
        histogram=[],
        master=None,
        streak=streak_of(tries, today),
    )
