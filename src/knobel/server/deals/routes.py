"""Routes for the deals of the day."""

from collections.abc import Sequence

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.presentation.deal_days import GRACE_MS, deal_id, shifted
from knobel.presentation.deal_messages import DealCount, DealDay, DealResult, DealStanding, PlayDeal, PlayedDay
from knobel.presentation.deals import Deal, deal_of_day, played_days, standing_of, streak_of
from knobel.presentation.http_messages import Opened
from knobel.server.deals.first_tries import FirstTries
from knobel.server.deals.service import DailyDeals
from knobel.server.deals.standings import Placed, by_loss, by_points, histogram, percentile
from knobel.server.deals.store import Finish
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import RequestLimits
from knobel.server.people.store import PeopleStore
from knobel.server.shared_rows.disclosure import shows_results
from knobel.tables.refusals import Refused, TableReason

SHOWN_RESULTS = 20
"""Number of best results in a list."""


async def _deal(daily_deals: DailyDeals, day: str, game: str, now: int) -> Deal:
    """Return a game's deal of a day.

    :raises Refused: `no_deal`.
    """
    key = deal_id(await daily_deals.date(day, now), game)
    found = (await daily_deals.store.find([key])).get(key)
    if found is None:
        raise Refused(TableReason.NO_DEAL, f"there is no deal {key}; games are {', '.join(GAMES)}")
    return found


@get("/api/days")
async def list_days(viewer: Part[Account | None], daily_deals: Part[DailyDeals]) -> Response[list[PlayedDay]]:
    """Return the days that had deals, the latest first, and which of these the caller has played."""
    now = now_ms()
    await daily_deals.today(now)
    tries = [] if viewer is None else await daily_deals.store.tries_of(viewer.id)
    return Response(played_days(tries, await daily_deals.store.days(now)))


@get("/api/days/{day:str}")
async def show_day(
    day: FromPath[str], viewer: Part[Account | None], daily_deals: Part[DailyDeals], people_store: Part[PeopleStore]
) -> Response[DealDay]:
    """Return the deals of a day, a date like `2026-11-25` or `today`.

    :raises Refused: `no_deal`.
    """
    now = now_ms()
    day = await daily_deals.date(day, now)
    store, tomorrow = daily_deals.store, shifted(day, 1)
    found = await store.find(deal_id(date, game) for date in (day, tomorrow) for game in GAMES)
    deals = [found[key] for game in GAMES if (key := deal_id(day, game)) in found]
    if not deals:
        raise Refused(TableReason.NO_DEAL, f"there were no deals on {day}")
    tries = [] if viewer is None else await store.tries_of(viewer.id)
    mine = {each.deal: each for each in tries}
    spent = () if viewer is None else await people_store.spent_deals(viewer.id, now)
    finished = await store.count_finishes(deal.id for deal in deals)
    return Response(
        DealDay(
            day=day,
            ends=deals[0].closes,
            now=now,
            streak=streak_of(tries, await daily_deals.today(now)),
            deals=[
                deal_of_day(deal, mine.get(deal.id), finished.get(deal.id, 0), now, spent=deal.id in spent)
                for deal in deals
            ],
            next_commitments={deal.game: deal.commitment for deal in found.values() if deal not in deals},
        ),
    )


@post("/api/days/{day:str}/{game:str}")
async def play_deal(
    request: AnyRequest,
    day: FromPath[str],
    game: FromPath[str],
    data: JSONBody[PlayDeal],
    caller: Part[Account],
    daily_deals: Part[DailyDeals],
    first_tries: Part[FirstTries],
    request_limits: Part[RequestLimits],
) -> Response[Opened]:
    """Open a table that plays a deal, or return the table of the caller's unfinished first try.

    The first try of a day is ranked, unless the request says that it is not. After it the deal can be played again,
    and deals of earlier days can be played too.

    :raises Refused: `no_deal`, `rate_limited`, `too_many`.
    """
    now = now_ms()
    request_limits.check_newcomer(request)
    deal = await _deal(daily_deals, day, game, now)
    return await first_tries.begin(request, caller, deal, now, ranked=data.ranked)


@get("/api/days/{day:str}/{game:str}")
async def show_standing(
    day: FromPath[str],
    game: FromPath[str],
    viewer: Part[Account | None],
    daily_deals: Part[DailyDeals],
    server_options: Part[ServerOptions],
) -> Response[DealStanding]:
    """Return the results of a deal.

    :raises Refused: `no_deal`.
    """
    now = now_ms()
    deal = await _deal(daily_deals, day, game, now)
    person = None if viewer is None else viewer.id
    tries = [] if person is None else await daily_deals.store.tries_of(person)
    finishes = await daily_deals.store.finishes([deal.id])
    own = next((finish for finish in finishes if finish.person == person), None)
    through = any(each.deal == deal.id and each.ended is not None for each in tries)
    shown = shows_results(deal.closes + GRACE_MS, now, through=through)
    standing = standing_of(deal, tries, await daily_deals.today(now), len(finishes), shown=shown)
    if shown:
        _fill(standing, finishes, own, public=server_options.deal_table)
        standing.master = deal.master
        daily_deals.wants_master(deal)
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
