"""Runs the server, for `knobel serve`."""

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Callable, Sequence

from knobel.core import BadSetup
from knobel.rating.ladder import check_installed
from knobel.server.limits.addresses import BACKLOG, WILDCARDS, host_name, proxy_networks, shareable_url, url_host
from knobel.server.runtime.locations import archive_of, default_database
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


PER_PROCESS_OPTIONS = "processes", "descriptor", "lifetime_s", "ready"
"""The parameters that differ between the server processes."""
MAX_PORTS_TRIED = 100
MIN_TOKEN_LENGTH = 16
"""Minimum number of characters, so that the token cannot be guessed."""


def _bind(host: str, port: int, *, next_port: bool = False) -> socket.socket:
    """Return a socket that listens on the port, or on the next free one.

    :raises CannotServe: if there is none.
    """
    for candidate in range(port, min(port + MAX_PORTS_TRIED, 65_536) if next_port else port + 1):
        try:
            return listen(host, candidate)
        except OverflowError:
            raise CannotServe(f"{port} is no port: 0 to 65535") from None
        except UnicodeError:
            raise CannotServe(f"{host!r} is neither a host name nor an address") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(f"cannot listen on {url_host(host)}:{candidate}: {error.strerror or error}") from None
    if next_port:
        raise CannotServe(f"ports {port} to {candidate} are in use: choose another with --port")
    raise CannotServe(f"port {port} is in use: stop what uses it, or choose another with --port")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port of a host name or address.

    :raises OSError: if it cannot.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound


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


def check_options(
    database: str | None, broker: str | None, processes: int, operator_token: str | None, *, ladder: bool
) -> None:
    """Check options that depend on each other or on what is installed.

    :raises CannotServe: if the server cannot start with them.
    """
    if (broker is not None or processes > 1) and not (database or "").startswith("postgresql"):
        raise CannotServe("several processes and a broker need PostgreSQL: only one process can use an SQLite file")
    if processes > 1 and os.name != "posix":
        raise CannotServe("several processes need Linux or macOS, because they share a listening socket")
    if operator_token is not None and len(operator_token) < MIN_TOKEN_LENGTH:
        raise CannotServe(f"an operator's token has at least {MIN_TOKEN_LENGTH} characters")
    if ladder:
        try:
            check_installed()
        except BadSetup as error:
            raise CannotServe(str(error)) from None


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    next_port: bool = False,
    database: str | None = None,
    broker: str | None = None,
    grace: float = 60.0,
    bot_pace: float = 1.0,
    compile_ahead: bool = False,
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
    descriptor: int | None = None,
    lifetime_s: float | None = None,
    ready: Callable[[str, str | None], None] | None = None,
) -> bool:
    """Serve until interrupted. Return True if the server ended because its lifetime had passed.

    :param port: 0 for any free port.
    :param next_port: if the port is in use, take the next free one.
    :param database: the path of an SQLite file or the URL of a database; None for `default_database`.
    :param broker: the URL of the Redis that connects several servers of one PostgreSQL database.
    :param grace: seconds after which a bot plays for an absent player.
    :param bot_pace: factor for the bots' thinking time; 0 for none.
    :param compile_ahead: compile the bots' code at the start.
    :param public_url: the server's public URL, if it is behind a proxy.
    :param root_path: the path below which the server is reached; None for that of `public_url`.
    :param retention: days without an event after which a table is packed and deleted; None: never.
    :param keep_results: keep the results of deleted people without their names.
    :param ladder: also rate people by their places at tables of several people.
    :param deal_table: show the list of the most points at the deals of the day.
    :param proxies: addresses or networks of trusted proxies, whose forwarded headers are believed.
    :param metrics: the port on the loopback interface that serves metrics to Prometheus; None: none.
    :param json_logs: write log lines as JSON objects.
    :param processes: number of server processes that share the port.
    :param operator_token: the token of the operator's page; None: there is no operator's page.
    :param descriptor: the file descriptor of a listening socket, used instead of the port.
    :param lifetime_s: seconds after which the server ends; it is then a demo, with sample people and games.
    :param ready: called once the server answers, with its URL and the URL for other machines in the network, if there
        is one.
    :raises CannotServe: if the server cannot start.
    """
    host = host_name(host)
    settings = dict(locals()) | {"proxies": list(proxies)}
    from knobel.server.cluster.broker import broker_at  # noqa: PLC0415 -- heavy
    from knobel.server.http.root_path import split_public_url  # noqa: PLC0415 -- heavy

    try:
        trusted_proxies, note_broker = proxy_networks(proxies), broker_at(broker)
        public_origin, root = split_public_url(public_url, root_path)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    check_options(database, broker, processes, operator_token, ladder=ladder)
    bound = _bind(host, port, next_port=next_port) if descriptor is None else socket.socket(fileno=descriptor)
    # The slow imports come after the check of the port, so that a port in use is reported immediately.
    from knobel.server.app import make_app  # noqa: PLC0415 -- heavy
    from knobel.server.database.engine import StoreError  # noqa: PLC0415 -- heavy
    from knobel.server.database.store import Store  # noqa: PLC0415 -- heavy
    from knobel.server.limits.connection_limits import ConnectionLimits  # noqa: PLC0415 -- heavy
    from knobel.server.limits.uvicorn_protocols import Config, HttpProtocol, Server, WebSocketProtocol  # noqa: PLC0415 -- heavy
    from knobel.server.operator.admin_socket import address_file  # noqa: PLC0415 -- heavy
    from knobel.server.runtime import logging_setup  # noqa: PLC0415 -- heavy
    from knobel.server.runtime.settings import Options  # noqa: PLC0415 -- heavy

    logging_setup.set_up(as_json=json_logs)
    port = bound.getsockname()[1]
    database = database or str(default_database())
    origin = public_origin or shareable_url(host, port)
    shareable = None if origin is None else origin + root
    options = Options(
        grace=grace,
        bot_pace=bot_pace,
        compile_ahead=compile_ahead,
        public_url=public_origin,
        shareable_url=shareable,
        root_path=root,
        retention=retention,
        archive=archive_of(database),
        keep_results=keep_results,
        ladder=ladder,
        deal_table=deal_table,
        operator_token=operator_token,
        demo=lifetime_s is not None,
        database=database,
        has_proxies=bool(trusted_proxies),
    )
    options.admin_file = address_file(database, default_database().parent)
    address = (public_origin or f"http://{_url_host(host)}:{port}") + root

    def report_ready() -> None:
        (ready or (lambda *_: None))(address, shareable)

    expired = False

    def expire(server: Server) -> None:
        nonlocal expired
        expired = server.should_exit = True

    async def supervise_processes() -> None:
        from knobel.server.supervisor import supervise  # noqa: PLC0415 -- circular import

        await (await Store.open(database)).close()
        await supervise(
            processes,
            bound,
            {name: settings[name] for name in settings if name not in PER_PROCESS_OPTIONS},
            report_ready,
        )

    async def run() -> None:
        store = await Store.open(database, alone=True)
        connection_limits = ConnectionLimits(_raise_connection_limit(), trusted_proxies)
        config = Config(
            make_app(store, options, connection_limits, note_broker),
            http=HttpProtocol,
            ws=WebSocketProtocol,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=[str(network) for network in trusted_proxies],
            backlog=ACCEPTS_PER_ROUND,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            ws_max_size=MAX_SOCKET_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
        config.connection_limits = connection_limits
        server = Server(config, report_ready)
        if lifetime_s is not None:
            asyncio.get_running_loop().call_later(lifetime_s, expire, server)
        await server.serve(sockets=[bound])

    try:
        with (
            metrics_server(metrics if processes == 1 else None),
            asyncio.Runner(loop_factory=event_loop_factory()) as runner,
        ):
            runner.run(run() if processes == 1 else supervise_processes())
    except StoreError as error:
        raise CannotServe(str(error)) from None
    except KeyboardInterrupt:
        return False
    finally:
        bound.close()
        if descriptor is None:
            logging_setup.LIFECYCLE.info("Knobel has stopped")
    return expired


def _url_host(host: str) -> str:
    return "localhost" if host in WILDCARDS else url_host(host)
