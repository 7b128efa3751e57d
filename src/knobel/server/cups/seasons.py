"""The table of a series of cups, as one person may see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from knobel.server.cups.messages import Season, SeasonRound, SeasonRow
from knobel.server.cups.standings import Standing, season
from knobel.server.cups.store import Cup


@dataclass(frozen=True)
class SeasonData:
    """The cups of a series that have opened, and its table with the names, as people see it who have no row.

    `persons` holds the person of each row.
    """

    cups: Sequence[Cup]
    rows: Sequence[SeasonRow]
    persons: Sequence[str]


def season_data(cups: Sequence[Cup], tables: Sequence[Sequence[Standing]]) -> SeasonData:
    """Return the data of a series from its cups and their tables."""
    table = season(tables)
    rows = [
        SeasonRow(
            place=row.place,
            name=row.name,
            total=row.total,
            lost=row.lost,
            totals=list(row.totals),
            you=False,
        )
        for row in table
    ]
    return SeasonData(cups, rows, [row.person for row in table])


def season_view(data: SeasonData, viewer: str | None, *, named: bool) -> Season:
    """Return the table of a series.

    :param named: the viewer sees the names of others.
    """
    rows = list(data.rows) if named else [replace(row, name=None) for row in data.rows]
    if viewer in data.persons:
        own = data.persons.index(viewer)
        rows[own] = replace(data.rows[own], you=True)
    rounds = [SeasonRound(code=cup.code, round=cup.round, opens=cup.opens, closes=cup.closes) for cup in data.cups]
    return Season(ranking=data.cups[0].ranking if data.cups else "points", rounds=rounds, rows=rows)
