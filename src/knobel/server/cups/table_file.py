"""The table of a cup as rows of a spreadsheet."""

from collections.abc import Iterator

from knobel.server.wire.cup_messages import CupState
from knobel.spreadsheets import Columns, Row

PERSON_COLUMNS = {"place": int, "number": int, "name": str, "total": float, "lost": float}
DEAL_COLUMNS = "points", "share", "lost"


def table_columns(cup: CupState) -> Columns:
    """Return the columns of a cup's table: those of a person, then those of each deal."""
    return PERSON_COLUMNS | {f"{name} {deal.number}": float for deal in cup.deals for name in DEAL_COLUMNS}


def table_rows(cup: CupState) -> Iterator[Row]:
    """Yield the rows of a cup's table."""
    columns = list(table_columns(cup))
    for row in cup.rows:
        cells = [[None] * 3 if cell is None else [cell.points, cell.share, cell.lost] for cell in row.cells]
        figures = [row.total, row.lost, *(value for cell in cells for value in cell)]
        values = [row.place, row.number, row.name or "", *map(_rounded, figures)]
        yield dict(zip(columns, values, strict=True))


def _rounded(value: float | None) -> float | None:
    if value is None:
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded
