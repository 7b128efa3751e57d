"""Routes for a person's ratings."""

import json

from litestar import Response, get

from knobel.games import GAMES, make
from knobel.rating import bot_levels, error_limit, percentile, without_luck
from knobel.server.people.accounts import Account
from knobel.server.people.routes import AnyRequest, person_of, services_of
from knobel.server.practice import messages as statistics_messages
from knobel.server.ratings.store import RatedResult
from knobel.server.services import Services
from knobel.server.tables.store import options_key


@get("/api/play/ratings")
async def show_ratings(request: AnyRequest) -> Response[statistics_messages.MyRatings]:
    """Return the caller's ratings: their expected points at each game, without the luck of the dice."""
    services, account = services_of(request), await person_of(request)
    kinds = [kind for kind in await services.ratings.list_kinds(account.id) if kind[0] in GAMES]
    found = statistics_messages.MyRatings(
        ratings=[await _rating(services, account, *kind) for kind in kinds],
        unrated=await services.ratings.count_unrated(account.id),
        ladder=await _standings(services, account),
    )
    return Response(found)


async def _rating(services: Services, account: Account, game: str, options: str) -> statistics_messages.Rating:
    results = await services.ratings.list_results(account.id, game, options)
    estimate, limit = results[-1].estimate, error_limit(game)
    provisional = estimate.is_provisional(limit)
    people, lower = await services.ratings.compare(account.id, game, options, estimate.mean)
    standard = options == options_key(make(game).options)
    levels = bot_levels(game) if standard else None
    return statistics_messages.Rating(
        game=game,
        options=json.loads(options),
        standard=standard,
        games=estimate.games,
        mean=estimate.mean,
        error=estimate.error,
        provisional=provisional,
        limit=limit,
        engine=results[-1].engine,
        people=people,
        percentile=None if provisional else percentile(lower, people),
        levels=[]
        if levels is None
        else [statistics_messages.LevelRating(level=level, mean=mean) for level, mean in levels.means.items()],
        course=[_point(result) for result in results],
    )


def _point(result: RatedResult) -> statistics_messages.RatingPoint:
    return statistics_messages.RatingPoint(
        time=result.time,
        points=result.points,
        without_luck=without_luck(result.points, result.luck),
        mean=result.estimate.mean,
        error=result.estimate.error,
    )


async def _standings(services: Services, account: Account) -> list[statistics_messages.LadderStanding]:
    """Return the latest strength at each game; none if the server has no ladder."""
    if not services.options.ladder:
        return []
    latest = {row.game: row for row in await services.ratings.list_ladder(account.id)}
    return [
        statistics_messages.LadderStanding(game=game, games=row.number, mu=row.mu, sigma=row.sigma)
        for game, row in latest.items()
    ]


HANDLERS = [show_ratings]
