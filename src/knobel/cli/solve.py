"""`knobel solve`: solve a game exactly."""

import json
from time import process_time
from typing import Annotated

import typer

from knobel.cli.arguments import parse_game
from knobel.engines import games_with, solver


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"{', '.join(games_with('solve'))}.")],
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule to choose; see: knobel games.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Solve Knöffel or Kniffeliger exactly for one player.

    Solves one column of Knöffel, or a sheet of Kniffeliger played alone. Prints the expected points of optimal play,
    the number of solved states, the processor time, and separately the time for compiling. Compiled code is kept on
    disk. --option chooses rules; those about several columns make no difference.

    Example: knobel solve knoeffel --json
    Example: knobel solve knoeffel --option free_rolls=none --option knoeffel_points=50
    """
    chosen = parse_game(game, option or [])
    how = solver(chosen.name)
    started = process_time()
    # Compiles the code, or loads it from disk.
    how.solution(chosen)
    compiled = process_time()
    values = how.solution(chosen)
    seconds = process_time() - compiled
    more = max(compiled - started - seconds, 0.0)
    value, states = float(values.flat[0]), values.size
    if as_json:
        times = {"seconds": round(seconds, 3), "compile_seconds": round(more, 3)}
        typer.echo(json.dumps({"game": chosen.name, "value": value, "states": states, **times}))
    else:
        typer.echo(f"{value:.6f} points, {states:,} states, {seconds:.2f} s ({more:.2f} s more to compile)")
