"""Results of a game's seats, with the rules' ratings of solo scores."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from knobel.core import Game, Over, places
from knobel.tables.state import Play


class Result(msgspec.Struct, frozen=True):
    """Result of a seat.

    `rating` is the rules' word for a solo score, if it earned one; `next_rating` is the next better rating, and
    `missing` the number of points up to it.
    """

    seat: int
    name: str
    score: int
    place: int
    rating: str | None = None
    next_rating: str | None = None
    missing: int = 0


def results(play: Play) -> tuple[Result, ...]:
    """Return the results of all seats; empty while the game runs."""
    if not isinstance(play.turn, Over):
        return ()
    return results_of(play.game, play.names, play.turn.scores)


def results_of(game: Game[Any], names: Sequence[str], scores: Sequence[int]) -> tuple[Result, ...]:
    """Return the results of players with these names and scores."""
    if len(scores) == 1:
        return (_rated(game, Result(0, names[0], scores[0], 1)),)
    return tuple(
        Result(seat, name, score, place)
        for seat, (name, score, place) in enumerate(zip(names, scores, places(scores), strict=True))
    )


def _rated(game: Game[Any], result: Result) -> Result:
    """Return a solo result with its rating and the points missing for the next one."""
    earned = [word for above, word in game.bands if result.score > above]
    above, word = next((band for band in game.bands if band[0] >= result.score), (0, None))
    return replace(
        result,
        rating=earned[-1] if earned else None,
        next_rating=word,
        missing=0 if word is None else above + 1 - result.score,
    )
