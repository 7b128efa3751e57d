"""Statistics of the bots in a match. The unit of all statistics is the deal, because its games share their dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from knobel.arena.durations import DurationHistogram
from knobel.arena.match import Deal, Forfeit, Match
from knobel.bots import name_of


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one bot.

    - `mean`: its mean points for each game.
    - `wins`: its share of wins. Bots that tie for the best score share the win; of two copies of one bot each has half.
    - `difference`: its mean minus that of the first bot on the same dice; None for the first bot.
    - `median_ms` and `p99_ms`: the median and the 99th percentile of the processor time of its decisions with a choice,
      in milliseconds.
    - `forfeits`: the number of games lost by actions that are not legal; they count as 0 points.

    A standard error is None if there is only one deal.
    """

    bot: str
    games: int
    mean: float
    standard_error: float | None
    wins: float
    wins_standard_error: float | None
    difference: float | None
    difference_standard_error: float | None
    median_ms: float | None
    p99_ms: float | None
    forfeits: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match that was played.

    `games` counts all seatings of the deals, `forfeits` are the first ones, and `seconds` is wall-clock time.
    """

    game: str
    options: dict[str, Any]
    seed: int
    games: int
    deals: int
    bots: tuple[Standing, ...]
    forfeits: tuple[Forfeit, ...]
    seconds: float


def standard_error(values: Sequence[float]) -> float | None:
    """Return the standard error of the mean of independent values."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def milliseconds(seconds: float | None) -> float | None:
    """Return a time in milliseconds, rounded to four digits."""
    return None if seconds is None else float(f"{1000 * seconds:.4g}")


def standings(match: Match, deals: Sequence[Deal], times: Sequence[DurationHistogram]) -> tuple[Standing, ...]:
    """Return the result of each bot from at least one deal."""
    result = []
    for i, bot in enumerate(match.bots):
        points, wins = [deal.points[i] for deal in deals], [deal.wins[i] for deal in deals]
        differences = [deal.points[i] - deal.points[0] for deal in deals]
        result.append(
            Standing(
                bot=name_of(bot),
                games=len(deals) * match.seatings,
                mean=fmean(points),
                standard_error=standard_error(points),
                wins=fmean(wins),
                wins_standard_error=standard_error(wins),
                difference=fmean(differences) if i else None,
                difference_standard_error=standard_error(differences) if i else None,
                median_ms=milliseconds(times[i].quantile(0.5)),
                p99_ms=milliseconds(times[i].quantile(0.99)),
                forfeits=sum(deal.forfeits[i] for deal in deals),
            )
        )
    return tuple(result)
