"""Runs the server, for `knobel serve`."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace

from knobel.server.http.listening import listen
from knobel.server.options import ServerOptions
from knobel.server.runtime.locations import default_database
from knobel.server.runtime.service_manager import report_to_service_manager
from knobel.server.runtime.startup import CannotServe, event_loop_factory, metrics_server

MAX_SOCKET_MESSAGE_BYTES = 16_384
"""Bytes. A longer WebSocket message closes its connection."""
MAX_HEAD_BYTES = 16_384
"""Maximum size (bytes) of a request's line and headers. A larger head is answered with 400."""
ACCEPTS_PER_ROUND = 100
"""Maximum number of connections that are accepted before other tasks run."""
MAX_FILES = 16_384
"""Maximum number of open files that the server requests from the system. Every connection is one."""
RESERVED_FILES = 250
"""Open files that are reserved for the database, the bots' processes, the page and connections to be refused."""


def _raise_connection_limit() -> int:
    """Raise the system's limit of open files if possible. Return the maximum number of connections."""
    try:
        import resource  # noqa: PLC0415 -- not on Windows
    except ImportError:
        return MAX_FILES - RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = MAX_FILES if soft == resource.RLIM_INFINITY else min(soft, MAX_FILES)
    return max(files - RESERVED_FILES, files // 2)


def serve(options: ServerOptions, ready: Callable[[ServerOptions], None] | None = None) -> bool:
    """Serve until interrupted. Return True if the server ended because its lifetime had passed.

    :param ready: called once the server answers, with the options that name its actual port and database.
    :raises CannotServe: if the server cannot start.
    """
    options.check()
    bound = listen(options.host, options.port, next_port=options.next_port, share=options.share_port)
    # The slow imports come after the check of the port, so that a port in use is reported immediately.
    from knobel.server.app import make_app  # noqa: PLC0415 -- heavy
    from knobel.server.database.engine import StoreError  # noqa: PLC0415 -- heavy
    from knobel.server.database.store import Store  # noqa: PLC0415 -- heavy
    from knobel.server.limits.connection_limits import ConnectionLimits  # noqa: PLC0415 -- heavy
    from knobel.server.limits.uvicorn_protocols import Config, HttpProtocol, Server, WebSocketProtocol  # noqa: PLC0415 -- heavy
    from knobel.server.runtime import logging_setup  # noqa: PLC0415 -- heavy

    logging_setup.set_up(as_json=options.json_logs)
    database = options.database or str(default_database())
    options = replace(options, port=bound.getsockname()[1], database=database)
    expired = False

    def expire(server: Server) -> None:
        nonlocal expired
        expired = server.should_exit = True

    tasks = []

    def report_ready() -> None:
        tasks.append(asyncio.create_task(report_to_service_manager(), name="reporting to the service manager"))
        if ready is not None:
            ready(options)

    async def run() -> None:
        store = await Store.open(database, alone=True)
        connection_limits = ConnectionLimits(_raise_connection_limit(), options.trusted_proxies)
        config = Config(
            make_app(store, options, connection_limits),
            http=HttpProtocol,
            ws=WebSocketProtocol,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(options.trusted_proxies),
            forwarded_allow_ips=[str(network) for network in options.trusted_proxies],
            backlog=ACCEPTS_PER_ROUND,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            ws_max_size=MAX_SOCKET_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
        config.connection_limits = connection_limits
        server = Server(config, report_ready)
        if options.lifetime_s is not None:
            asyncio.get_running_loop().call_later(options.lifetime_s, expire, server)
        await server.serve(sockets=[bound])

    try:
        with metrics_server(options.metrics), asyncio.Runner(loop_factory=event_loop_factory()) as runner:
            runner.run(run())
    except StoreError as error:
        raise CannotServe(str(error)) from None
    except KeyboardInterrupt:
        return False
    finally:
        bound.close()
        logging_setup.LIFECYCLE.info("Knobel has stopped")
    return expired
