"""Tables for spreadsheet programs, as CSV and XLSX, in which people's text never becomes a formula."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import IO, Any, Literal, TypeAlias

Columns: TypeAlias = Mapping[str, type]
"""The type of each column: `bool`, `datetime`, `float`, `int` or `str`."""
Row: TypeAlias = Mapping[str, Any]
WriteRow: TypeAlias = Callable[[Row], object]
Form: TypeAlias = Literal["csv", "xlsx"]
MEDIA_TYPES: Mapping[Form, str] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

BYTE_ORDER_MARK = "\ufeff"
"""The first character of a CSV file, by which spreadsheet programs recognize UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters with which spreadsheet programs begin formulas."""
WIDEST_COLUMN = 400
"""Maximum width of an XLSX column, in pixels."""
TIME_FORMAT = "yyyy-mm-dd hh:mm:ss"


class TooManyRows(ValueError):
    """An XLSX file has no room for more rows."""


def csv_writer(file: IO[str], columns: Columns) -> WriteRow:
    """Write the head of a CSV file, and return a function that writes a row. The file must be UTF-8."""
    file.write(BYTE_ORDER_MARK)
    table = csv.DictWriter(file, list(columns))
    table.writeheader()
    return lambda row: table.writerow({name: csv_value(value) for name, value in row.items()})


def csv_value(value: Any) -> Any:
    """Return a value as CSV shows it; the `csv` module writes None as an empty field."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return iso_time(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def iso_time(value: datetime) -> str:
    """Return a time as ISO 8601 text."""
    return value.isoformat(timespec="milliseconds")


@contextmanager
def xlsx_writer(file: IO[bytes], columns: Columns) -> Iterator[WriteRow]:
    """Yield a function that collects rows for an XLSX file, which is written at the end. Times are those of UTC.

    :raises TooManyRows: if a row does not fit any more.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 -- CSV does not need it

    workbook = Workbook(file, {"in_memory": True})
    sheet = workbook.add_worksheet()
    bold, time = workbook.add_format({"bold": True}), workbook.add_format({"num_format": TIME_FORMAT})
    # Without this mark, text that looks like a formula would become one as soon as a person edits it.
    quoted = workbook.add_format({"quote_prefix": True})
    for column, name in enumerate(columns):
        sheet.write_string(0, column, name, bold)
    sheet.freeze_panes(1, 0)
    # Each type has its own method: the general one would read text as formulas, links and numbers.
    writers: dict[type, Callable[[int, int, Any], int]] = {
        bool: sheet.write_boolean,
        datetime: lambda row, column, value: sheet.write_datetime(
            row, column, value.astimezone(UTC).replace(tzinfo=None), time
        ),
        float: sheet.write_number,
        int: sheet.write_number,
        str: lambda row, column, value: sheet.write_string(
            row, column, value, quoted if value.startswith(FORMULA_STARTS) else None
        ),
    }
    rows = 0

    def write(row: Row) -> None:
        nonlocal rows
        rows += 1
        if rows >= sheet.xls_rowmax:
            raise TooManyRows(f"an XLSX file has at most {sheet.xls_rowmax - 1:,} rows below its head")
        for column, (name, kind) in enumerate(columns.items()):
            if row[name] is not None:
                writers[kind](rows, column, row[name])

    yield write
    sheet.autofit(WIDEST_COLUMN)
    workbook.close()


def table_bytes(form: Form, columns: Columns, rows: Iterable[Row]) -> bytes:
    """Return a whole file."""
    if form == "csv":
        text = StringIO(newline="")
        write = csv_writer(text, columns)
        for row in rows:
            write(row)
        return text.getvalue().encode()
    packed = BytesIO()
    with xlsx_writer(packed, columns) as write:
        for row in rows:
            write(row)
    return packed.getvalue()
