"""What a match says about its bots. The unit of all statistics is the deal: its games share their dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from knobel.arena.match import Deal, Forfeit, Match
from knobel.arena.times import Times
from knobel.bots import name_of


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot.

    `mean`: of its points a game. `wins`: its share of wins, where those who tie for the best score share one; of two
    copies of one bot each has half. `difference`: of its mean to that of the first bot on the same dice; None for the
    first one itself. `median_ms` and `p99_ms`: the processor time, in milliseconds, that half and 99 % of its decisions
    stay within, where it had a choice. `forfeits`: how many games it lost by what was no legal action; they count as
    without points. A standard error is None where there is only one deal.
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
    """A match as it was played: `games` are the deals in all their seatings; the first `forfeits`; `seconds` by the
    clock."""

    game: str
    options: dict[str, Any]
    seed: int
    games: int
    deals: int
    bots: tuple[Standing, ...]
    forfeits: tuple[Forfeit, ...]
    seconds: float


def standard_error(values: Sequence[float]) -> float | None:
    """Of the mean of independent values."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def milliseconds(seconds: float | None) -> float | None:
    """To four digits."""
    return None if seconds is None else float(f"{1000 * seconds:.4g}")


def standings(match: Match, deals: Sequence[Deal], times: Sequence[Times]) -> tuple[Standing, ...]:
    """What so many deals, at least one, say about each bot."""
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
