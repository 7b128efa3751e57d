"""`knobel backup`, `knobel restore`, `knobel check`: a server's database, whether the server runs or not."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from knobel.cli.settings import Database
from knobel.core import BadSetup

T = TypeVar("T")

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, an SQLite file.", show_default=False)]


def database_or_usual(database: str | None) -> str:
    """The database that is meant."""
    from knobel.server.locations import default_database

    return database or str(default_database())


def done(work: Coroutine[Any, Any, T]) -> T:
    """Run work on a database and return its result.

    :raises BadSetup: if the database cannot be used.
    """
    import asyncio

    from knobel.server.database import StoreError

    try:
        return asyncio.run(work)
    except StoreError as error:
        raise BadSetup(str(error)) from None


def backup(file: File, database: Database = None) -> None:
    """Write all that a database holds into a new file, while the server runs.

    Example: knobel backup knobel-monday.db
    """
    from knobel.server.backup import back_up

    count = done(back_up(database_or_usual(database), file))
    typer.echo(f"{count} rows are in {file}.")


def restore(file: File, database: Database = None) -> None:
    """Put a backup into a database that is empty or not there yet.

    Example: knobel restore knobel-monday.db --database new.db
    """
    from knobel.server.backup import restore as put_back
    from knobel.server.locations import without_password

    meant = database_or_usual(database)
    count = done(put_back(file, meant))
    typer.echo(f"{count} rows are in {without_password(meant)}.")


def check(database: Database = None) -> None:
    """Replay every log and say what is wrong with a database; the exit status is 1 if anything is.

    Example: knobel check --database games.db
    """
    found, words = done(looked_through(database_or_usual(database)))
    typer.echo(words)
    if found:
        raise typer.Exit(1)


async def looked_through(database: str) -> tuple[int, str]:
    """How many problems there are, each of which is printed as it is found, and a summary."""
    from knobel.server.check import Checked, problems
    from knobel.server.snapshot import snapshot

    checked, found = Checked(), 0
    async with snapshot(database) as connection:
        async for problem in problems(connection, checked):
            found += 1
            typer.echo(problem)
    looked = f"{checked.tables} tables, {checked.events} events, {checked.games} finished games"
    return found, f"{looked}: {f'{found} problems' if found else 'all is well'}."
