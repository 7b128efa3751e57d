"""`knobel perft`: count what the rules allow from a position."""

import json
import re
from typing import Annotated

import typer

from knobel.cli.files import read_record
from knobel.core import BadSetup, Roll
from knobel.perft import perft as count


def parse_rolls(text: str) -> list[Roll]:
    """Rolls written `3,4 2,6`.

    :raises BadSetup: if they are written otherwise.
    """
    rolls = text.split()
    for roll in rolls:
        if not re.fullmatch(r"[0-9](,[0-9])*", roll):
            raise BadSetup(f'write rolls as "3,4 2,6", not {roll!r}')
    return [Roll(tuple(map(int, roll.split(",")))) for roll in rolls]


def perft(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game record; - for standard input.")],
    rolls: Annotated[str, typer.Option(help='The next rolls, faces with commas between: "3,4 2,6".')] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count what the rules allow after the next rolls.

    Distinct positions, and distinct move sequences to them, from the position in which the record ends. Numbers grow
    fast with rolls and seats.

    Example: knobel perft game.jsonl --rolls "3,4 2,6" --json
    """
    given = parse_rolls(rolls)
    record, state = read_record(file)
    counted = count(record.game, state, given)
    if as_json:
        typer.echo(json.dumps({"positions": counted.positions, "sequences": counted.sequences}))
    else:
        typer.echo(f"{counted.positions:,} positions, {counted.sequences:,} move sequences")
