"""`knobel serve` and `knobel` without a command: run the server, and open the page in the browser."""

import os
import signal
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

import typer

from knobel.cli.secret_options import DATABASE, read_secret_file
from knobel.cli.server_options import takes_server_options
from knobel.cli.settings_command import ignore_service_address
from knobel.core import BadSetup
from knobel.server.limits.addresses import ALL_INTERFACES
from knobel.server.options import MAX_PORT, PORT, ServerOptions


def welcome(options: ServerOptions) -> str:
    """Return the message at the server's start."""
    from knobel.bots import LIGHT_LEVELS
    from knobel.optional_packages import has_compiler, how_to_install
    from knobel.server.runtime.locations import without_password

    lines = [f"Knobel is ready: {options.address}"]
    if options.shareable_url not in (None, options.address):
        lines.append(f"Others on your network: {options.shareable_url}")
    lines.append(f"Database: {without_password(options.database or '')}")
    if options.retention is not None:
        lines.append(
            f"Tables without an event for {options.retention} days are packed into {options.archive} and deleted."
        )
    if not has_compiler():
        lines.append(
            f"Only the bots {', '.join(LIGHT_LEVELS)} and no coach, because Numba is missing: {how_to_install()}."
        )
    return "\n".join([*lines, "Stop with Ctrl-C."])


def run(options: ServerOptions, ready: Callable[[ServerOptions], None]) -> bool:
    """Serve until interrupted. Return True if the server ended because its lifetime had passed.

    :raises BadSetup: if the server cannot start.
    """
    from knobel.server.serve import serve as serve_tables

    try:
        return serve_tables(replace(options, compile_ahead=True), ready)
    except BadSetup as error:
        if options.json_logs:
            from knobel.server.runtime import logging_setup

            logging_setup.set_up(as_json=True)
            logging_setup.LIFECYCLE.error("%s", error)
            raise typer.Exit(2) from None
        raise


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

    def ready(options: ServerOptions) -> None:
        typer.echo(welcome(options))
        if host is None and options.shareable_url is not None:
            typer.echo("Only for this machine: knobel --host 127.0.0.1")
        # Some browser commands return only when the browser is closed.
        Thread(target=webbrowser.open, args=(options.address,), daemon=True).start()

    options = ServerOptions(
        host=host or ALL_INTERFACES,
        port=PORT if port is None else port,
        next_port=port is None,
        database=database,
    )
    run(options, ready)


@takes_server_options
def serve(options: ServerOptions) -> None:
    """Start the server without opening the page.

    Example: knobel serve --host 0.0.0.0 --port 8080 --database games.db
    """

    def ready(started: ServerOptions) -> None:
        message = welcome(started)
        if not started.json_logs:
            typer.echo(message)
            return
        from knobel.server.runtime.logging_setup import LIFECYCLE

        # The last line is for people.
        for line in message.splitlines()[:-1]:
            LIFECYCLE.info("%s", line)

    if options.demo:
        run_demo(lambda database, lifetime_s: run(replace(options, database=database, lifetime_s=lifetime_s), ready))
    else:
        run(options, ready)


def run_demo(start: Callable[[str, float], bool]) -> None:
    """Run servers with empty databases one after the other, until interrupted or terminated."""
    from knobel.server.demo import LIFETIME_S, demo_database

    # The database must be deleted. The server itself ends regularly before this handler is called.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    again = True
    while again:
        with demo_database() as database:
            again = start(database, LIFETIME_S)
