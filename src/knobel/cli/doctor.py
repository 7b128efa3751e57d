"""`knobel doctor`: check a server's surroundings."""

import json
from dataclasses import replace
from typing import Annotated

import typer

from knobel.cli.database import database_or_default
from knobel.cli.server_options import takes_server_options
from knobel.server.options import ServerOptions

SIGNS = {"ok": "ok  ", "warning": "warn", "failure": "FAIL"}


@takes_server_options
def doctor(
    options: ServerOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """Check the database, the disk, the proxy and more.

    The options are those of `knobel serve`, and the server may run. The exit status is 1 if a check fails; warnings do
    not count.

    Example: knobel doctor --public-url https://knobel.example
    """
    import asyncio

    from knobel.server.operator.diagnosis import diagnose
    from knobel.server.operator.findings import Outcome

    async def run() -> list[Outcome]:
        findings = []
        async for finding in diagnose(replace(options, database=database_or_default(options.database))):
            findings.append(finding)
            if not as_json:
                typer.echo(f"{SIGNS[finding.outcome]}  {finding.subject}: {finding.text}")
        if as_json:
            typer.echo(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
        return [finding.outcome for finding in findings]

    if Outcome.FAILURE in asyncio.run(run()):
        raise typer.Exit(1)
