"""The table of a season of a group, and the group's records."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import fsum
from typing import NamedTuple, TypeAlias

from knobel.core import places
from knobel.rating import Estimate, error_limit, estimates, without_luck
from knobel.server.deals.standings import share_of_worse
from knobel.server.groups.messages import SeasonRanking
from knobel.server.groups.store import GroupResult
from knobel.server.shared_rows.memberships import MIN_PEOPLE

Kind: TypeAlias = tuple[str, str]
"""A game and its options in canonical form (JSON)."""
DIGITS = 6
"""Number of decimals to which totals are compared: sums in another order differ by rounding errors."""


@dataclass(slots=True, frozen=True)
class SeasonStanding:
    """A member's place in a season, from 1, and their result (`messages.GroupSeasonRow`)."""

    place: int
    person: str
    total: float
    games: int
    mean: float
    wins: int
    error: float | None
    provisional: bool


class _Played(NamedTuple):
    """A member's result in a game: the share of opponents with fewer points, and if the member was the first."""

    result: GroupResult
    share: float
    won: bool


@dataclass(slots=True, frozen=True)
class Record:
    """The best result at a kind of game, and the number of games of that kind."""

    kind: Kind
    best: GroupResult
    games: int


def kind_of(result: GroupResult) -> Kind:
    """Return the game and options of a result."""
    return result.game, result.options


def games_of(results: Iterable[GroupResult]) -> list[list[GroupResult]]:
    """Return the games that count, each as its results, the oldest first.

    :param results: the oldest first; those of a game have the same time.
    """
    games = [list(game) for _, game in groupby(results, lambda result: (result.table, result.first))]
    return [game for game in games if len(game) >= MIN_PEOPLE]


def kinds_of(games: Iterable[Sequence[GroupResult]]) -> list[tuple[Kind, int]]:
    """Return the kinds of games with their numbers, the most played first."""
    return Counter(kind_of(game[0]) for game in games).most_common()


def season(
    games: Sequence[Sequence[GroupResult]], members: Collection[str], ranking: SeasonRanking, kind: Kind | None
) -> list[SeasonStanding]:
    """Return the table of a season, the best first.

    By places, the total of a member is the sum of the shares of opponents with fewer points, in percent, where equal
    ones count half. By points it is the sum of the points. Without luck it is the estimate of the rating
    (`knobel.rating`) from the games of the season whose luck is known. Members without a game are left out.

    :param members: in the order in which tied members stand.
    :param kind: the kind of games that count; None: all of them.
    """
    own: dict[str, list[_Played]] = defaultdict(list)
    for game in games:
        if kind in (None, kind_of(game[0])):
            everybody = sorted(result.score for result in game)
            for result in game:
                if result.person in members:
                    share = share_of_worse(result.score, everybody)
                    own[result.person].append(_Played(result, share, result.score == everybody[-1]))
    # Tied members are in the same order in every table.
    rows = [row for person in members if person in own and (row := _row(person, own[person], ranking)) is not None]
    taken = places([round(row.total, DIGITS) for row in rows])
    placed = [replace(row, place=place) for row, place in zip(rows, taken, strict=True)]
    return sorted(placed, key=lambda row: row.place)


def _row(person: str, played: Sequence[_Played], ranking: SeasonRanking) -> SeasonStanding | None:
    """Return a member's row without a place; None if nothing is known of the member's play without luck."""
    wins = sum(each.won for each in played)
    if ranking == "luck":
        estimate = _estimate(each.result for each in played)
        if estimate is None:
            return None
        provisional = estimate.is_provisional(error_limit(played[0].result.game))
        mean = estimate.mean
        return SeasonStanding(0, person, mean, estimate.games, mean, wins, estimate.error, provisional)
    total = fsum(each.result.score if ranking == "points" else each.share for each in played)
    return SeasonStanding(0, person, total, len(played), total / len(played), wins, None, provisional=False)


def _estimate(results: Iterable[GroupResult]) -> Estimate | None:
    known = (without_luck(result.score, result.luck) for result in results if result.luck is not None)
    *_, last = (None, *estimates(known))
    return last


def records(games: Sequence[Sequence[GroupResult]]) -> list[Record]:
    """Return the best result at each kind of game, the first one of equal ones; the most played kind first."""
    best: dict[Kind, GroupResult] = {}
    for game in games:
        for result in game:
            if (known := best.get(kind_of(result))) is None or result.score > known.score:
                best[kind_of(result)] = result
    return [Record(kind, best[kind], number) for kind, number in kinds_of(games)]
