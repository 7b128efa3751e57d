"""`knobel admin`: operator actions, run on the server's machine."""

import json
import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.bounds import MAX_COUNT, MAX_SEED
from knobel.cli.database import database_or_default
from knobel.cli.secret_options import DATABASE, Database, read_secret_file
from knobel.core import BadSetup
from knobel.display_text import shown

if TYPE_CHECKING:
    from knobel.server.operator.messages import AnyOperatorRequest

DEFAULT_LIMIT = 50
TIME_FIELDS = ("time", "opened", "joined", "last", "seen", "since", "backup")
SIZE_FIELDS = ("free", "size")
WARNINGS = {
    "disk": "little space is free on the disk",
    "load": "the machine has more work than it can do",
    "backup": "no backup was made in the last week: run knobel backup FILE",
    "reports": "there are unanswered reports: run knobel admin reports",
    "compiler": "only two simple bots and no coach, because Numba is missing",
    "limits": "all visitors count as one household: name the proxy with --proxy",
}
"""Texts of the server's warnings."""

AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]
Limit = Annotated[int, typer.Option(min=1, max=MAX_COUNT, help="Maximum number of lines.")]

admin = typer.Typer(
    name="admin",
    help="Inspect and moderate a server on this machine.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@admin.callback()
def overview(context: typer.Context) -> None:
    """Inspect and moderate a server on this machine.

    Without a command, show version, uptime, people, load, disk, last backup and warnings.
    """
    if context.invoked_subcommand is None:
        health(read_database())


def read_database() -> str | None:
    """Return the database in the environment or in the file that it names."""
    return os.environ.get(DATABASE) or read_secret_file(DATABASE)


def execute_request(request: "AnyOperatorRequest", database: str | None) -> list[dict[str, Any]]:
    """Execute an operator's request and return the resulting lines.

    :raises BadSetup: if the request fails.
    """
    import asyncio

    from knobel.server.administration import request_or_run
    from knobel.tables.refusals import Refused

    try:
        return asyncio.run(request_or_run(database_or_default(database), request))
    except Refused as error:
        raise BadSetup(str(error)) from None


def show(lines: list[dict[str, Any]], *, as_json: bool) -> None:
    """Print lines as JSON or as text. Text has no control characters, which could steer the terminal."""
    if as_json:
        typer.echo(json.dumps(lines, ensure_ascii=False))
        return
    for line in lines:
        words = (
            f"{key} {format_value(key, value)}" for key, value in line.items() if value not in (None, False, "", [])
        )
        typer.echo("  ".join(words))


def format_value(key: str, value: Any) -> str:
    """Return a value as readable text."""
    if key in TIME_FIELDS:
        return datetime.fromtimestamp(value / 1000).astimezone().isoformat(" ", "seconds")
    if key == "uptime":
        return str(timedelta(seconds=value // 1000))
    if key in SIZE_FIELDS:
        return f"{value / 1e6:,.0f} MB"
    if key == "warnings":
        return "".join(f"\n    {WARNINGS.get(name, name)}" for name in value)
    if key == "context":
        return "".join(f"\n    {shown(chat['sender']['name'])}: {shown(chat['text'])}" for chat in value)
    return "yes" if value is True else shown(str(value))


@admin.command()
def tables(most: Limit = DEFAULT_LIMIT, database: Database = None, as_json: AsJson = False) -> None:
    """List tables, the most recently active first.

    Example: knobel admin tables
    """
    from knobel.server.operator.messages import ListTables

    show(execute_request(ListTables(most), database), as_json=as_json)


@admin.command()
def table(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a table.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show a table and the people at it.

    Example: knobel admin table ABCDEF
    """
    from knobel.server.operator.messages import ShowTable

    show(execute_request(ShowTable(code), database), as_json=as_json)


@admin.command()
def people(most: Limit = DEFAULT_LIMIT, database: Database = None, as_json: AsJson = False) -> None:
    """List people, the most recently seen first.

    Example: knobel admin people --most 10
    """
    from knobel.server.operator.messages import ListPeople

    show(execute_request(ListPeople(most), database), as_json=as_json)


@admin.command()
def close(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a table.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Close a table permanently. Its log is kept.

    Example: knobel admin close ABCDEF
    """
    from knobel.server.operator.messages import CloseTable

    show(execute_request(CloseTable(code), database), as_json=as_json)


@admin.command()
def remove(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="A person's id, as the lists show it.")],
    table: Annotated[str | None, typer.Option(help="Remove the person only from the table with this code.")] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Remove a person from all tables and end their sessions. They can return as a new person.

    Example: knobel admin remove 0123456789abcdef --table ABCDEF
    """
    from knobel.server.operator.messages import RemovePerson

    show(execute_request(RemovePerson(person, table), database), as_json=as_json)


@admin.command()
def erase(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="A person's id, as the lists show it.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Delete all data of a person for ever.

    The person can do the same on the page. Their games stay without their name.

    Example: knobel admin erase 0123456789abcdef
    """
    from knobel.server.operator.messages import ErasePerson

    show(execute_request(ErasePerson(person), database), as_json=as_json)


@admin.command()
def reports(
    most: Limit = DEFAULT_LIMIT,
    answered: Annotated[bool, typer.Option("--all", help="Include answered reports.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List reports with the chat messages that came before them.

    Example: knobel admin reports
    """
    from knobel.server.operator.messages import ListReports

    show(execute_request(ListReports(most, answered), database), as_json=as_json)


@admin.command()
def answer(
    number: Annotated[int, typer.Argument(min=1, max=MAX_SEED, metavar="NUMBER", help="The number of a report.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The answer to the reporter.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Answer a report. The reporter reads the answer in the chat, now or at the next visit.

    Example: knobel admin answer 7 "Thank you: they were removed."
    """
    from knobel.server.operator.messages import AnswerReport

    show(execute_request(AnswerReport(number, text), database), as_json=as_json)


@admin.command()
def suspects(database: Database = None, as_json: AsJson = False) -> None:
    """List people who play the deals of the day as the engine does.

    They played many deals exactly so. Others do not see their results.

    Example: knobel admin suspects
    """
    from knobel.server.operator.messages import ListSuspects

    show(execute_request(ListSuspects(), database), as_json=as_json)


@admin.command()
def clear(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="A person's id, as the list of suspects shows it.")],
    hide: Annotated[bool, typer.Option("--hide", help="Hide the results again.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show the results of a suspected person to others.

    Example: knobel admin clear 0123456789abcdef
    """
    from knobel.server.operator.messages import ClearSuspect

    show(execute_request(ClearSuspect(person, cleared=not hide), database), as_json=as_json)


@admin.command()
def groups(most: Limit = DEFAULT_LIMIT, database: Database = None, as_json: AsJson = False) -> None:
    """List groups with their hosts, the newest first.

    Example: knobel admin groups
    """
    from knobel.server.operator.messages import ListGroups

    show(execute_request(ListGroups(most), database), as_json=as_json)


@admin.command()
def group(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a group.")],
    host: Annotated[str | None, typer.Option(metavar="PERSON", help="Make this member the host.")] = None,
    title: Annotated[str | None, typer.Option(metavar="NAME", help="Rename the group.")] = None,
    dissolve: Annotated[bool, typer.Option("--dissolve", help="Dissolve the group for ever.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show, rename, hand over or dissolve a group.

    A host cannot do so after losing the device. If a group is dissolved, its members keep their games and results.

    Example: knobel admin group 2ABCDE --host 0123456789abcdef
    """
    from knobel.server.operator.messages import ChangeGroup, DissolveGroup, ShowGroup

    request: AnyOperatorRequest = ShowGroup(code)
    if dissolve and (host, title) != (None, None):
        raise BadSetup("a group is either dissolved or changed: leave out --dissolve, or --host and --title")
    if dissolve:
        request = DissolveGroup(code)
    elif (host, title) != (None, None):
        request = ChangeGroup(code, title, host)
    show(execute_request(request, database), as_json=as_json)


@admin.command()
def say(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The message.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Send a message to all people. It reaches everybody connected to any process now or within the next hour.

    Example: knobel admin say "The server restarts at ten."
    """
    from knobel.server.operator.messages import BroadcastNotice

    show(execute_request(BroadcastNotice(text), database), as_json=as_json)


@admin.command()
def health(database: Database = None, as_json: AsJson = False) -> None:
    """Show version, load, disk, last backup and warnings.

    Example: knobel admin health
    """
    from knobel.server.operator.messages import ShowHealth

    show(execute_request(ShowHealth(), database), as_json=as_json)
