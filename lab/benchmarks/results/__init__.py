"""Results of benchmarks: files with the output of the scripts, and the pages of `docs/results` that show them.

`lab/benchmarks/results/PAGE/NAME.jsonl` has the title of a section and the meaning of its figures in its first line,
and then one line for each run of a script: the command, the version and the date, and the rows. A script writes its run
with `--result PAGE/NAME`; a run of the same command is replaced. `python -m benchmarks.results` writes the pages.
"""

import datetime as dt
import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from knobel import __version__

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
PAGES = {
    "benchmarks": "Results of benchmarks",
    "bots": "Results of bots",
    "coach": "Results of the coach",
    "dice-reader": "Results of the dice reader",
    "paper-reader": "Results of the reader of paper",
    "rating": "Results of ratings",
    "solvers": "Results of solvers and learning",
}
"""Titles of the pages; each is cited by the document of the same name."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """Figures that one command printed: the version and commit of the program, and the date in ISO 8601."""

    command: str
    version: str
    commit: str
    date: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Result:
    """A section of a page."""

    title: str
    about: str
    runs: Sequence[Run]


def read(path: Path) -> Result:
    """Return a result file. Fractions are `Decimal`, so that they keep the digits with which they were written."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    runs = [Run(**json.loads(line, parse_float=Decimal)) for line in lines]
    return Result(**json.loads(head), runs=runs)


def store(name: str, command: str, rows: Sequence[Row]) -> None:
    """Write a run of today into the result file with this name, in place of an earlier run of the same command.

    :param name: page and name of the file, such as `coach/hints`.
    """
    path = FOLDER / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [_line(title=path.stem, about="")]
    kept = [line for line in lines[1:] if json.loads(line)["command"] != command]
    today = dt.datetime.now(dt.UTC).date().isoformat()
    run = _line(command=command, version=__version__, commit=_commit(), date=today, rows=rows)
    path.write_text("".join(f"{line}\n" for line in [lines[0], *kept, run]), encoding="utf-8")


def _line(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


def _commit() -> str:
    """Return the commit of the checkout, with a + if files differ from it; empty outside of a repository."""
    command = ["git", "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=+"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    return {f"{name}.md": _page(name) for name in PAGES}


def _page(name: str) -> str:
    sections = [_section(read(path)) for path in sorted((FOLDER / name).glob("*.jsonl"))]
    introduction = (
        f"Written by `python -m benchmarks.results` from the files in `lab/benchmarks/results/{name}`. "
        f"[The text](../{name}.md) explains the figures. ± is one standard error. Each row has the version that was "
        "measured and the date; the commands are below the tables."
    )
    return "\n".join([f"# {PAGES[name]}\n\n{introduction}\n", *sections])


def _section(result: Result) -> str:
    parts = [f"## {result.title}", result.about]
    parts += [_table(columns, rows) for columns, rows in _tables(result)]
    commands = [command for command in dict.fromkeys(run.command for run in result.runs) if command]
    parts += ["\n".join(f"    {line}" for line in command.splitlines()) for command in commands]
    return "\n\n".join(part for part in parts if part) + "\n"


def _tables(result: Result) -> Iterator[tuple[Sequence[str], Sequence[Sequence[str]]]]:
    """Yield the columns and the cells of each table: all rows with the same figures are in one."""
    tables: dict[tuple[str, ...], list[Sequence[str]]] = {}
    for run in result.runs:
        stamp = {"version": f"{run.version}, `{run.commit}`", "date": run.date}
        for row in run.rows:
            cells = dict(_cells(row)) | stamp
            tables.setdefault(tuple(cells), []).append(list(cells.values()))
    yield from tables.items()


def _cells(row: Row, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the columns of a row and their text; figures within figures are columns too."""
    for name, value in row.items():
        column = prefix + name.replace("_", " ")
        match value:
            case {"mean": mean, "error": error}:
                yield column, f"{_text(mean)} ± {_text(error)}"
            case Mapping():
                yield from _cells(value, f"{column}: ")
            case _:
                yield column, _text(value)


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool() | str():
            return str(value)
        case int() | Decimal():
            return f"{value:,}"
        case list():
            return ", ".join(map(_text, value))
    raise TypeError(f"not a figure: {value!r}")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
