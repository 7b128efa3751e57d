"""`knobel analyse`: statistics of a folder of records: scores, wins and, with the coach, luck and losses."""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer

from knobel.cli.compilation_notice import announce_compiling
from knobel.cli.data_files import data_file
from knobel.cli.files import read_record
from knobel.core import BadSetup, places
from knobel.display_text import shown
from knobel.engines import Effort
from knobel.notation import BadRecord, Record
from knobel.unicode_text import BadText, checked

COLUMNS = {
    "file": str,
    "game": str,
    "options": str,
    "seats": int,
    "seat": int,
    "name": str,
    "bot": str,
    "score": int,
    "place": int,
    "win": float,
}
"""Columns and types of a row, which is one seat in one game; `bot` is null for a person."""
COACH_COLUMNS = "luck", "loss", "accuracy"
"""Columns from the coach: points gained by the dice, points lost by the player's decisions, accuracy in percent."""
Row = dict[str, Any]


def analyse(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Game records: all files *.jsonl in it.")],
    coach: Annotated[
        Effort | None, typer.Option(help="Add luck and losses from the coach, with this effort for each decision.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a line for every seat into this new .csv, .jsonl, .parquet or .xlsx."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Summarize how well each player did in a folder of finished games.

    Files that are not records of finished games are named and skipped.

    Example: knobel analyse games --coach quick
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise BadSetup(f"there are no records (*.jsonl) in {folder}")
    columns = COLUMNS | (dict.fromkeys(COACH_COLUMNS, float) if coach else {})
    rows: list[Row] = []
    with ExitStack() as stack:
        write = stack.enter_context(data_file(output, columns, private=True)) if output else rows.append
        for file in files:
            try:
                record, state = read_record(checked(str(file)), finished=True)
            except (BadRecord, BadSetup, BadText) as error:
                typer.echo(f"knobel: left out {shown(file.name)}: {shown(str(error))}", err=True)
                continue
            for line in seat_rows(file.name, record, state, coach):
                rows.append(line)
                if output:
                    write(line)
    if not rows:
        raise BadSetup(f"none of the files in {folder} is the record of a finished game")
    summary = list(summarize(rows, COACH_COLUMNS if coach else ()))
    if as_json:
        typer.echo(json.dumps({"files": len({line["file"] for line in rows}), "players": summary}, ensure_ascii=False))
        return
    show(summary, COACH_COLUMNS if coach else ())


def seat_rows(file: str, record: Record, state: Any, coach: Effort | None) -> Iterator[Row]:
    """Yield a line for each seat of a game."""
    game = record.game
    scores = game.scores(state)
    ranks, best = places(scores), scores.count(max(scores))
    bots = record.bots or (None,) * len(scores)
    reviews: tuple[Any, ...] = ()
    if coach:
        from knobel.coach import review

        announce_compiling()
        reviews = review(record, coach).seats
    for seat, (name, bot, score) in enumerate(zip(record.seats, bots, scores, strict=True)):
        win = (1 / best if ranks[seat] == 1 else 0.0) if len(scores) > 1 else None
        options = json.dumps(game.options)
        values = file, game.name, options, len(scores), seat, name, bot, score, ranks[seat], win
        line = dict(zip(COLUMNS, values, strict=True))
        if reviews:
            ledger = reviews[seat].ledger
            figures = round(ledger.luck, 3), round(-ledger.decisions, 3), round(reviews[seat].accuracy, 2)
            line |= dict(zip(COACH_COLUMNS, figures, strict=True))
        yield line


def summarize(rows: list[Row], coach_columns: tuple[str, ...]) -> Iterator[Row]:
    """Yield each player's means in each game, the best first. Bots are grouped by level, people by name."""
    groups: defaultdict[tuple[str, str, bool], list[Row]] = defaultdict(list)
    for line in rows:
        groups[line["game"], line["bot"] or line["name"], bool(line["bot"])].append(line)

    def mean(group: list[Row], column: str) -> float | None:
        values = [line[column] for line in group if line[column] is not None]
        return round(fmean(values), 3) if values else None

    for game, player, bot in sorted(groups, key=lambda key: (key[0], -(mean(groups[key], "score") or 0), key[1])):
        group = groups[game, player, bot]
        head: Row = {"game": game, "player": player, "bot": bot, "games": len(group)}
        yield head | {column: mean(group, column) for column in ("score", "win", *coach_columns)}


def show(summary: list[Row], coach_columns: tuple[str, ...]) -> None:
    """Print the means as a table for each game."""
    from rich.table import Table

    from knobel.cli.terminal_screen import Screen

    screen = Screen()
    for game in dict.fromkeys(line["game"] for line in summary):
        table = Table(title=game, box=None, title_justify="left", title_style="bold")
        table.add_column("player")
        for column in ("games", "score", "win", *coach_columns):
            table.add_column(column, justify="right")
        for line in summary:
            if line["game"] == game:
                name = shown(line["player"]) + (" (bot)" if line["bot"] else "")
                figures = [format_mean(line[column]) for column in ("score", "win", *coach_columns)]
                table.add_row(name, str(line["games"]), *figures)
        screen.show(table)


def format_mean(value: float | None) -> str:
    """Return a mean with two decimal places."""
    return "" if value is None else f"{value:.2f}"
