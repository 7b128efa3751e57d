"""Connection from `knobel admin` to a running server: a loopback socket with a password.

The port and the password are in a private file beside the database. A request is one line of JSON, and so is the reply.
"""

import asyncio
import contextlib
import logging
import os
import secrets
from pathlib import Path

import msgspec

from knobel.server.database.engine import StoreError
from knobel.server.operator.actions import Admin, AnyOperatorRequest, Lines
from knobel.server.runtime.locations import beside
from knobel.tables.refusals import Refused

logger = logging.getLogger("knobel")

LOOPBACK = "127.0.0.1"
MAX_LINE_BYTES = 2**16
REQUEST_TIMEOUT_S = 10.0
"""Timeout of the server for reading a request, in seconds."""
REPLY_TIMEOUT_S = 60.0
"""Timeout of the client for a reply, in seconds."""


class AdminAddress(msgspec.Struct):
    """Content of the file: the port and the password."""

    port: int
    password: str


class AuthorizedRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request with the password."""

    password: str
    request: AnyOperatorRequest = msgspec.field(name="wish")


class Reply(msgspec.Struct):
    """The result of a request, or the reason why it failed."""

    lines: Lines = []
    problem: str | None = None


_request_decoder = msgspec.json.Decoder(AuthorizedRequest)
_reply_decoder = msgspec.json.Decoder(Reply)
_address_decoder = msgspec.json.Decoder(AdminAddress)


def address_file(database: str, folder: Path) -> Path:
    """Return the path of the file with port and password: beside an SQLite file, otherwise in `folder`."""
    return beside(database, ".admin", folder)


def _read(file: Path) -> AdminAddress:
    return _address_decoder.decode(file.read_bytes())


def _delete(file: Path) -> None:
    file.unlink()


def _write(file: Path, admin_address: AdminAddress) -> None:
    """Write the file, readable for the server's user only."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(admin_address))


class AdminSocket:
    """The server's listening socket for operator requests."""

    def __init__(self, admin: Admin, file: Path) -> None:
        self._admin = admin
        self._file = file
        self._password = secrets.token_urlsafe(32)
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, admin: Admin, file: Path) -> "AdminSocket":
        """Start to listen, and write the port and the password into the file."""
        listener = cls(admin, file)
        listener._server = await asyncio.start_server(listener._answer, LOOPBACK, 0, limit=MAX_LINE_BYTES)
        try:
            _write(file, AdminAddress(listener._server.sockets[0].getsockname()[1], listener._password))
        except OSError as error:
            logger.warning("knobel admin cannot reach this server: %s", error)
        return listener

    async def close(self) -> None:
        """Stop listening, and delete the file."""
        assert self._server is not None
        self._server.close()
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            # Another server may have replaced the file since.
            if _read(self._file).password == self._password:
                _delete(self._file)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                line = await reader.readline()
            writer.write(msgspec.json.encode(await self._handle(line)) + b"\n")
            await writer.drain()
        writer.close()

    async def _handle(self, line: bytes) -> Reply:
        try:
            authorized = _request_decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return Reply(problem=f"not understood: {error}")
        if not secrets.compare_digest(authorized.password.encode(), self._password.encode()):
            return Reply(problem="wrong password")
        return await run_request(self._admin, authorized.request)


async def run_request(admin: Admin, request: AnyOperatorRequest) -> Reply:
    """Run a request and return its result, or the reason why it failed."""
    try:
        return Reply(lines=await admin.run(request))
    except (Refused, StoreError) as error:
        return Reply(problem=str(error))
    except Exception:
        logger.exception("knobel admin: %s", request)
        return Reply(problem="internal server error")


async def send_request(file: Path, request: AnyOperatorRequest) -> Reply | None:
    """Send a request to the running server; return its reply, or None if no server runs.

    :raises StoreError: if the server does not answer.
    """
    try:
        admin_address = _read(file)
        reader, writer = await asyncio.open_connection(LOOPBACK, admin_address.port)
    except (OSError, msgspec.MsgspecError):
        return None
    try:
        async with asyncio.timeout(REPLY_TIMEOUT_S):
            writer.write(msgspec.json.encode(AuthorizedRequest(admin_address.password, request)) + b"\n")
            await writer.drain()
            return _reply_decoder.decode(await reader.read())
    except TimeoutError:
        raise StoreError("the server does not answer") from None
    except (OSError, msgspec.MsgspecError):
        # Another program uses the port of a server that was killed.
        return None
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
