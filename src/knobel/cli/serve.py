"""`knobel serve` and bare `knobel`: the server, and the page in the browser."""

import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import Annotated

import typer

from knobel.core import BadSetup
from knobel.server.network import EVERYWHERE

PORT = 8000


def welcome(address: str, others: str | None) -> str:
    """What to tell whoever started the server."""
    lines = [f"Knobel is ready: {address}"]
    if others is not None:
        lines.append(f"Others on your network: {others}")
    return "\n".join([*lines, "Stop with Ctrl-C."])


def run(
    *,
    host: str,
    port: int,
    database: str | None = None,
    grace: float = 60.0,
    bot_pace: float = 1.0,
    public_url: str | None = None,
    ready: Callable[[str, str | None], None],
) -> None:
    """Serve until interrupted.

    :raises BadSetup: if the server cannot start.
    """
    from knobel.server.serve import CannotServe
    from knobel.server.serve import serve as serve_tables

    try:
        serve_tables(
            host=host,
            port=port,
            database=database,
            grace=grace,
            bot_pace=bot_pace,
            compile_ahead=True,
            public_url=public_url,
            ready=ready,
        )
    except CannotServe as error:
        raise BadSetup(str(error)) from None


def open_page() -> None:
    """Serve everybody on the local network and open the page here."""

    def ready(address: str, others: str | None) -> None:
        typer.echo(welcome(address, others))
        # Some browsers return only when they are closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(host=EVERYWHERE, port=PORT, ready=ready)


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen: 127.0.0.1 for this machine alone, 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    database: Annotated[
        str | None,
        typer.Option(help="An SQLite file or a database address; by default a file in your user data folder."),
    ] = None,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds after which a bot plays for somebody who is away.")
    ] = 60.0,
    bot_pace: Annotated[
        float, typer.Option(min=0, help="How long bots seem to think: 1 like people, 0 not at all.")
    ] = 1.0,
    public_url: Annotated[
        str | None, typer.Option(help="The server's address for others, if a proxy stands before it.")
    ] = None,
) -> None:
    """Start the server without opening the page.

    Example: knobel serve --host 0.0.0.0 --port 8080 --database games.db
    """
    run(
        host=host,
        port=port,
        database=database,
        grace=grace,
        bot_pace=bot_pace,
        public_url=public_url,
        ready=lambda address, others: typer.echo(welcome(address, others)),
    )
