"""`knobel worker`: compute bots' moves and the coach's reviews for servers on any machine."""

from typing import Annotated

import typer

from knobel.cli.secret_options import BROKER, secret_option
from knobel.core import BadSetup
from knobel.optional_packages import COMPILER_PACKAGES, has_compiler, how_to_install


def worker(
    broker: Annotated[
        str | None, secret_option(BROKER, "The Redis of the servers, as given to `knobel serve`.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, help="Number of processes that compute bots' moves.")] = 1,
    coach: Annotated[int, typer.Option(min=0, help="Number of processes for the coach, at low priority.")] = 1,
    metrics: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port for Prometheus metrics, on this machine alone."),
    ] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write log lines as JSON objects.")] = False,
) -> None:
    """Compute bots' moves and the coach's reviews for servers.

    The worker and the servers use the same Redis. The worker can run on any machine.

    Example: knobel worker --broker redis://192.0.2.7 --bots 4
    """
    if broker is None:
        raise BadSetup("a worker needs the Redis of its servers: give its address with --broker or in KNOBEL_BROKER")
    if not has_compiler():
        raise BadSetup(f"a worker needs {' and '.join(COMPILER_PACKAGES)}: {how_to_install()}")
    from knobel.server.compute.worker import run_worker
    from knobel.server.runtime.startup import CannotServe

    def report_ready() -> None:
        # As JSON, the log says it.
        if not json_logs:
            typer.echo(f"Working: {bots} for bots, {coach} for the coach. Stop with Ctrl-C.")

    try:
        run_worker(
            broker=broker,
            bots=bots,
            coach=coach,
            compile_ahead=True,
            metrics=metrics,
            json_logs=json_logs,
            ready=report_ready,
        )
    except CannotServe as error:
        raise BadSetup(str(error)) from None
