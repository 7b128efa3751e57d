"""`knobel dice`: test whether the rolls of recorded games look fair, or read the dice in a photo."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.files import read_bytes, read_record
from knobel.core import BadSetup, Roll
from knobel.fairness import fairness
from knobel.notation import BadRecord, Record
from knobel.record_checks import Checked, CheckFailed, NoProof, Verdict, check_record

SENTENCES = {
    Verdict.PROVEN: "all {rolls} rolls follow from the seed and the contributions that the hash covers",
    Verdict.DEAL: "all {rolls} rolls follow from the seed of a deal; its hash covers no names",
    Verdict.NO_NAMES: "not proven: all {rolls} rolls follow from the seed, but the names cannot be checked, because "
    "one of them was erased",
    Verdict.VERSION_1: "not proven: all {rolls} rolls follow from the seed, but the hash of version 1 covers no "
    "contributions, so that the server could choose the rolls",
    Verdict.LOST: "not proven: the first {lost} of {rolls} rolls cannot be checked, because their seed was lost",
}


def dice(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Game records; - for standard input.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check that every roll follows from the seed fixed before the game.")
    ] = False,
    photo: Annotated[
        str | None, typer.Option(metavar="FILE", help="Read the dice in this photo; - for standard input.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=100, help="The number of dice that the photo should show.")
    ] = None,
    mark: Annotated[
        Path | None, typer.Option("--marked", metavar="FILE", help="Write the photo with the dice marked, as PNG.")
    ] = None,
) -> None:
    """Test recorded rolls, or read a photo of dice.

    The tests show whether the rolls look fair. Rolls that were recorded in part are skipped.

    A p-value is the probability that fair dice deviate at least this much. Below 1 in 100 is unusual, and one test in
    a hundred is so with fair dice.

    With --verify, the rolls of each game are computed again from its seed. The exit status is 1 if a record was
    changed, or if not all of its rolls are proven.

    With --photo, print the value, colour, place and probability of each die. This needs Pillow. With --count, other
    things are less often taken for dice, and a die that is missed is noticed.

    Example: knobel dice game.jsonl
    """
    if photo is not None:
        from knobel.cli.dice_photo import read_photo

        if files or verify:
            raise BadSetup("--photo reads a photo, no records: leave the other files and --verify out")
        read_photo(photo, count=count, marked=mark, as_json=as_json)
        return
    if count is not None:
        raise BadSetup("--count needs a photo: name it with --photo")
    if mark is not None:
        raise BadSetup("--marked needs a photo: name it with --photo")
    if not files:
        raise BadSetup("FILE is missing: name a record, or a photo with --photo; see knobel dice --help")
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

    :raises typer.Exit: with status 1 if not everything is proven in each of them.
    """
    failed = False
    for file in files:
        try:
            checked = check_record(read_bytes(file))
        except CheckFailed as error:
            failed, has_proof = True, not isinstance(error, NoProof)
            problem = {"file": file, "verified": False, "has_proof": has_proof, "problem": str(error)}
            verdict = "the check failed" if has_proof else "this record has no proof"
            typer.echo(json.dumps(problem) if as_json else f"{file}: {verdict}: {error}")
            continue
        failed = failed or not checked.proven
        result = {"file": file, "verified": checked.proven, "has_proof": True, **asdict(checked)}
        typer.echo(json.dumps(result) if as_json else f"{file}: " + "\n  ".join(verdict_lines(checked)))
    if failed:
        raise typer.Exit(1)


def verdict_lines(checked: Checked) -> Iterator[str]:
    """Yield the lines about a record that passed the checks."""
    yield SENTENCES[checked.verdict].format(rolls=checked.rolls + checked.lost, lost=checked.lost)
    yield f"fixed before the first roll: {checked.commitment}"
    yield f"players' browsers that contributed: {checked.contributed} of {checked.promised}"
    if checked.contributed < checked.promised:
        yield "the log must say which browsers were missing; the server could leave them out on purpose"
    yield "this proves something only if the table showed this hash before the first roll: compare it"


def read_named_record(file: str) -> Record:
    """Return the record in a file.

    :raises BadSetup: if it is not a record; the message names the file.
    """
    try:
        return read_record(file)[0]
    except BadRecord as error:
        raise BadSetup(f"{'standard input' if file == '-' else file}: {error}") from None


def format_p_value(p: float | None) -> str:
    return "unknown: too few rolls" if p is None else f"{p:.3f}"
