"""`knobel solve`: the games that are solved exactly."""

import json
from typing import Annotated

import typer

from knobel.cli.choosing import chosen_game
from knobel.core import BadSetup

SOLVED = ("knoeffel", "kniffeliger")


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="knoeffel, kniffeliger.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Solve a game exactly: one column of Knöffel, or a sheet of Kniffeliger played alone.

    Prints the points that optimal play expects, the number of states solved, and the processor time without and for
    compiling; compiled code is kept on disk.

    Example: knobel solve knoeffel --json
    """
    name = chosen_game(game).name
    if name not in SOLVED:
        raise BadSetup(f"{name} is not solved exactly; the games that are: {', '.join(SOLVED)}")
    from knobel.solve.exact import solve_timed

    solution = solve_timed(name)
    if as_json:
        typer.echo(json.dumps({"game": name, **solution._asdict()}))
    else:
        typer.echo(
            f"{solution.value:.6f} points, {solution.states:,} states, {solution.seconds:.2f} s"
            f" ({solution.compile_seconds:.2f} s more to compile)"
        )
