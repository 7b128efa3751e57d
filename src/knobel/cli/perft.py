"""`knobel perft`: count the positions and move sequences that the rules allow from a position."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from knobel.cli.files import read_record
from knobel.core import BadSetup, Roll
from knobel.perft import Watch
from knobel.perft import perft as count


def parse_rolls(text: str) -> list[Roll]:
    """Parse rolls written `3,4 2,6`.

    :raises BadSetup: if the text has another form.
    """
    rolls = text.split()
    for roll in rolls:
        if not re.fullmatch(r"[0-9](,[0-9])*", roll):
            raise BadSetup(f'write rolls as "3,4 2,6", not {roll!r}')
    return [Roll(tuple(map(int, roll.split(",")))) for roll in rolls]


def perft(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game record; - for standard input.")],
    rolls: Annotated[str, typer.Option(help='The next rolls, with faces separated by commas: "3,4 2,6".')] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count the positions that the rules allow after the next rolls.

    Counts distinct positions, and distinct move sequences to them, from the final position of the record. The numbers
    grow fast with rolls and seats.

    Example: knobel perft game.jsonl --rolls "3,4 2,6" --json
    """
    parsed_rolls = parse_rolls(rolls)
    record, state = read_record(file)
    with progress(len(parsed_rolls)) as report:
        result = count(record.game, state, parsed_rolls, report)
    if as_json:
        typer.echo(json.dumps({"positions": result.positions, "sequences": result.sequences}))
    else:
        typer.echo(f"{result.positions:,} positions, {result.sequences:,} move sequences")


@contextmanager
def progress(rolls: int) -> Iterator[Watch | None]:
    """Yield a function that shows the progress on standard error; None if it is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from knobel.sheets.console import PlainConsole

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=PlainConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("positions", total=None)

        def report(rolls_done: int, positions_done: int, positions_found: int) -> None:
            bar.update(
                task,
                description=f"positions after {rolls_done} of {rolls} rolls",
                completed=positions_done,
                total=positions_found,
            )

        yield report
