"""New files of lines with columns, for other programs: CSV, JSON Lines or Parquet, as their names end."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from knobel.cli.files import why
from knobel.core import BadSetup
from knobel.extras import how_to_install

FORMS = ".csv", ".jsonl", ".parquet"
Line: TypeAlias = Mapping[str, Any]
Write: TypeAlias = Callable[[Line], object]


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """A file that was not there yet, to be written.

    :raises BadSetup: if it is there, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            yield file
    except FileExistsError:
        raise BadSetup(f"{path} is there already: choose another file") from None
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {why(error)}") from error


@contextmanager
def spreadsheet(path: Path, columns: Sequence[str]) -> Iterator[Write]:
    """What writes a line of these columns.

    :raises BadSetup: if there is such a file, it cannot be written, or its name ends in none of `FORMS`.
    """
    if path.suffix not in FORMS:
        raise BadSetup(f"{path} ends in none of {', '.join(FORMS)}")
    if path.suffix == ".parquet":
        with parquet(path, columns) as write:
            yield write
        return
    with new_file(path) as file:
        if path.suffix == ".jsonl":
            yield lambda line: print(json.dumps(line, ensure_ascii=False), file=file)
            return
        table = csv.DictWriter(file, columns)
        table.writeheader()
        yield table.writerow


@contextmanager
def parquet(path: Path, columns: Sequence[str]) -> Iterator[Write]:
    """The same for Parquet, which is written as a whole."""
    try:
        import polars as pl
    except ImportError:
        raise BadSetup(f"Parquet needs Polars: {how_to_install('data')}") from None
    lines: list[Line] = []
    yield lines.append
    with new_file(path):
        pl.DataFrame(lines, schema=list(columns), infer_schema_length=None).write_parquet(path)
