"""Routes for a person's ratings."""

import json

from litestar import Response, get

from knobel.games import GAMES, make
from knobel.rating import bot_levels, error_limit, percentile, without_luck
from knobel.server.http.parts import Part
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.ratings import messages
from knobel.server.ratings.store import RatingStore
from knobel.server.tables.log.ranked_results import options_key


@get("/api/play/ratings")
async def show_ratings(
    caller: Part[Account], ratings: Part[RatingStore], server_options: Part[ServerOptions]
) -> Response[messages.MyRatings]:
    """Return the caller's ratings: their expected points at each game, without the luck of the dice."""
    kinds = [kind for kind in await ratings.list_kinds(caller.id) if kind[0] in GAMES]
    latest = {row.game: row for row in await ratings.list_ladder(caller.id)} if server_options.ladder else {}
    found = messages.MyRatings(
        ratings=[await _rating(ratings, caller, *kind) for kind in kinds],
        unrated=await ratings.count_unrated(caller.id),
        ladder=[
            messages.LadderStanding(game=game, games=row.number, mu=row.mu, sigma=row.sigma)
            for game, row in latest.items()
        ],
    )
    return Response(found)


async def _rating(ratings: RatingStore, account: Account, game: str, options: str) -> messages.Rating:
    results = await ratings.list_results(account.id, game, options)
    estimate, limit = results[-1].estimate, error_limit(game)
    provisional = estimate.is_provisional(limit)
    people, lower = await ratings.compare(account.id, game, options, estimate.mean)
    standard = options == options_key(make(game).options)
    levels = bot_levels(game) if standard else None
    return messages.Rating(
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
        else [messages.LevelRating(level=level, mean=mean) for level, mean in levels.means.items()],
        course=[
            messages.RatingPoint(
                time=result.time,
                points=result.points,
                without_luck=without_luck(result.points, result.luck),
                mean=result.estimate.mean,
                error=result.estimate.error,
            )
            for result in results
        ],
    )
