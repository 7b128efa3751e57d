"""`knobel worker`: compute bots' moves and the coach's reviews for servers on any machine."""

from typing import Annotated

import typer

from knobel.cli.bounds import MAX_WORKERS
from knobel.cli.secret_options import DATABASE, secret_option
from knobel.core import BadSetup
from knobel.optional_packages import COMPILER_PACKAGES, has_compiler, how_to_install
from knobel.server.options import MAX_PORT


def worker(
    database: Annotated[
        str | None, secret_option(DATABASE, "The PostgreSQL database of the servers, as given to `knobel serve`.")
    ] = None,
    bots: Annotated[
        int, typer.Option(min=0, max=MAX_WORKERS, help="Number of processes that compute bots' moves.")
    ] = 1,
    coach: Annotated[
        int, typer.Option(min=0, max=MAX_WORKERS, help="Number of processes for the coach, at low priority.")
    ] = 1,
    metrics: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_PORT, help="Port for Prometheus metrics, on this machine alone."),
    ] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write log lines as JSON objects.")] = False,
    broker: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Compute bots' moves and the coach's reviews for servers.

    The worker and the servers use the same PostgreSQL database. The worker can run on any machine.

    Example: knobel worker --database postgresql://knobel@192.0.2.7/knobel --bots 4
    """
    if broker is not None:
        raise BadSetup("workers need no broker any more: give them the database of their servers with --database")
    if not (database or "").startswith("postgresql"):
        raise BadSetup("a worker needs the PostgreSQL of its servers: give it with --database or in KNOBEL_DATABASE")
    assert database is not None, "it was checked"
    if not has_compiler():
        raise BadSetup(f"a worker needs {' and '.join(COMPILER_PACKAGES)}: {how_to_install()}")
    try:
        from knobel.server.compute.worker import run_worker
    except ModuleNotFoundError:
        raise BadSetup(f"a worker needs more than Knobel alone: {how_to_install('servers')}") from None

    def report_ready() -> None:
        # As JSON, the log says it.
        if not json_logs:
            typer.echo(f"Working: {bots} for bots, {coach} for the coach. Stop with Ctrl-C.")

    run_worker(
        database=database,
        bots=bots,
        coach=coach,
        compile_ahead=True,
        metrics=metrics,
        json_logs=json_logs,
        ready=report_ready,
    )
