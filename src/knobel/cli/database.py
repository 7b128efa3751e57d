"""`knobel backup`, `knobel restore`, `knobel check`: back up, restore and check a server's database."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from knobel.cli.secret_options import Database
from knobel.core import BadSetup

T = TypeVar("T")

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, an SQLite file.", show_default=False)]


def database_or_default(database: str | None) -> str:
    from knobel.server.runtime.locations import default_database

    return database or str(default_database())


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run work on a database and return its result.

    :raises BadSetup: if the database cannot be used.
    """
    import asyncio

    from knobel.server.database.engine import StoreError

    try:
        return asyncio.run(work)
    except StoreError as error:
        raise BadSetup(str(error)) from None


def backup(file: File, database: Database = None) -> None:
    """Write the whole content of a database into a new file. The server may run meanwhile.

    Example: knobel backup knobel-monday.db
    """
    from knobel.server.database.backup import back_up

    count = run_async(back_up(database_or_default(database), file))
    typer.echo(f"{count} rows are in {file}.")


def restore(file: File, database: Database = None) -> None:
    """Restore a backup into an empty or new database.

    Example: knobel restore knobel-monday.db --database new.db
    """
    from knobel.server.database.backup import restore as restore_backup
    from knobel.server.runtime.locations import without_password

    target = database_or_default(database)
    count = run_async(restore_backup(file, target))
    typer.echo(f"{count} rows are in {without_password(target)}.")


def check(database: Database = None) -> None:
    """Replay every log and report the problems of a database. The exit status is 1 if there are any.

    Example: knobel check --database games.db
    """
    problem_count, summary = run_async(check_database(database_or_default(database)))
    typer.echo(summary)
    if problem_count:
        raise typer.Exit(1)


async def check_database(database: str) -> tuple[int, str]:
    """Check a database and print each problem as it is found; return the number of problems and a summary."""
    from knobel.server.database.snapshot import snapshot
    from knobel.server.operator.store import WholeDatabase
    from knobel.server.operator.verify import Checked, problems

    checked, problem_count = Checked(), 0
    async with snapshot(database) as connection:
        async for problem in problems(WholeDatabase(connection), checked):
            problem_count += 1
            typer.echo(problem)
    counts = f"{checked.tables} tables, {checked.events} events, {checked.games} finished games"
    return problem_count, f"{counts}: {f'{problem_count} problems' if problem_count else 'no problems'}."
