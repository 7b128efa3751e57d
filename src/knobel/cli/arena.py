"""`knobel arena`: compare bots on the same dice."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from knobel.cli.arguments import parse_bots, parse_game
from knobel.cli.bounds import MAX_COUNT, MAX_SEED, MAX_WORKERS, MIN_SEED
from knobel.cli.cluster_option import Cluster
from knobel.cli.compilation_notice import announce_compiling
from knobel.cli.data_files import data_file
from knobel.cli.files import new_file
from knobel.games import GAMES
from knobel.spreadsheets import Row

if TYPE_CHECKING:
    from knobel.arena import Outcome

COLUMNS = {"deal": int, "seating": int, "seat": int, "bot": str, "score": int, "win": float, "forfeit": bool}


@contextmanager
def outcome_writer(path: Path | None, bots: Sequence[str]) -> "Iterator[Callable[[Outcome], None] | None]":
    """Yield a function that writes an outcome into a new file; without a path it does nothing.

    The ending of the file's name decides the format.

    :raises BadSetup: if the file exists, cannot be written, or has an unknown ending.
    """
    if path is None:
        yield None
        return
    if path.suffix == ".jsonl":
        with new_file(path) as file:
            yield lambda game: print(json.dumps(outcome_object(game, bots), ensure_ascii=False), file=file)
        return
    with data_file(path, COLUMNS) as write:

        def write_lines(game: "Outcome") -> None:
            for line in outcome_rows(game, bots):
                write(line)

        yield write_lines


def outcome_object(game: "Outcome", bots: Sequence[str]) -> dict[str, object]:
    """Return a game as plain data."""
    return {**game._asdict(), "bots": [bots[bot] for bot in game.bots]}


def outcome_rows(game: "Outcome", bots: Sequence[str]) -> Iterator[Row]:
    """Yield a line for each seat of a game."""
    for seat, (bot, score, win) in enumerate(zip(game.bots, game.scores, game.wins, strict=True)):
        values = game.deal, game.seating, seat, bots[bot], score, win, seat in game.forfeits
        yield dict(zip(COLUMNS, values, strict=True))


if TYPE_CHECKING:
    from collections.abc import Callable

    from knobel.arena import Comparison

MAX_FORFEITS_SHOWN = 5
"""Maximum number of forfeited games to print."""


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES)}.")],
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,...", help="A level each, optionally with an objective (master/points), or mine.py:Mine."
        ),
    ],
    games: Annotated[
        int, typer.Option(min=1, max=MAX_COUNT, help="Number of games, rounded up to complete deals.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=MIN_SEED, max=MAX_SEED, help="Random seed of dice and bots.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule to choose; see: knobel games.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=MAX_WORKERS, help="Number of processes that play.")] = 1,
    cluster: Cluster = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every game into this new .jsonl, .csv, .parquet or .xlsx."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play many games on the same dice.

    Several bots share a table. Each deal of dice is repeated until each bot has played every seat. The same seed gives
    the same result on every machine, except for the times. The exit status is 1 if a bot forfeited a game.

    Example: knobel arena knister --bots master,strong --games 1000 --seed 7 --json
    """
    chosen = parse_game(game, option or [])
    names = parse_bots(bots)
    from knobel.arena import compare

    announce_compiling()
    # Output of the cluster must not mix with the result.
    with redirect_stdout(sys.stderr), progress() as report, outcome_writer(output, names) as each:
        result = compare(chosen, names, games, seed, workers=workers, cluster=cluster, report=report, each=each)
    if as_json:
        from dataclasses import asdict

        typer.echo(json.dumps(asdict(result)))
    else:
        show(result)
    if result.forfeits:
        raise typer.Exit(1)


@contextmanager
def progress() -> "Iterator[Callable[[int, int], None]]":
    """Show a progress bar on standard error if it is a terminal; yield the function that updates the bar."""
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from knobel.sheets.console import PlainConsole

    console = PlainConsole(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show(result: "Comparison") -> None:
    """Print the comparison as a table."""
    from rich.table import Table

    from knobel.cli.terminal_screen import Screen

    screen = Screen()
    table = Table(box=screen.box, header_style="bold")
    table.add_column("bot")
    for title in ("mean", "to the first", "wins", "median", "99 % within"):
        table.add_column(title, justify="right")
    for row in result.bots:
        table.add_row(
            row.bot,
            with_error(row.mean, row.standard_error),
            "" if row.difference is None else with_error(row.difference, row.difference_standard_error, "+.2f"),
            with_error(row.wins, row.wins_standard_error, ".1%"),
            *("-" if time is None else f"{time:.3g} ms" for time in (row.median_ms, row.p99_ms)),
        )
    screen.show(table)
    screen.print_line(
        f"{result.game}, seed {result.seed}: {result.games:,} games in {result.deals:,} deals, {result.seconds:.1f} s"
    )
    for bot in result.bots:
        if bot.forfeits:
            screen.print_line(f"{bot.bot} forfeited {bot.forfeits:,} games by illegal actions or errors", "red")
    for forfeit in result.forfeits[:MAX_FORFEITS_SHOWN]:
        screen.print_line(str(forfeit), "red")
    if result.forfeits:
        screen.print_line("--json prints the record of each forfeited game.", "dim")


def with_error(value: float, error: float | None, form: str = ".2f") -> str:
    """Return a value as text, with its standard error if it is known."""
    return f"{value:{form}}" + ("" if error is None else f" ± {error:{form.removeprefix('+')}}")
