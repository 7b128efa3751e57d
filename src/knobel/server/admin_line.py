"""How `knobel admin` reaches a running server: by a line that only this machine can dial, with a password that only who
may read the files beside the database knows.

A question is one line of JSON, and so is the answer.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
from pathlib import Path

import msgspec

from knobel.server.admin import Admin, AnyWish, Lines
from knobel.server.database import StoreError
from knobel.server.hub import Hub
from knobel.server.options import Options
from knobel.server.store import Store
from knobel.server.visitors import Visitors
from knobel.tables.reasons import Refused

logger = logging.getLogger("knobel")

HERE = "127.0.0.1"
LONGEST_LINE = 2**16
PATIENCE = 10.0
"""Seconds within which a question has to arrive."""
LONGEST_WAIT = 60.0
"""Seconds that an answer may take."""


class Dial(msgspec.Struct):
    """What stands in the file: where to ask, with which password."""

    port: int
    password: str


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What comes over the line."""

    password: str
    wish: AnyWish


class Reply(msgspec.Struct):
    """What goes back: what there is to say, or why not."""

    lines: Lines = []
    problem: str | None = None


_question = msgspec.json.Decoder(Question)
_reply = msgspec.json.Decoder(Reply)
_dial = msgspec.json.Decoder(Dial)


def file_beside(database: str, folder: Path) -> Path:
    """Where a server says how to reach it: beside its SQLite file, or, for another database, in the `folder`."""
    if "://" in database:
        return folder / f"{hashlib.sha256(database.encode()).hexdigest()[:16]}.admin"
    return Path(f"{Path(database).expanduser()}.admin")


def _exists(database: str) -> bool:
    return "://" in database or Path(database).expanduser().exists()


def _read(file: Path) -> Dial:
    return _dial.decode(file.read_bytes())


def _delete(file: Path) -> None:
    file.unlink()


def _write(file: Path, dial: Dial) -> None:
    """Write what nobody else may read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(dial))


class AdminLine:
    """The server's end of the line."""

    def __init__(self, admin: Admin, file: Path) -> None:
        self._admin = admin
        self._file = file
        self._password = secrets.token_urlsafe(32)
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, admin: Admin, file: Path) -> "AdminLine":
        """Listen, and say in the file where."""
        line = cls(admin, file)
        line._server = await asyncio.start_server(line._answer, HERE, 0, limit=LONGEST_LINE)
        try:
            _write(file, Dial(line._server.sockets[0].getsockname()[1], line._password))
        except OSError as error:
            logger.warning("knobel admin cannot reach this server: %s", error)
        return line

    async def close(self) -> None:
        """Listen no longer."""
        assert self._server is not None
        self._server.close()
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            # Another server may have come since.
            if _read(self._file).password == self._password:
                _delete(self._file)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(PATIENCE):
                line = await reader.readline()
            writer.write(msgspec.json.encode(await self._reply(line)) + b"\n")
            await writer.drain()
        writer.close()

    async def _reply(self, line: bytes) -> Reply:
        try:
            question = _question.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return Reply(problem=f"not understood: {error}")
        if not secrets.compare_digest(question.password.encode(), self._password.encode()):
            return Reply(problem="wrong password")
        return await granted(self._admin, question.wish)


async def granted(admin: Admin, wish: AnyWish) -> Reply:
    """What comes of a wish."""
    try:
        return Reply(lines=await admin.grant(wish))
    except (Refused, StoreError) as error:
        return Reply(problem=str(error))
    except Exception:
        logger.exception("knobel admin: %s", wish)
        return Reply(problem="something went wrong in the server")


async def ask(file: Path, wish: AnyWish) -> Reply | None:
    """Ask the running server; None if none runs.

    :raises StoreError: if it does not answer.
    """
    try:
        dial = _read(file)
        reader, writer = await asyncio.open_connection(HERE, dial.port)
    except (OSError, msgspec.MsgspecError):
        return None
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            writer.write(msgspec.json.encode(Question(dial.password, wish)) + b"\n")
            await writer.drain()
            return _reply.decode(await reader.read())
    except TimeoutError:
        raise StoreError("the server does not answer") from None
    except (OSError, msgspec.MsgspecError):
        # Somebody else has the port of a server that was killed.
        return None
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def ask_anyhow(database: str, folder: Path, wish: AnyWish) -> Reply:
    """Ask the running server, or if none runs, do it on its database.

    :raises StoreError: if there is no database, it is in use, or the server does not answer.
    """
    reply = await ask(file_beside(database, folder), wish)
    if reply is not None:
        return reply
    if not _exists(database):
        raise StoreError(f"there is no database {database}")
    hub = Hub(await Store.open(database, alone=True), Options(), Visitors(0))
    try:
        return await granted(Admin(hub), wish)
    finally:
        await hub.close()
