"""`knobel export`: write all games of a server's database for other programs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

import typer

from knobel.cli.arguments import parse_game
from knobel.cli.data_files import SUFFIXES, data_file
from knobel.cli.database import database_or_default, run_async
from knobel.cli.files import new_path
from knobel.cli.secret_options import Database
from knobel.core import BadSetup
from knobel.server.runtime.private_files import create

if TYPE_CHECKING:
    from knobel.server.operator.export import ExportedGame

WriteGame: TypeAlias = "Callable[[ExportedGame], None]"


def day(text: str) -> datetime:
    """Return the beginning of a day in UTC. Another text is refused as the value of its option."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"must be a day such as 2026-05-01, not {text!r}") from None


def export(
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TARGET", help="A new folder for records, or a new .csv, .jsonl, .parquet or .xlsx file."
        ),
    ],
    database: Database = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only games of this kind.")] = None,
    first_day: Annotated[
        datetime | None,
        typer.Option("--from", metavar="YYYY-MM-DD", parser=day, help="Only games begun on this day or later."),
    ] = None,
    last_day: Annotated[
        datetime | None,
        typer.Option("--to", metavar="YYYY-MM-DD", parser=day, help="Only games begun on this day or earlier."),
    ] = None,
    finished: Annotated[bool, typer.Option("--finished", help="Only games that are over.")] = False,
) -> None:
    """Write the games of a database as records or as a data file.

    A data file has a row for every seat of every game. The server may keep running. The exit status is 1 if a log is
    damaged; the games before the damage are written. Days are those of UTC.

    Example: knobel export games.csv --game knister --from 2026-05-01 --finished
    """
    chosen = GameFilter(
        None if game is None else parse_game(game).name,
        first_day,
        None if last_day is None else last_day + timedelta(days=1),
        finished,
    )
    if chosen.first is not None and chosen.end is not None and chosen.first >= chosen.end:
        raise BadSetup("--from is after --to")
    with destination(target) as write:
        written, damaged = run_async(export_games(database_or_default(database), write, chosen))
    typer.echo(f"{written} games are in {target}.")
    if damaged:
        raise typer.Exit(1)


@contextmanager
def destination(target: Path) -> Iterator[WriteGame]:
    """Yield a function that writes a game into a new folder or file, which only the user may read.

    The target gets its name when it is complete. After an error no file remains.

    :raises BadSetup: if the target exists already, or cannot be written.
    """
    if target.suffix:
        if target.suffix not in SUFFIXES:
            raise BadSetup(f"{target} ends in none of {', '.join(SUFFIXES)}; a folder for records has no ending")
        from knobel.server.operator.export import COLUMNS

        with data_file(target, COLUMNS, private=True) as write_line:

            def write_lines(game: "ExportedGame") -> None:
                for line in game.lines():
                    write_line(line)

            yield write_lines
        return
    with new_path(target) as folder:
        folder.mkdir(mode=0o700)

        def write_record(game: "ExportedGame") -> None:
            file = folder / f"{game.table}-{game.number}.jsonl"
            create(file)
            file.write_text("".join(game.record()), encoding="utf-8")

        yield write_record


class GameFilter(NamedTuple):
    """Conditions on the games to export: their kind, begun at `first` or later and before `end`, and `finished`."""

    game: str | None = None
    first: datetime | None = None
    end: datetime | None = None
    finished: bool = False

    def matches(self, game: "ExportedGame") -> bool:
        from knobel.server.operator.export import moment

        began = moment(game.start.time)
        return (
            self.game in (None, game.state.settings.game)
            and (self.first is None or self.first <= began)
            and (self.end is None or began < self.end)
            and (game.ended is not None or not self.finished)
        )


async def export_games(database: str, write: WriteGame, chosen: GameFilter) -> tuple[int, int]:
    """Write the chosen games; return their number and that of the damaged tables, which are reported when found."""
    from knobel.server.database.snapshot import snapshot
    from knobel.server.operator.export import games
    from knobel.server.operator.store import WholeDatabase

    written = damaged = 0
    async with snapshot(database) as connection:
        async for game in games(WholeDatabase(connection)):
            if isinstance(game, str):
                damaged += 1
                typer.echo(f"knobel: {game}", err=True)
            elif chosen.matches(game):
                written += 1
                write(game)
    return written, damaged
