"""The table of a series of cups, as one person may see it."""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.server.cups.messages import Season, SeasonRound, SeasonRow
from knobel.server.cups.standings import SeasonStanding, Standing, season
from knobel.server.cups.store import Cup


class SeasonData(NamedTuple):
    """The cups of a series that have opened, and its table."""

    cups: Sequence[Cup]
    table: Sequence[SeasonStanding]


def season_data(cups: Sequence[Cup], tables: Sequence[Sequence[Standing]]) -> SeasonData:
    """Return the data of a series from its cups and their tables."""
    return SeasonData(cups, season(tables))


def season_view(data: SeasonData, viewer: str | None, *, named: bool) -> Season:
    """Return the table of a series.

    :param named: the viewer sees the names of others.
    """
    rows = [
        SeasonRow(
            place=row.place,
            name=row.name if named or row.person == viewer else None,
            total=row.total,
            lost=row.lost,
            totals=list(row.totals),
            you=row.person == viewer,
        )
        for row in data.table
    ]
    rounds = [SeasonRound(code=cup.code, round=cup.round, opens=cup.opens, closes=cup.closes) for cup in data.cups]
    return Season(ranking=data.cups[0].ranking if data.cups else "points", rounds=rounds, rows=rows)
