"""`knobel admin`: operator actions, run on the server's machine."""

import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.settings import Database
from knobel.core import BadSetup

if TYPE_CHECKING:
    from knobel.server.api.operator_actions import AnyOperatorRequest

MOST = 50
TIMES = ("time", "opened", "last", "seen")

AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]
Most = Annotated[int, typer.Option(min=1, help="Maximum number of lines.")]

admin = typer.Typer(
    name="admin",
    help="Inspect and moderate a server on this machine.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def wished(wish: "AnyOperatorRequest", database: str | None) -> list[dict[str, Any]]:
    """Carry out an operator's request and return the lines that it lists.

    :raises BadSetup: if the request cannot be carried out.
    """
    import asyncio

    from knobel.server.database.engine import StoreError
    from knobel.server.run.admin_socket import ask_anyhow
    from knobel.server.runtime.locations import default_database

    usual = default_database()
    try:
        reply = asyncio.run(ask_anyhow(database or str(usual), usual.parent, wish))
    except StoreError as error:
        raise BadSetup(str(error)) from None
    if reply.problem is not None:
        raise BadSetup(reply.problem)
    return reply.lines


def show(lines: list[dict[str, Any]], *, as_json: bool) -> None:
    """Print lines as JSON or as text. Text has no control characters, which could steer the terminal."""
    if as_json:
        typer.echo(json.dumps(lines, ensure_ascii=False))
        return
    for line in lines:
        words = (f"{key} {in_words(key, value)}" for key, value in line.items() if value not in (None, False, ""))
        typer.echo("  ".join(words))


def in_words(key: str, value: Any) -> str:
    """Return a value as readable text."""
    if key in TIMES:
        return datetime.fromtimestamp(value / 1000).astimezone().isoformat(" ", "seconds")
    if key == "context":
        return "".join(f"\n    {plain(chat['sender']['name'])}: {plain(chat['text'])}" for chat in value)
    return "yes" if value is True else plain(str(value))


def plain(text: str) -> str:
    """Return a text without its unprintable characters, which could steer a terminal."""
    return "".join(filter(str.isprintable, text))


@admin.command()
def tables(most: Most = MOST, database: Database = None, as_json: AsJson = False) -> None:
    """List tables, the most recently active first.

    Example: knobel admin tables
    """
    from knobel.server.api.operator_actions import ListTables

    show(wished(ListTables(most), database), as_json=as_json)


@admin.command()
def table(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a table.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show a table and the people at it.

    Example: knobel admin table ABCDEF
    """
    from knobel.server.api.operator_actions import ShowTable

    show(wished(ShowTable(code), database), as_json=as_json)


@admin.command()
def people(most: Most = MOST, database: Database = None, as_json: AsJson = False) -> None:
    """List people, the most recently seen first.

    Example: knobel admin people --most 10
    """
    from knobel.server.api.operator_actions import ListPeople

    show(wished(ListPeople(most), database), as_json=as_json)


@admin.command()
def close(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a table.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Close a table permanently. Its log is kept.

    Example: knobel admin close ABCDEF
    """
    from knobel.server.api.operator_actions import CloseTable

    show(wished(CloseTable(code), database), as_json=as_json)


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
    from knobel.server.api.operator_actions import RemovePerson

    show(wished(RemovePerson(person, table), database), as_json=as_json)


@admin.command()
def reports(
    most: Most = MOST,
    answered: Annotated[bool, typer.Option("--all", help="Include answered reports.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List reports with the chat messages that came before them.

    Example: knobel admin reports
    """
    from knobel.server.api.operator_actions import ListReports

    show(wished(ListReports(most, answered), database), as_json=as_json)


@admin.command()
def answer(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of a report.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The answer to the reporter.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Answer a report. The reporter reads the answer in the chat, now or at the next visit.

    Example: knobel admin answer 7 "Thank you: they were removed."
    """
    from knobel.server.api.operator_actions import AnswerReport

    show(wished(AnswerReport(number, text), database), as_json=as_json)


@admin.command()
def say(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The message.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Send a message to everybody. It reaches people who are connected to any process now or within the next hour.

    Example: knobel admin say "The server restarts at ten."
    """
    from knobel.server.api.operator_actions import TellAll

    show(wished(TellAll(text), database), as_json=as_json)


@admin.command()
def health(database: Database = None, as_json: AsJson = False) -> None:
    """Show the server's health.

    Example: knobel admin health
    """
    from knobel.server.api.operator_actions import ShowHealth

    show(wished(ShowHealth(), database), as_json=as_json)
