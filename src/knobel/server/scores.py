"""High scores: what of a game's end goes on their lists, and the lists of a game and option set."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from knobel.server import http_messages
from knobel.server.store import ResultRow, ScoreRow, Store
from knobel.tables.results import results
from knobel.tables.settings import game_of
from knobel.tables.state import TableState


def options_key(options: Mapping[str, bool | int | str]) -> str:
    """An option set as the lists know it."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


def result_rows(state: TableState, time: int) -> list[ResultRow]:
    """What is kept of a game that has just ended: the people's results, not those of bots; nothing of one that began as
    another did.

    Only server dice and only people for whom no bot ever moved, and whom the coach never helped, are good for the
    high-score lists.
    """
    play = state.play
    assert play is not None
    if play.what_if:
        return []
    return [
        ResultRow(
            first=play.first,
            seat=result.seat,
            game=play.game.name,
            options=options_key(game_of(state.settings).options),
            person=person,
            name=result.name,
            score=result.score,
            seats=len(play.persons),
            time=time,
            ranked=not play.typed
            and result.seat not in play.assisted | play.coached
            and state.settings.dice == "server",
        )
        for result in results(play)
        if (person := play.persons[result.seat]) is not None and not state.seats[result.seat].bot
    ]


async def high_scores(
    store: Store, game: str, options: Mapping[str, bool | int | str], person: str | None
) -> http_messages.HighScores:
    """The lists of a game with these options: of all, of this month (UTC), and of the person who asks, if any."""
    key, today = options_key(options), datetime.now(UTC)
    month = int(datetime(today.year, today.month, 1, tzinfo=UTC).timestamp() * 1000)
    return http_messages.HighScores(
        all_time=_places(await store.best(game, key)),
        month=_places(await store.best(game, key, since=month)),
        mine=[] if person is None else _places(await store.best(game, key, person=person)),
    )


def _places(found: list[ScoreRow]) -> list[http_messages.HighScore]:
    """The lines of a list, best first, equal scores sharing their place."""
    return [
        http_messages.HighScore(
            place=1 + sum(other.score > row.score for other in found),
            name=row.name,
            score=row.score,
            seats=row.seats,
            time=row.time,
        )
        for row in found
    ]
