"""Routes for the deals of the day."""

import json
from collections.abc import Sequence
from typing import Literal

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.presentation.http_messages import Opened
from knobel.server.database.disclosure import GRACE_MS, shows_results
from knobel.server.database.openings import Opening
from knobel.server.database.store import Conflict
from knobel.server.deals.calendar import deal_id, is_day, shifted, streak
from knobel.server.deals.messages import (
    DealCount,
    DealDay,
    DealOfDay,
    DealResult,
    DealStanding,
    PlayDeal,
    PlayedDay,
)
from knobel.server.deals.standings import Placed, by_loss, by_points, histogram, percentile
from knobel.server.deals.store import Deal, Finish, Try
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.routes import AnyRequest, limit_newcomer, person_of, secret_of, services_of
from knobel.server.services import Services
from knobel.server.tables.routes import opened
from knobel.tables.refusals import Refused, TableReason

TODAY = "today"
SHOWN_RESULTS = 20
"""Number of best results in a list."""


async def _day(services: Services, day: str, now: int) -> str:
    """Return a date that is today or before.

    :raises Refused: `no_deal`.
    """
    today = await services.daily_deals.today(now)
    if day == TODAY:
        return today
    if not is_day(day) or day > today:
        raise Refused(
            TableReason.NO_DEAL, f"there are no deals of {day}: a day is a date like {today}, and not to come"
        )
    return day


async def _deal(services: Services, day: str, game: str, now: int) -> Deal:
    """Return a game's deal of a day.

    :raises Refused: `no_deal`.
    """
    key = deal_id(await _day(services, day, now), game)
    found = (await services.daily_deals.store.find([key])).get(key)
    if found is None:
        raise Refused(TableReason.NO_DEAL, f"there is no deal {key}; games are {', '.join(GAMES)}")
    return found


def _streak(tries: Sequence[Try], today: str) -> int:
    return streak({each.deal.partition("/")[0] for each in tries if each.points is not None}, today)


@get("/api/days")
async def list_days(request: AnyRequest) -> Response[list[PlayedDay]]:
    """Return the days that had deals, the latest first, and which of these the caller has played."""
    services, now = services_of(request), now_ms()
    await services.daily_deals.today(now)
    account = await services.people.find(secret_of(request))
    tries = [] if account is None else await services.daily_deals.store.tries_of(account.id)
    played = [each.deal.split("/") for each in tries if each.points is not None and "/" in each.deal]
    days = await services.daily_deals.store.days(now)
    found = [PlayedDay(day=day, games=[game for other, game in played if other == day]) for day in days]
    return Response(found)


@get("/api/days/{day:str}")
async def show_day(request: AnyRequest, day: FromPath[str]) -> Response[DealDay]:
    """Return the deals of a day, a date like `2026-11-25` or `today`.

    :raises Refused: `no_deal`.
    """
    services, now = services_of(request), now_ms()
    day = await _day(services, day, now)
    store, tomorrow = services.daily_deals.store, shifted(day, 1)
    account = await services.people.find(secret_of(request))
    found = await store.find(deal_id(date, game) for date in (day, tomorrow) for game in GAMES)
    deals = [found[key] for game in GAMES if (key := deal_id(day, game)) in found]
    if not deals:
        raise Refused(TableReason.NO_DEAL, f"there were no deals on {day}")
    tries = [] if account is None else await store.tries_of(account.id)
    mine = {each.deal: each for each in tries}
    spent = () if account is None else await services.people_store.spent_deals(account.id, now)
    finished = await store.count_finishes(deal.id for deal in deals)
    return Response(
        DealDay(
            day=day,
            ends=deals[0].closes,
            now=now,
            streak=_streak(tries, await services.daily_deals.today(now)),
            deals=[
                _deal_of_day(deal, mine.get(deal.id), finished.get(deal.id, 0), now, spent=deal.id in spent)
                for deal in deals
            ],
            next_commitments={deal.game: deal.commitment for deal in found.values() if deal not in deals},
        ),
    )


def _deal_of_day(deal: Deal, mine: Try | None, players: int, now: int, *, spent: bool) -> DealOfDay:
    return DealOfDay(
        game=deal.game,
        options=json.loads(deal.options),
        commitment=deal.commitment,
        seed=deal.seed,
        state="unranked" if mine is None and spent else _state(deal, mine, now),
        table=None if mine is None else mine.table,
        points=None if mine is None else mine.points,
        players=players,
    )


def _state(deal: Deal, mine: Try | None, now: int) -> Literal["new", "running", "done", "unranked"]:
    if mine is None:
        return "new"
    if mine.ended is None:
        return "running" if now < deal.closes + GRACE_MS else "unranked"
    return "unranked" if mine.points is None else "done"


@post("/api/days/{day:str}/{game:str}")
async def play_deal(
    request: AnyRequest, day: FromPath[str], game: FromPath[str], data: JSONBody[PlayDeal]
) -> Response[Opened]:
    """Open a table that plays a deal, or return the table of the caller's unfinished first try.

    The first try of a day is ranked, unless the request says that it is not. After it the deal can be played again,
    and deals of earlier days can be played too.

    :raises Refused: `no_deal`, `rate_limited`, `too_many`.
    """
    services, account, now = services_of(request), await person_of(request), now_ms()
    limit_newcomer(request)
    deal = await _deal(services, day, game, now)
    return await begin(request, account, deal, now, ranked=data.ranked)


async def begin(request: AnyRequest, account: Account, deal: Deal, now: int, *, ranked: bool) -> Response[Opened]:
    """Open a table at which a person plays a deal, or return that of their unfinished first try.

    :param ranked: the result counts if it is a first try.
    :raises Refused: `no_deal`, `rate_limited`, `stale`, and what the opening of a table raises.
    """
    services, deals = services_of(request), services_of(request).daily_deals.store
    # Read once, because another device may begin the deal in the meantime.
    mine = await deals.first_try(account.id, deal.id)
    if (running := await _running(services, mine, deal, now)) is not None:
        return running

    async def open_new(opening: Opening | None) -> str:
        if not services.table_limit.take(account.id):
            raise Refused(TableReason.RATE_LIMITED, "too many tables in a short time: try again later")
        spent = await services.people_store.spent_deals(account.id, now)
        first = now < deal.closes and mine is None and deal.id not in spent
        seed = await deals.seed(deal)
        if seed is None:
            raise Refused(TableReason.NO_DEAL, "the dice of this deal are lost")
        until = deal.closes + GRACE_MS if first and ranked else 0
        room = await services.table_creation.play_deal(
            account, deal, seed, ranked_until=until, first=first, opening=opening
        )
        return room.live.code

    try:
        return Response(opened(await services.tables.get(await open_once(request, account, open_new))))
    except Conflict:
        # Another device of the same person was faster.
        mine = await deals.first_try(account.id, deal.id)
        if (running := await _running(services, mine, deal, now)) is None:
            raise Refused(TableReason.STALE, "this deal was begun on another device") from None
        return running


async def _running(services: Services, mine: Try | None, deal: Deal, now: int) -> Response[Opened] | None:
    """Return the table of a first try, None if it has ended or does not count any more."""
    if mine is None or mine.ended is not None or now >= deal.closes + GRACE_MS:
        return None
    room = await services.tables.get(mine.table)
    return None if room is None else Response(Opened(code=room.live.code, key=room.live.head.key), status_code=200)


@get("/api/days/{day:str}/{game:str}")
async def show_standing(request: AnyRequest, day: FromPath[str], game: FromPath[str]) -> Response[DealStanding]:
    """Return the results of a deal.

    :raises Refused: `no_deal`.
    """
    services, now = services_of(request), now_ms()
    deal = await _deal(services, day, game, now)
    account = await services.people.find(secret_of(request))
    person = None if account is None else account.id
    tries = [] if person is None else await services.daily_deals.store.tries_of(person)
    finishes = await services.daily_deals.store.finishes([deal.id])
    own = next((finish for finish in finishes if finish.person == person), None)
    through = any(each.deal == deal.id and each.ended is not None for each in tries)
    shown = shows_results(deal.closes + GRACE_MS, now, through=through)
    standing = DealStanding(
        day=deal.id.partition("/")[0],
        game=deal.game,
        shown=shown,
        players=len(finishes),
        you=None,
        your_skill=None,
        percentile=None,
        points=[],
        skill=[],
        histogram=[],
        master=None,
        streak=_streak(tries, await services.daily_deals.today(now)),
    )
    if shown:
        _fill(standing, finishes, own, public=services.options.deal_table)
        standing.master = deal.master
        services.daily_deals.wants_master(deal)
    return Response(standing)


def _fill(standing: DealStanding, finishes: Sequence[Finish], own: Finish | None, *, public: bool) -> None:
    """Add the results to a standing, without those of people under suspicion, except to themselves.

    :param public: the list of points is shown.
    """
    visible = [finish for finish in finishes if not finish.hidden or finish is own]
    placed_by_points, skill = by_points(visible), by_loss(visible)
    standing.points = [_result(placed, own) for placed in placed_by_points[:SHOWN_RESULTS]] if public else []
    standing.skill = [_result(placed, own) for placed in skill[:SHOWN_RESULTS]]
    standing.histogram = [DealCount(points=points, count=count) for points, count in histogram(visible)]
    if own is not None:
        standing.you = next(_result(placed, own) for placed in placed_by_points if placed.finish is own)
        standing.your_skill = next((_result(placed, own) for placed in skill if placed.finish is own), None)
        standing.percentile = percentile(own.points, [finish.points for finish in visible if finish is not own])


def _result(placed: Placed, own: Finish | None) -> DealResult:
    finish = placed.finish
    return DealResult(place=placed.place, name=finish.name, points=finish.points, lost=finish.lost, you=finish is own)


HANDLERS = [list_days, show_day, play_deal, show_standing]
