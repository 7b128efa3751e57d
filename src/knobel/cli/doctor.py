"""`knobel doctor`: check a server's surroundings."""

import json
from typing import Annotated, Any

import typer

from knobel.cli.database import database_or_default
from knobel.cli.secret_options import BROKER, OPERATOR_TOKEN, Database, secret_option
from knobel.cli.serve import PORT, checked_address, serve
from knobel.cli.settings_command import SettingsCommand
from knobel.core import BadSetup

SIGNS = {"ok": "ok  ", "warning": "warn", "failure": "FAIL"}


class DoctorCommand(SettingsCommand):
    """Typer command that accepts every option of `knobel serve`, and checks at least that its value is valid."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        server = typer.Typer(add_completion=False)
        server.command()(serve)
        own = {parameter.name for parameter in self.params}
        for parameter in typer.main.get_command(server).params:
            if parameter.name not in own:
                parameter.expose_value = False
                self.params.append(parameter)


def doctor(
    host: Annotated[str, typer.Option(help="As given to `knobel serve`.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="As given to `knobel serve`.")] = PORT,
    database: Database = None,
    broker: Annotated[str | None, secret_option(BROKER, "As given to `knobel serve`.")] = None,
    public_url: Annotated[str | None, typer.Option(help="As given to `knobel serve`.")] = None,
    root_path: Annotated[str | None, typer.Option(help="As given to `knobel serve`.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="As given to `knobel serve`.")] = 1,
    proxy: Annotated[list[str] | None, typer.Option(help="As given to `knobel serve`.")] = None,
    metrics: Annotated[int | None, typer.Option(min=1, max=65535, help="As given to `knobel serve`.")] = None,
    operator_token: Annotated[str | None, secret_option(OPERATOR_TOKEN, "As given to `knobel serve`.")] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="As given to `knobel serve`.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """Check the database, the disk, the proxy and more.

    The options are those of `knobel serve`, and the server may run. The exit status is 1 if a check fails; warnings do
    not count.

    Example: knobel doctor --public-url https://knobel.example
    """
    import asyncio

    from knobel.server.http.root_path import split_public_url
    from knobel.server.operator.diagnosis import Outcome, Surroundings, diagnose

    try:
        origin, root = split_public_url(checked_address(public_url), root_path)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    surroundings = Surroundings(
        host=host,
        port=port,
        database=database_or_default(database),
        broker=broker,
        public=None if origin is None else origin + root,
        root_path=root,
        processes=processes,
        proxies=proxy or (),
        metrics=metrics,
        operator_token=operator_token,
        ladder=ladder,
    )

    async def run() -> list[Outcome]:
        findings = []
        async for finding in diagnose(surroundings):
            findings.append(finding)
            if not as_json:
                typer.echo(f"{SIGNS[finding.outcome]}  {finding.subject}: {finding.text}")
        if as_json:
            typer.echo(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
        return [finding.outcome for finding in findings]

    if Outcome.FAILURE in asyncio.run(run()):
        raise typer.Exit(1)
