"""`knobel worker`: bots and the coach at work for servers on whatever machine."""

from typing import Annotated

import typer

from knobel.cli.settings import BROKER, confidential
from knobel.core import BadSetup


def worker(
    broker: Annotated[str | None, confidential(BROKER, "The Redis of the servers, as given to `knobel serve`.")] = None,
    bots: Annotated[int, typer.Option(min=0, help="How many processes think for bots.")] = 1,
    coach: Annotated[int, typer.Option(min=0, help="How many work for the coach, with what processor is left.")] = 1,
    metrics: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="A port of this machine alone on which Prometheus is answered."),
    ] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Log lines are JSON objects.")] = False,
) -> None:
    """Let this machine think for servers, which share a Redis with it.

    Example: knobel worker --broker redis://192.0.2.7 --bots 4
    """
    if broker is None:
        raise BadSetup("a worker needs the Redis of its servers: give its address with --broker or in KNOBEL_BROKER")
    from knobel.server.serve import CannotServe
    from knobel.server.worker import work

    try:
        work(
            broker=broker,
            bots=bots,
            coach=coach,
            compile_ahead=True,
            metrics=metrics,
            json_logs=json_logs,
            ready=lambda: typer.echo(f"Working: {bots} for bots, {coach} for the coach. Stop with Ctrl-C."),
        )
    except CannotServe as error:
        raise BadSetup(str(error)) from None
