"""`knobel dice`: test whether the rolls of recorded games look fair."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from knobel.cli.files import read_bytes, read_record
from knobel.core import BadSetup, Roll
from knobel.fairness import fairness
from knobel.notation import BadRecord, Record
from knobel.record_checks import CheckFailed, check_record


def dice(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game records; - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check that every roll follows from the seed fixed before the game.")
    ] = False,
) -> None:
    """Test whether recorded rolls look fair, or verify them.

    Rolls that were recorded in part are skipped.

    A p-value is the probability that fair dice deviate at least this much. Below 1 in 100 is unusual, and one test in
    a hundred is so with fair dice.

    With --verify, the rolls of each game are computed again from its seed. The exit status is 1 if a record was
    changed.

    Example: knobel dice game.jsonl
    """
    if verify:
        verify_files(files, as_json=as_json)
        return
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


def verify_files(files: list[str], *, as_json: bool) -> None:
    """Print for each file whether its rolls follow from its seed.

    :raises typer.Exit: with status 1 if any does not pass the checks.
    """
    failed = False
    for file in files:
        try:
            checked = check_record(read_bytes(file))
        except CheckFailed as error:
            failed = True
            problem = {"file": file, "verified": False, "problem": str(error)}
            typer.echo(json.dumps(problem) if as_json else f"{file}: {error}")
            continue
        if as_json:
            typer.echo(json.dumps({"file": file, "verified": True, **asdict(checked)}))
            continue
        lost = f", {checked.lost} could not be checked, because their seed was lost" if checked.lost else ""
        typer.echo(
            f"{file}: all {checked.rolls} rolls follow from the seed{lost}\n"
            f"  fixed before the first roll: {checked.commitment}\n"
            f"  players' browsers that contributed: {checked.contributed} of {checked.promised}"
        )
    if failed:
        raise typer.Exit(1)


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
