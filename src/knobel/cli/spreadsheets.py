"""Writes new files of rows for other programs: CSV, JSON Lines or Parquet, by the ending of the file's name.

Values are equal in all formats: booleans as `true` and `false`, missing values as null (an empty field in
CSV), times as timestamps in UTC (as ISO 8601 text in CSV and JSON Lines).
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeAlias

from knobel.cli.files import new_binary, new_file
from knobel.core import BadSetup
from knobel.extras import how_to_install

FORMS = ".csv", ".jsonl", ".parquet"
Columns: TypeAlias = Mapping[str, type]
"""The type of each column: `bool`, `datetime`, `float`, `int` or `str`."""
Line: TypeAlias = Mapping[str, Any]
Write: TypeAlias = Callable[[Line], object]


@contextmanager
def spreadsheet(path: Path, columns: Columns, *, private: bool = False) -> Iterator[Write]:
    """Yield a function that writes a row into a new file; see `files.new_file`.

    :param private: only the user may read the file.
    :raises BadSetup: if the file exists or cannot be written, or its name ends in none of `FORMS`.
    """
    if path.suffix not in FORMS:
        raise BadSetup(f"{path} ends in none of {', '.join(FORMS)}")
    if path.suffix == ".parquet":
        with parquet(path, columns, private=private) as write:
            yield write
        return
    with new_file(path, private=private) as file:
        yield (json_lines if path.suffix == ".jsonl" else comma_separated)(file, columns)


def json_lines(file: IO[str], _columns: Columns) -> Write:
    """Return a function that writes a row as a JSON object."""
    return lambda line: print(json.dumps(line, ensure_ascii=False, default=iso), file=file)


def comma_separated(file: IO[str], columns: Columns) -> Write:
    """Write the head of a CSV file, and return a function that writes a row."""
    table = csv.DictWriter(file, list(columns))
    table.writeheader()
    return lambda line: table.writerow({name: cell(value) for name, value in line.items()})


def cell(value: Any) -> Any:
    """Return a value as CSV shows it; the `csv` module writes None as an empty field."""
    if isinstance(value, bool):
        return str(value).lower()
    return iso(value) if isinstance(value, datetime) else value


def iso(value: datetime) -> str:
    """Return a time as ISO 8601 text."""
    return value.isoformat(timespec="milliseconds")


@contextmanager
def parquet(path: Path, columns: Columns, *, private: bool) -> Iterator[Write]:
    """Yield a function that collects rows for a Parquet file, which is written at the end."""
    try:
        import polars as pl
    except ImportError:
        raise BadSetup(f"Parquet needs Polars: {how_to_install('data')}") from None
    types: dict[type, Any] = {
        bool: pl.Boolean,
        datetime: pl.Datetime("ms", "UTC"),
        float: pl.Float64,
        int: pl.Int64,
        str: pl.String,
    }
    with new_binary(path, private=private) as file:
        lines: list[Line] = []
        yield lines.append
        pl.DataFrame(lines, schema={name: types[kind] for name, kind in columns.items()}).write_parquet(file)
