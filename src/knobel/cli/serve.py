"""`knobel serve` and `knobel` without a command: run the server, and open the page in the browser."""

import os
import signal
import webbrowser
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Annotated
from urllib.parse import urlsplit

import typer

from knobel.cli.secret_options import BROKER, DATABASE, OPERATOR_TOKEN, read_secret_file, secret_option
from knobel.cli.settings_command import ignore_service_address
from knobel.core import BadSetup
from knobel.server.limits.addresses import ALL_INTERFACES

PORT = 8000
MAX_PORT = 65_535


def welcome(
    address: str, network_address: str | None, database: str | None = None, retention_notice: str | None = None
) -> str:
    """Return the message at the server's start."""
    from knobel.bots import LIGHT_LEVELS
    from knobel.optional_packages import has_compiler, how_to_install
    from knobel.server.runtime.locations import default_database, without_password

    lines = [f"Knobel is ready: {address}"]
    if network_address is not None:
        lines.append(f"Others on your network: {network_address}")
    lines.append(f"Database: {without_password(database or str(default_database()))}")
    if retention_notice is not None:
        lines.append(retention_notice)
    if not has_compiler():
        lines.append(
            f"Only the bots {', '.join(LIGHT_LEVELS)} and no coach, because Numba is missing: {how_to_install()}."
        )
    return "\n".join([*lines, "Stop with Ctrl-C."])


def run(
    *,
    host: str,
    port: int,
    next_port: bool = False,
    database: str | None = None,
    broker: str | None = None,
    grace: float = 60.0,
    bot_pace: float = 1.0,
    public_url: str | None = None,
    root_path: str | None = None,
    retention: int | None = None,
    keep_results: bool = False,
    ladder: bool = False,
    deal_table: bool = True,
    proxies: Sequence[str] = (),
    metrics: int | None = None,
    json_logs: bool = False,
    processes: int = 1,
    operator_token: str | None = None,
    lifetime_s: float | None = None,
    ready: Callable[[str, str | None], None],
) -> bool:
    """Serve until interrupted. Return True if the server ended because its lifetime had passed.

    :raises BadSetup: if the server cannot start.
    """
    from knobel.server.runtime.startup import CannotServe
    from knobel.server.serve import serve as serve_tables

    try:
        return serve_tables(
            host=host,
            port=port,
            next_port=next_port,
            database=database,
            broker=broker,
            grace=grace,
            bot_pace=bot_pace,
            compile_ahead=True,
            public_url=public_url,
            root_path=root_path,
            retention=retention,
            keep_results=keep_results,
            ladder=ladder,
            deal_table=deal_table,
            proxies=proxies,
            metrics=metrics,
            json_logs=json_logs,
            processes=processes,
            operator_token=operator_token,
            lifetime_s=lifetime_s,
            ready=ready,
        )
    except CannotServe as error:
        if json_logs:
            from knobel.server.runtime import logging_setup

            logging_setup.set_up(as_json=True)
            logging_setup.LIFECYCLE.error("%s", error)
            raise typer.Exit(2) from None
        raise BadSetup(str(error)) from None


def checked_address(url: str | None) -> str | None:
    """Return the server's public address unchanged if it is valid.

    :raises BadSetup: if it is not a valid address.
    """
    if url is not None:
        try:
            parts = urlsplit(url)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise BadSetup(f"--public-url is an address such as https://knobel.example, not {url!r}")
    return url


def port_in_environment() -> int | None:
    """Return the port in the environment, None if there is none.

    :raises BadSetup: if it is not a port.
    """
    ignore_service_address()
    text = os.environ.get("KNOBEL_PORT", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_PORT):
        raise BadSetup(f"KNOBEL_PORT: must be a whole number from 0 to {MAX_PORT}, not {text!r}")
    return int(text)


def open_page(host: str | None = None, port: int | None = None, database: str | None = None) -> None:
    """Start the server and open the page in the browser of this machine.

    Arguments that are None are read from the environment.

    :param host: the address to listen on; by default the whole local network.
    :param port: the port; by default the first free one, starting at `PORT`.
    :param database: the database; by default a file in the user's data folder.
    :raises BadSetup: if the server cannot start.
    """
    host = host or os.environ.get("KNOBEL_HOST")
    port = port_in_environment() if port is None else port
    database = database or os.environ.get(DATABASE) or read_secret_file(DATABASE)

    def ready(address: str, network_address: str | None) -> None:
        typer.echo(welcome(address, network_address, database))
        if host is None and network_address is not None:
            typer.echo("Only for this machine: knobel --host 127.0.0.1")
        # Some browser commands return only when the browser is closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(
        host=host or ALL_INTERFACES,
        port=PORT if port is None else port,
        next_port=port is None,
        database=database,
        ready=ready,
    )


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for the network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    database: Annotated[
        str | None,
        secret_option(DATABASE, "An SQLite file or a database address; by default a file in your user data folder."),
    ] = None,
    broker: Annotated[
        str | None,
        secret_option(BROKER, "The Redis through which several servers of one PostgreSQL notify each other."),
    ] = None,
    grace: Annotated[float, typer.Option(min=0, help="Seconds after which a bot plays for an absent player.")] = 60.0,
    bot_pace: Annotated[float, typer.Option(min=0, help="Thinking time of bots: 1 like people, 0 none.")] = 1.0,
    public_url: Annotated[
        str | None, typer.Option(help="The server's public address, if it is behind a proxy.")
    ] = None,
    root_path: Annotated[
        str | None,
        typer.Option(
            help="The path below which the server is reached, such as /games/; by default that of --public-url."
        ),
    ] = None,
    retention: Annotated[
        int | None,
        typer.Option(
            min=1, help="Days without an event after which a table is packed and deleted; by default all tables stay."
        ),
    ] = None,
    keep_results: Annotated[
        bool,
        typer.Option("--keep-results", help="Keep the high scores of forgotten people, without their names."),
    ] = False,
    ladder: Annotated[
        bool,
        typer.Option("--ladder", help="Also rate people by their places at tables of several people (OpenSkill)."),
    ] = False,
    deal_table: Annotated[
        bool,
        typer.Option("--deal-table/--no-deal-table", help="Show who has the most points at the deals of the day."),
    ] = True,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="IP address or network of the proxy in front of the server; may be given several times."),
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port for Prometheus metrics, on this machine alone."),
    ] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write log lines as JSON objects.")] = False,
    processes: Annotated[int, typer.Option(min=1, help="Number of server processes; several need PostgreSQL.")] = 1,
    operator_token: Annotated[
        str | None,
        secret_option(OPERATOR_TOKEN, "The secret that opens the operator's page, /operator."),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="Serve sample people and games from memory, ignoring --database, and delete everything every hour.",
        ),
    ] = False,
) -> None:
    """Start the server without opening the page.

    Example: knobel serve --host 0.0.0.0 --port 8080 --database games.db
    """
    retention_notice = None
    if retention is not None:
        from knobel.server.runtime.locations import archive_of

        retention_notice = (
            f"Tables without an event for {retention} days are packed into {archive_of(database)} and deleted."
        )

    def report_ready(message: str) -> None:
        if not json_logs:
            typer.echo(message)
            return
        from knobel.server.runtime.logging_setup import LIFECYCLE

        # The last line is for people.
        for line in message.splitlines()[:-1]:
            LIFECYCLE.info("%s", line)

    def start(database: str | None, lifetime_s: float | None = None) -> bool:
        return run(
            host=host,
            port=port,
            database=database,
            broker=broker,
            grace=grace,
            bot_pace=bot_pace,
            public_url=checked_address(public_url),
            root_path=root_path,
            retention=retention,
            keep_results=keep_results,
            ladder=ladder,
            deal_table=deal_table,
            proxies=proxy or (),
            metrics=metrics,
            json_logs=json_logs,
            processes=processes,
            operator_token=operator_token,
            lifetime_s=lifetime_s,
            ready=lambda address, network_address: report_ready(
                welcome(address, network_address, database, retention_notice)
            ),
        )

    if not demo:
        start(database)
    elif broker is not None or processes > 1 or retention is not None:
        raise BadSetup("a demo is one process with its own database: omit --broker, --processes and --retention")
    else:
        run_demo(start)


def run_demo(start: Callable[[str, float], bool]) -> None:
    """Run servers with empty databases one after the other, until interrupted or terminated."""
    from knobel.server.demo import LIFETIME_S, demo_database

    # The database must be deleted. The server itself ends regularly before this handler is called.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    again = True
    while again:
        with demo_database() as database:
            again = start(database, LIFETIME_S)
