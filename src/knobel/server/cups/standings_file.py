"""The table of a cup as rows of a spreadsheet."""

from collections.abc import Iterator

from knobel.server.cups.views import CupData
from knobel.spreadsheets import Columns, Form, Row, table_bytes

PERSON_COLUMNS = {"place": int, "number": int, "name": str, "total": float, "lost": float}
DEAL_COLUMNS = "points", "share", "lost"


def standings_file(form: Form, cup: CupData, *, named: bool) -> bytes:
    """Return the table of a cup as a file, with or without the names."""
    return table_bytes(form, _columns(cup), _rows(cup, named=named))


def _columns(cup: CupData) -> Columns:
    """Return the columns of a cup's table: those of a person, the team if there are any, and those of each deal."""
    team = {} if cup.teams is None else {"team": str}
    return PERSON_COLUMNS | team | {f"{name} {deal}": float for deal in sorted(cup.deals) for name in DEAL_COLUMNS}


def _rows(cup: CupData, *, named: bool) -> Iterator[Row]:
    columns = list(_columns(cup))
    for row in cup.rows:
        cells = [[None] * 3 if cell is None else [cell.points, cell.share, cell.lost] for cell in row.cells]
        figures = [row.total, row.lost, *(value for cell in cells for value in cell)]
        total, lost, *others = map(_rounded, figures)
        team = [] if cup.teams is None else ["" if row.team is None else cup.teams.names[row.team]]
        values = [row.place, row.number, (named and row.name) or "", total, lost, *team, *others]
        yield dict(zip(columns, values, strict=True))


def _rounded(value: float | None) -> float | None:
    if value is None:
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded
