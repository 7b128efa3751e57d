"""Run the server: what `knobel serve` calls."""

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from knobel.server.network import WILDCARDS, address_for_others

LARGEST_SOCKET_MESSAGE = 65_536
"""Bytes; a longer message closes its socket."""


class CannotServe(Exception):
    """The server cannot start; the text says why, in one line."""


def default_database() -> Path:
    """Where the database lies if nobody says otherwise: the platform's folder for a person's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "knobel" / "knobel.db"


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    :raises CannotServe: if that is impossible.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
            bound.listen(2048)
        except BaseException:
            bound.close()
            raise
    except OverflowError:
        raise CannotServe(f"{port} is no port: 0 to 65535") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is in use: stop what uses it, or choose another with --port") from None
        raise CannotServe(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    return bound


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    grace: float = 60.0,
    bot_pace: float = 1.0,
    compile_ahead: bool = False,
    public_url: str | None = None,
    ready: Callable[[str, str | None], None] | None = None,
) -> None:
    """Serve until interrupted.

    :param port: 0 for any free one.
    :param database: the path of an SQLite file or a database address; None for `default_database`.
    :param grace: seconds after which a bot plays for somebody who is away.
    :param bot_pace: how human bots' thinking time is; 0 for none.
    :param compile_ahead: compile what bots need before anybody asks for one.
    :param public_url: how the server is reached from outside, if a proxy stands before it.
    :param ready: called once the server answers, with its address and the one for others on the network, if any.
    :raises CannotServe: if it cannot start.
    """
    bound = _bound(host, port)
    # Only now what is heavy: a port in use is told at once.
    import uvicorn  # noqa: PLC0415 -- heavy

    from knobel.server.app import make_app  # noqa: PLC0415 -- heavy
    from knobel.server.options import Options  # noqa: PLC0415 -- heavy
    from knobel.server.store import Store, StoreError  # noqa: PLC0415 -- heavy

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    port = bound.getsockname()[1]
    others = public_url or address_for_others(host, port)
    options = Options(
        grace=grace,
        bot_pace=bot_pace,
        compile_ahead=compile_ahead,
        public_url=public_url,
        address_for_others=others,
    )
    address = public_url or f"http://{_shown(host)}:{port}"

    async def run() -> None:
        store = await Store.open(database or str(default_database()))
        config = uvicorn.Config(
            make_app(store, options),
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_SOCKET_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
        server = _Server(config, lambda: ready(address, others) if ready else None)
        await server.serve(sockets=[bound])

    class _Server(uvicorn.Server):
        def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
            super().__init__(config)
            self._started = started

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                self._started()

    try:
        asyncio.run(run())
    except StoreError as error:
        raise CannotServe(str(error)) from None
    except KeyboardInterrupt:
        return
    finally:
        bound.close()


def _shown(host: str) -> str:
    if host in WILDCARDS:
        return "localhost"
    return f"[{host}]" if ":" in host else host
