"""`knobel serve` and bare `knobel`: the server, and the page in the browser."""

import socket
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import Annotated
from urllib.parse import urlsplit

import typer

from knobel.core import BadSetup

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- friends on the same network join by their phones
PORT = 8000
WILDCARDS = ("", EVERYWHERE, "::")


def lan_address() -> str | None:
    """The address of this machine on the local network; None if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in WILDCARDS else address


def welcome(address: str, *, everywhere: bool) -> str:
    """What to tell whoever started the server."""
    lines = [f"Knobel is ready: {address}"]
    if everywhere and (lan := lan_address()):
        lines.append(f"Others on your network: http://{lan}:{urlsplit(address).port}")
    return "\n".join([*lines, "Stop with Ctrl-C."])


def run(
    *,
    host: str,
    port: int,
    database: str | None = None,
    grace: float = 60.0,
    bot_pace: float = 1.0,
    public_url: str | None = None,
    ready: Callable[[str], None],
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
            public_url=public_url,
            ready=ready,
        )
    except CannotServe as error:
        raise BadSetup(str(error)) from None


def open_page() -> None:
    """Serve everybody on the local network and open the page here."""

    def ready(address: str) -> None:
        typer.echo(welcome(address, everywhere=True))
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
        ready=lambda address: typer.echo(welcome(address, everywhere=host in WILDCARDS and public_url is None)),
    )
