"""`knobel dice`: test whether the rolls of recorded games look fair."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from knobel.cli.files import read_record
from knobel.core import BadSetup, Roll
from knobel.fairness import fairness
from knobel.notation import BadRecord, Record


def dice(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game records; - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Test whether the rolls of recorded games look fair.

    Rolls that were recorded in part are skipped.

    A p-value is the probability that fair dice deviate at least this much. Below 1 in 100 is unusual, and one test in
    a hundred is so with fair dice.

    Example: knobel dice game.jsonl
    """
    records = [read_named_record(file) for file in files]
    result = fairness(
        event
        for record in records
        for number, event in enumerate(record.events, 1)
        if isinstance(event, Roll) and number not in record.noted
    )
    if as_json:
        typer.echo(json.dumps({"games": len(files), **asdict(result)}))
        return
    typer.echo(f"{result.rolls:,} rolls in {len(files):,} games, {sum(result.faces):,} dice")
    for face, count in enumerate(result.faces, 1):
        typer.echo(f"  {face}: {count:,}")
    typer.echo(
        f"Faces: chi-squared {result.chi_squared:.2f} with 5 degrees of freedom, p {format_p_value(result.faces_p)}"
    )
    runs = f"{result.runs:,} runs of high and low rolls, {result.expected_runs:,.1f} expected"
    typer.echo(f"Order: {runs}, p {format_p_value(result.runs_p)}")


def read_named_record(file: str) -> Record:
    """Return the record in a file.

    :raises BadSetup: if it is not a record; the message names the file.
    """
    try:
        return read_record(file)[0]
    except BadRecord as error:
        raise BadSetup(f"{'standard input' if file == '-' else file}: {error}") from None


def format_p_value(p: float | None) -> str:
    """Return a p-value in words."""
    return "unknown: too few rolls" if p is None else f"{p:.3f}"
