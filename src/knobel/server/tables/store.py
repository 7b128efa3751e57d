"""High scores: the lists for each game and option set."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete, select, true, update

from knobel.clock import now_ms
from knobel.core import BadSetup
from knobel.games import GAMES, make
from knobel.presentation import http_messages
from knobel.server.database import schema
from knobel.server.database.store import Store
from knobel.server.shared_rows.disclosure import is_disclosed
from knobel.server.shared_rows.memberships import IS_NAMELESS
from knobel.server.tables.log.ranked_results import options_key

TRUE = true()


@dataclass(slots=True, frozen=True)
class ScoreRow:
    """A line of a high-score list."""

    person: str
    name: str
    score: int
    seats: int
    time: int


def completed_key(game: str, key: str) -> str:
    """Return an option set in canonical form with the options that its game has gained since it was stored.

    The options of a game that does not exist any more, or that are not valid any more, are returned unchanged.
    """
    try:
        return options_key(make(game, **json.loads(key)).options)
    except (ValueError, TypeError, BadSetup):
        return key


async def complete_options(store: Store) -> None:
    """Add the options that games have gained since to the stored results.

    Otherwise these results would be missing in the high scores and ratings, which belong to one option set. Each option
    set takes one lookup in an index.
    """
    c = schema.results.c
    for game in GAMES:
        last = ""
        while found := await store.read(
            select(c.options).where(c.game == game, c.options > last).order_by(c.options).limit(1)
        ):
            last = found[0].options
            if (key := completed_key(game, last)) != last:
                of_game = update(schema.results).where(c.game == game, c.options == last)
                c_ratings = schema.ratings.c
                outdated = delete(schema.ratings).where(c_ratings.game == game, c_ratings.options == last)
                await store.write((of_game.values(options=key), []), (outdated, []))


async def best(
    store: Store,
    game: str,
    options: str,
    *,
    since: int = 0,
    person: str | None = None,
    shown: ColumnElement[bool] = TRUE,
    limit: int = 20,
) -> list[ScoreRow]:
    """Return the best ranked score of each person at a game and option set, or all of `person`, if given.

    Of equal scores, the older one comes first.

    :param shown: condition on a result that may be shown.
    """
    c = schema.results.c
    query = (
        select(c.person, c.name, c.score, c.seats, c.time)
        .where(c.game == game, c.options == options, c.ranked, ~IS_NAMELESS, shown)
        .order_by(c.score.desc(), c.time)
    )
    if since:
        query = query.where(c.time >= since)
    if person is not None:
        return [ScoreRow(*row) for row in await store.read(query.where(c.person == person).limit(limit))]
    # The index has the scores in this order: more of them are read only if few people have most of the best.
    read = 4 * limit
    while True:
        found = [ScoreRow(*row) for row in await store.read(query.limit(read))]
        firsts: dict[str, ScoreRow] = {}
        for row in found:
            firsts.setdefault(row.person, row)
        if len(firsts) >= limit or len(found) < read:
            return list(firsts.values())[:limit]
        read *= 4


async def recent(store: Store, game: str, options: str, person: str, limit: int = 20) -> list[http_messages.OwnScore]:
    """Return the latest ranked scores of a person at a game with an option set, the latest first."""
    c = schema.results.c
    query = (
        select(c.score, c.time)
        .where(c.person == person, c.game == game, c.options == options, c.ranked)
        .order_by(c.time.desc())
        .limit(limit)
    )
    return [http_messages.OwnScore(score=row.score, time=row.time) for row in await store.read(query)]


async def high_scores(
    store: Store, game: str, options: Mapping[str, bool | int | str], person: str | None
) -> http_messages.HighScores:
    """Return the lists of a game with these options: all time, this month (UTC), and those of `person`, if given.

    The first two have the best of each person, `mine` all of `person`. `recent` has the person's latest ones. Others'
    results at a deal are missing until the person may see them, and always if its cup shows no names.
    """
    key, today = options_key(options), datetime.now(UTC)
    shown = is_disclosed(person, now_ms())
    month = int(datetime(today.year, today.month, 1, tzinfo=UTC).timestamp() * 1000)
    return http_messages.HighScores(
        all_time=_places(await best(store, game, key, shown=shown), person),
        month=_places(await best(store, game, key, since=month, shown=shown), person),
        mine=[] if person is None else _places(await best(store, game, key, person=person), person),
        recent=[] if person is None else await recent(store, game, key, person),
    )


def _places(found: list[ScoreRow], person: str | None) -> list[http_messages.HighScore]:
    """Return the lines of a list as `person` sees it, best first. Equal scores share a place."""
    return [
        http_messages.HighScore(
            place=1 + sum(other.score > row.score for other in found),
            name=row.name,
            score=row.score,
            seats=row.seats,
            time=row.time,
            you=row.person == person,
        )
        for row in found
    ]
