"""Access of `knobel admin` to a running server: HTTP on a port of the loopback interface, with a token.

Every server writes its port and its token into a private file beside its database. The port is separate from that for
visitors, so it exists with every `--host`, no proxy leads to it, and visitors cannot use up its connections.
"""

import asyncio
import contextlib
import glob
import hashlib
import logging
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
from uvicorn.server import ServerState

from knobel.server.http.listening import listen
from knobel.server.http.middleware import App, Receive, Scope, Send
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uvicorn_protocols import Config, HttpProtocol
from knobel.server.operator.routes import LOCAL_OPERATOR, SCHEME
from knobel.server.runtime import private_files
from knobel.server.runtime.locations import beside
from knobel.server.runtime.startup import LOOPBACK, CannotServe

logger = logging.getLogger("knobel")

MAX_CONNECTIONS = 60


class LocalAddress(msgspec.Struct):
    """Content of the file: where a server listens for `knobel admin`, and the token that it accepts."""

    port: int
    token: str


_decoder = msgspec.json.Decoder(LocalAddress)


def local_addresses(database: str) -> Iterator[tuple[Path, LocalAddress]]:
    """Return the files of the servers of a database on this machine, the newest first. Some servers may have ended."""
    base = _base(database)
    for file in sorted(base.parent.glob(f"{glob.escape(base.name)}-*"), key=_changed, reverse=True):
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            yield file, _decoder.decode(file.read_bytes())


def _base(database: str) -> Path:
    return beside(database, ".admin")


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


class LocalAccess:
    """Listens for `knobel admin` while a server runs."""

    def __init__(self, app: App, database: str) -> None:
        self._app = app
        self._database = database
        self._token = secrets.token_urlsafe(32)
        self._authorization = f"{SCHEME}{self._token}".encode()
        # Servers on several machines or in several containers may share the folder.
        self._machine = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
        base = _base(database)
        self._file = base.with_name(f"{base.name}-{self._machine}-{secrets.token_hex(4)}")
        self._connections = ServerState()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Start to listen, and write the file. Without it the server runs too."""
        config = Config(
            self._handle,
            interface="asgi3",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        config.connection_limits = ConnectionLimits(MAX_CONNECTIONS)
        config.load()
        try:
            self._delete_files_of_ended_servers()
            listening = listen(LOOPBACK, 0)
            self._server = await asyncio.get_running_loop().create_server(
                lambda: HttpProtocol(config, self._connections, {}), sock=listening
            )
            self._write(LocalAddress(listening.getsockname()[1], self._token))
        except (OSError, CannotServe) as error:
            logger.warning("knobel admin cannot reach this server: %s", error)

    async def close(self) -> None:
        """Stop listening, and delete the file."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        if self._server is not None:
            self._server.close()
            for connection in list(self._connections.connections):
                connection.shutdown()

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand requests with the token to the application, and refuse all others."""
        given = dict(scope["headers"]).get(b"authorization", b"")
        if secrets.compare_digest(given, self._authorization):
            scope[LOCAL_OPERATOR] = True
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    def _write(self, address: LocalAddress) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_name(f".{self._file.name}")
        private_files.create(unfinished)
        unfinished.write_bytes(msgspec.json.encode(address))
        unfinished.rename(self._file)

    def _delete_files_of_ended_servers(self) -> None:
        """Delete the files of servers of this machine that were killed."""
        for file, address in local_addresses(self._database):
            if file.name.startswith(f"{_base(self._database).name}-{self._machine}-"):
                try:
                    socket.create_connection((LOOPBACK, address.port), 1).close()
                except ConnectionRefusedError:
                    file.unlink(missing_ok=True)
                except OSError:
                    continue
