"""The table of a cup, and that of a series."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import fsum
from typing import TypeVar

from knobel.server.cups.store import Cup, CupGame, Entry
from knobel.server.deals.standings import share_of_worse

DIGITS = 9
"""Number of decimals to which totals are compared: sums in another order differ by rounding errors."""


@dataclass(slots=True, frozen=True)
class Standing:
    """A person's place, from 1, and their result.

    `shares` holds, by deal, the share of the others who have fewer points, in percent. `lost` is None if a game was not
    reviewed. `games` holds the person's games by deal, finished or not.
    """

    place: int
    person: str
    name: str
    total: float
    lost: float | None
    games: Mapping[int, CupGame]
    shares: Mapping[int, float]


def standings(cup: Cup, entries: Collection[Entry], games: Iterable[CupGame]) -> list[Standing]:
    """Return the table of a cup, the best first, without removed entries.

    By points, the total is the sum of the points. By places it is the sum of the shares of each deal, so that only
    results on the same dice are compared. A deal that a person has not finished adds nothing. Equal totals are ranked
    by the points given away, the fewest first, if all their games were reviewed; otherwise they share a place and
    stand in the order of their names, as in the table of the series.
    """
    people = {entry.person: entry.name for entry in entries if not entry.removed}
    own: dict[str, dict[int, CupGame]] = {person: {} for person in people}
    for game in games:
        if game.person in own:
            own[game.person][game.deal] = game
    points = {
        deal: sorted(each[deal].points or 0 for each in own.values() if deal in each and each[deal].points is not None)
        for deal in range(1, cup.deals + 1)
    }
    found = []
    for person, name in people.items():
        done = {deal: game for deal, game in own[person].items() if game.points is not None}
        shares = {deal: share_of_worse(game.points or 0, points[deal]) for deal, game in done.items()}
        total = fsum(shares.values()) if cup.ranking == "places" else fsum(game.points or 0 for game in done.values())
        lost = _sum(game.lost for game in done.values())
        found.append(Standing(0, person, name, total, lost, own[person], shares))
    return _placed(found)


def _sum(values: Iterable[float | None]) -> float | None:
    """Return the sum, None if a value is not known."""
    known = list(values)
    return None if None in known else fsum(value or 0.0 for value in known)


@dataclass(slots=True, frozen=True)
class SeasonStanding:
    """A person's place in a series. `totals` holds the total of each cup, None without an entry."""

    place: int
    person: str
    name: str
    total: float
    lost: float | None
    totals: Sequence[float | None]


def season(tables: Sequence[Sequence[Standing]]) -> list[SeasonStanding]:
    """Return the table of a series from those of its cups: the totals are added."""
    rounds = [{row.person: row for row in table} for table in tables]
    people = {row.person: row.name for table in tables for row in table}
    rows = []
    for person, name in people.items():
        own = [each.get(person) for each in rounds]
        totals = [None if row is None else row.total for row in own]
        lost = _sum(row.lost for row in own if row is not None)
        rows.append(SeasonStanding(0, person, name, fsum(total or 0.0 for total in totals), lost, totals))
    return _placed(rows)


Row = TypeVar("Row", Standing, SeasonStanding)


def _placed(rows: Iterable[Row]) -> list[Row]:
    """Return rows with their places, from 1. Equal rows are in the order of their names."""
    found: list[Row] = []
    by_name = sorted(rows, key=lambda row: (row.name.casefold(), row.person))
    ordered = sorted(by_name, key=_total)
    for _, group in groupby(ordered, key=_total):
        tied = list(group)
        known = all(row.lost is not None for row in tied)
        for _, same in groupby(sorted(tied, key=_lost) if known else tied, key=_lost if known else _total):
            place = len(found) + 1
            found += [replace(row, place=place) for row in same]
    return found


def _total(row: Standing | SeasonStanding) -> float:
    return -round(row.total, DIGITS)


def _lost(row: Standing | SeasonStanding) -> float:
    return round(row.lost or 0.0, 2)
