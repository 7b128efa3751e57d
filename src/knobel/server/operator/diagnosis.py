"""Checks of a server's surroundings, for `knobel doctor`: ports, disk, clock, database, proxy, WebSockets and bots."""

import asyncio
import contextlib
import json
import os
import random
import socket
import ssl
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from knobel import __version__
from knobel.bots.compilation import NotCompiled, forbid_compilation
from knobel.bots.registry import make_table_bot
from knobel.bots.warm_up import random_positions
from knobel.games import GAMES, make
from knobel.loopback import is_loopback
from knobel.optional_packages import has_compiler, how_to_install
from knobel.server.database.diagnosis import database_state
from knobel.server.database.engine import StoreError, database_url, file_of
from knobel.server.http.listening import listen
from knobel.server.limits.addresses import WILDCARDS, url_host
from knobel.server.operator.findings import Finding, failure, ok, warning
from knobel.server.operator.folder_checks import check_disk, check_folders
from knobel.server.options import ServerOptions
from knobel.server.runtime.startup import LOOPBACK, CannotServe

TIMEOUT_S = 5.0
"""Timeout of a request, in seconds."""
CLOCK_TOLERANCE_S = 60.0
"""Difference of two clocks that is reported, in seconds."""
CONNECTIONS_PER_PROCESS = 11
"""Connections to PostgreSQL of one server process."""
MIN_FILES = 1_024
"""Limit of open files that suffices for a few hundred people."""
REFUSED = {403, 421}
"""Statuses with which a server refuses a name that is not its own."""
NAME_HINT = "the proxy passes on another name, or --public-url is another one"
UPGRADE_HINT = "the proxy must pass on Upgrade and Connection"
SPOOFED_ADDRESS = "203.0.113.77"
"""An address of a documentation network (RFC 5737), which no visitor has."""


class Answer(NamedTuple):
    """An HTTP response."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def _get(url: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Return the response to a GET request, also with an error status.

    The request goes through the proxy that the environment names, unless the server is on this machine.

    :raises OSError: if there is no response.
    """
    try:
        opener = build_opener(*([ProxyHandler({})] if is_loopback(urlsplit(url).hostname) else []))
        with opener.open(Request(url, headers=dict(headers or {})), timeout=TIMEOUT_S) as response:  # noqa: S310
            return Answer(response.status, dict(response.headers), response.read(100_000))
    except HTTPError as error:
        with error:
            return Answer(error.code, dict(error.headers), error.read(100_000))
    except (HTTPException, ValueError) as error:
        raise OSError(str(error)) from None


async def diagnose(options: ServerOptions) -> AsyncIterator[Finding]:
    """Run all checks, and yield their results. `options.database` is not None."""
    yield ok("version", f"Knobel {__version__}")
    yield check_settings(options)
    local = f"http://{LOOPBACK if options.host in WILDCARDS else url_host(options.host)}:{options.port}"
    running = await asyncio.to_thread(answers, local)
    yield check_port(options.host, options.port, running=running, share=options.share_port)
    if options.metrics is not None and not running:
        yield check_port(LOOPBACK, options.metrics, running=False)
    if options.demo:
        yield ok("database", "a demo keeps everything in memory")
    else:
        async for finding in check_database(options.database or ""):
            yield finding
    for finding in (*check_disk(options.database or ""), *check_folders(options)):
        yield finding
    yield check_files()
    for checks in (check_bots, lambda: check_hosts(options)):
        for finding in await asyncio.to_thread(lambda checks=checks: list(checks())):  # type: ignore[misc]
            yield finding
    if options.public_url is None:
        yield warning("proxy", "no --public-url is given, so nothing was asked from outside")
        return
    if not running:
        yield warning("proxy", "no server runs here, so nothing was asked from outside")
        return
    for finding in await asyncio.to_thread(lambda: list(check_public_url(options.public_url or ""))):
        yield finding
    yield await check_websocket(options.public_url)


def answers(url: str) -> bool:
    """True if a server of Knobel answers at this address."""
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads(_get(f"{url}/healthz").body) == {"ok": True})
    return False


def check_settings(options: ServerOptions) -> Finding:
    """Check the settings that depend on each other or on installed packages, as the server does when it starts."""
    try:
        options.check()
    except CannotServe as error:
        return failure("settings", str(error))
    return ok("settings", "the server can start with them")


def check_port(host: str, port: int, *, running: bool, share: bool = False) -> Finding:
    """Check that the server runs or its port is free."""
    if running:
        return ok("port", f"a server of Knobel answers on port {port}")
    try:
        listen(host, port, share=share).close()
    except CannotServe as error:
        return failure("port", str(error))
    return ok("port", f"port {port} is free; no server runs on it" if port else "the server takes any free port")


async def check_database(database: str) -> AsyncIterator[Finding]:
    """Check that the database can be used by this version, and that its clock agrees."""
    try:
        file = file_of(database_url(database))
        if file is not None and not file.exists():
            text = f"there is no database {file} yet; the server "
            if os.access(file.parent, os.W_OK):
                yield ok("database", f"{text}creates it")
            else:
                yield failure("database", f"{text}cannot create it: name another with --database")
            return
        if file is not None and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
            yield failure("database", f"this user cannot write {file}")
            return
        state = await database_state(database)
    except StoreError as error:
        yield failure("database", str(error))
        return
    if state.read_only:
        yield failure("database", "the database is read-only: is it a standby?")
    elif state.version == state.needed:
        yield ok("database", f"version {state.version}, which this program uses")
    else:
        yield warning("database", f"version {state.version}; the server upgrades it to {state.needed} when it starts")
    if state.connections is not None and state.connections < CONNECTIONS_PER_PROCESS:
        yield failure(
            "database", f"it allows {state.connections} connections; each process needs {CONNECTIONS_PER_PROCESS}"
        )
    if state.clock_s is not None:
        yield compare_clocks(state.clock_s, "the database server's")


def compare_clocks(other_s: float, whose: str) -> Finding:
    """Compare the clock of this machine with another one, in seconds of Unix time."""
    difference = time.time() - other_s
    if abs(difference) > CLOCK_TOLERANCE_S:
        return warning("clock", f"it differs from {whose} by {difference:.0f} s: set up time synchronization (NTP)")
    return ok("clock", f"it agrees with {whose}")


def check_files() -> Finding:
    """Check the limit of open files: every connection is one."""
    try:
        import resource  # noqa: PLC0415 -- not on Windows
    except ImportError:
        return ok("open files", "this system has no such limit")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < MIN_FILES:
        return warning("open files", f"at most {hard}, which is enough for few connections: raise the limit")
    return ok("open files", f"at most {'any number' if hard == resource.RLIM_INFINITY else hard}")


def check_bots() -> Iterator[Finding]:
    """Check that the bots of all games decide without compiling."""
    if not has_compiler():
        yield warning("bots", f"only two simple bots and no coach, because Numba is missing: {how_to_install()}")
        return
    missing, failed = [], []
    for name in GAMES:
        game = make(name)
        view, seat = next(random_positions(game))
        try:
            with forbid_compilation():
                make_table_bot("beginner").choose(game, view, seat, random.Random(1))
        except NotCompiled:
            missing.append(name)
        except Exception as error:  # noqa: BLE001 -- reported
            failed.append(name)
            yield failure("bots", f"the bots of {name} fail: {type(error).__name__}: {error}")
    if missing:
        yield warning("bots", f"not compiled yet: {', '.join(missing)}; the server compiles them when it runs")
    elif not failed:
        yield ok("bots", "the bots of all games decide")
    yield check_kernel_cache()


def check_kernel_cache() -> Finding:
    """Check that compiled code can be kept on disk."""
    from knobel.engines.shared import kernel_cache  # noqa: PLC0415 -- not without a compiler

    if kernel_cache.problems:
        return warning("compiled code", "; ".join(kernel_cache.problems))
    return ok("compiled code", "it is kept on disk")


def check_hosts(options: ServerOptions) -> Iterator[Finding]:
    """Check that the hosts to which the server shall send have addresses; patterns such as `*.example.org` are none."""
    named = {"webhook": options.webhook, "push service": options.push_service if options.push else ()}
    for subject, hosts in named.items():
        for host in hosts:
            if host.startswith("*"):
                continue
            try:
                socket.getaddrinfo(urlsplit(f"//{host}").hostname, 443, type=socket.SOCK_STREAM)
            except OSError as error:
                yield warning(subject, f"{host} is not found from this machine: {error.strerror}")
            else:
                yield ok(subject, f"{host} has an address")


def check_public_url(public: str) -> Iterator[Finding]:
    """Check that requests to the public URL reach the server, and how the proxy describes the visitor."""
    https = public.lower().startswith("https:")
    try:
        health = _get(f"{public}/api/live")
        seen = _get(f"{public}/api/connection", {"X-Forwarded-For": SPOOFED_ADDRESS})
    except OSError as error:
        yield failure("public URL", f"{public} {describe_failure(getattr(error, 'reason', error))}")
        return
    if health.status != 200 or seen.status != 200:
        hint = f": {NAME_HINT}" if health.status in REFUSED else ""
        yield failure("public URL", f"{public}/api/live is answered with status {health.status}{hint}")
        return
    yield ok("public URL", f"{public} reaches a server of Knobel")
    if date := health.headers.get("Date") or health.headers.get("date"):
        yield compare_clocks(parsedate_to_datetime(date).timestamp(), "the proxy's")
    try:
        connection: dict[str, Any] = json.loads(seen.body)
        address, scheme = str(connection["address"]), str(connection["scheme"])
    except (ValueError, KeyError):
        yield failure("proxy", "another program answers /api/connection")
        return
    if address == SPOOFED_ADDRESS:
        yield failure(
            "proxy",
            "visitors can invent their address: the proxy must replace X-Forwarded-For instead of passing it on",
        )
    elif is_loopback(address) and not _is_local(public):
        yield failure("proxy", "all visitors seem to have one address: name the proxy with --proxy")
    else:
        yield ok("proxy", f"the server sees this machine as {address}")
    if https and scheme != "https":
        yield warning("proxy", "the server does not hear of HTTPS: the proxy must set X-Forwarded-Proto")


async def check_websocket(public: str) -> Finding:
    """Check that a WebSocket to the public URL can be opened, as browsers do."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 -- heavy
    from websockets.exceptions import InvalidStatus, WebSocketException  # noqa: PLC0415 -- heavy

    parts = urlsplit(public)
    url = f"{public.replace('http', 'ws', 1)}/api/lobby"
    try:
        async with connect(
            url,
            origin=f"{parts.scheme}://{parts.netloc}",  # type: ignore[arg-type]
            open_timeout=TIMEOUT_S,
            proxy=None if is_loopback(parts.hostname) else True,
        ):
            return ok("WebSockets", f"{url} can be opened")
    except InvalidStatus as error:
        status = error.response.status_code
        hint = NAME_HINT if status in REFUSED else UPGRADE_HINT
        return failure("WebSockets", f"{url} is answered with status {status}: {hint}")
    except (WebSocketException, TimeoutError) as error:
        return failure("WebSockets", f"{url} cannot be opened ({error}): {UPGRADE_HINT}")
    except OSError as error:
        return failure("WebSockets", f"{url} {describe_failure(error)}")


def describe_failure(error: object) -> str:
    """Return why there was no answer from the public URL, with advice if its certificate is not trusted."""
    if isinstance(error, ssl.SSLCertVerificationError):
        reason = getattr(error, "verify_message", error)
        return f"has a certificate that is not trusted here ({reason}): renew it, or let the proxy send its whole chain"
    return f"does not answer from this machine: {error}"


def _is_local(public: str) -> bool:
    """True if a public URL leads to this machine by the loopback interface."""
    with contextlib.suppress(OSError):
        found = socket.getaddrinfo(urlsplit(public).hostname, None, type=socket.SOCK_STREAM)
        return all(is_loopback(str(entry[4][0])) for entry in found)
    return False
