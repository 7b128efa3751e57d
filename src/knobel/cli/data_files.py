"""Writes new files of rows for other programs: CSV, JSON Lines, Parquet or XLSX, by the ending of the file's name.

Values are equal in all formats: booleans as `true` and `false`, missing values as null (an empty field in CSV and
XLSX), times as timestamps in UTC (as ISO 8601 text in CSV and JSON Lines). In CSV an apostrophe precedes text that a
spreadsheet program would read as a formula.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from knobel.cli.files import new_binary, new_file
from knobel.core import BadSetup
from knobel.optional_packages import how_to_install
from knobel.spreadsheets import Columns, Row, TooManyRows, WriteRow, csv_writer, iso_time, xlsx_writer

SUFFIXES = ".csv", ".jsonl", ".parquet", ".xlsx"


@contextmanager
def data_file(path: Path, columns: Columns, *, private: bool = False) -> Iterator[WriteRow]:
    """Yield a function that writes a row into a new file; see `files.new_file`.

    :param private: only the user may read the file.
    :raises BadSetup: if the file exists or cannot be written, or its name ends in none of `SUFFIXES`.
    """
    if path.suffix not in SUFFIXES:
        raise BadSetup(f"{path} ends in none of {', '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        with parquet_writer(path, columns, private=private) as write:
            yield write
        return
    if path.suffix == ".xlsx":
        try:
            with new_binary(path, private=private) as packed, xlsx_writer(packed, columns) as write:
                yield write
        except TooManyRows as error:
            raise BadSetup(f"cannot write {path}: {error}; choose another format") from None
        return
    with new_file(path, private=private) as file:
        yield (json_lines_writer if path.suffix == ".jsonl" else csv_writer)(file, columns)


def json_lines_writer(file: IO[str], _columns: Columns) -> WriteRow:
    return lambda row: print(json.dumps(row, ensure_ascii=False, default=iso_time), file=file)


@contextmanager
def parquet_writer(path: Path, columns: Columns, *, private: bool) -> Iterator[WriteRow]:
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
        rows: list[Row] = []
        yield rows.append
        pl.DataFrame(rows, schema={name: types[kind] for name, kind in columns.items()}).write_parquet(file)
