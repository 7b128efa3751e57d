"""The bots' levels on the scale of ratings, as measured by `lab/benchmarks/rating_coverage.py`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LIMIT_SHARE = 0.5
"""A rating is provisional until its standard error is at most this share of the mean step between two levels.

The smallest step is no measure: at tables of equally strong bots of Kniffeliger some levels score no more than a weaker
one.
"""


@dataclass(frozen=True, slots=True)
class BotLevels:
    """Mean results without luck of the levels at a game with its standard options, the weakest level first.

    `engine` is a hash of the engine that computed the luck, `seats` the number of seats of the games, and `errors`
    are the standard errors of the means.
    """

    engine: str
    seats: int
    games: int
    means: Mapping[str, float]
    errors: Mapping[str, float]


@cache
def bot_levels(game: str) -> BotLevels | None:
    """Return the levels at a game, None if they were not measured."""
    found = json.loads(files(__package__).joinpath("levels.json").read_text("utf-8")).get(game)
    return None if found is None else BotLevels(**found)


def error_limit(game: str) -> float:
    """Return the largest standard error of a rating at a game that is not provisional, in points.

    It is infinite if no levels were measured.
    """
    levels = bot_levels(game)
    if levels is None:
        return float("inf")
    weakest, *_, strongest = levels.means.values()
    return round(LIMIT_SHARE * (strongest - weakest) / (len(levels.means) - 1), 1)
