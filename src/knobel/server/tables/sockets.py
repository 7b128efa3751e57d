"""The two WebSocket routes: a table's and the lobby's."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from knobel.clock import monotonic_ms
from knobel.presentation import messages
from knobel.server.database.engine import CommitUnknown
from knobel.server.http.parts import Part
from knobel.server.http.statuses import TRY_AGAIN, close_code_of
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uvicorn_protocols import SEND_TEXTS_EXTENSION
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.authentication import secret_of
from knobel.server.people.connection import FLOODED_CLOSE, MAX_MESSAGE_BYTES, Connection, Send, too_large
from knobel.server.people.reports.service import Reports
from knobel.server.runtime import logging_setup, metrics
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.server.runtime.token_bucket import RateLimiter
from knobel.server.tables.admission import TableAdmission
from knobel.server.tables.chat_delivery import ChatDelivery
from knobel.server.tables.connections import Connections
from knobel.server.tables.quotas import Quotas
from knobel.server.tables.reactions import Reactions
from knobel.server.tables.room import Room
from knobel.server.tables.subscriptions import TableConnection
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

AnySocket = WebSocket[Any, Any, Any]

MAX_ID_LENGTH = 64
MAX_RUNNING = 64
"""Maximum number of commands of a connection that run concurrently."""

CLOSED_ERRORS = WebSocketDisconnect, OSError, RuntimeError
"""Exceptions of a connection that the client has closed."""
DISCONNECT_ERRORS = asyncio.CancelledError, *CLOSED_ERRORS
"""Exceptions with which sending and receiving end when a connection ends."""
DECODING_ERRORS = msgspec.MsgspecError, RecursionError, UnicodeDecodeError
"""Exceptions raised by the decoder for bytes that are not a valid message."""

table_command = msgspec.json.Decoder(messages.TableCommand)
lobby_command = msgspec.json.Decoder(messages.LobbyCommand)
bot_command = msgspec.json.Decoder(messages.BotCommand)


@dataclass(slots=True, frozen=True)
class SocketParts:
    """The parts of the process that serve connections."""

    accounts: AccountRegistry
    commands: RateLimiter
    connection_limits: ConnectionLimits
    connections: Connections
    reports: Reports
    rooms: Mapping[str, Room]
    admission: TableAdmission
    quotas: Quotas
    chat_delivery: ChatDelivery
    reactions: Reactions


class _SocketAdapter:
    """Adapts a Litestar socket to the protocol that `Connection` needs."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        extensions: Any = socket.scope["extensions"]
        self.send: Send = extensions[SEND_TEXTS_EXTENSION]["send"]

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code, reason)


async def _close(socket: AnySocket, code: int, reason: str) -> None:
    """Close a connection that is not served. The client may have closed it meanwhile."""
    with contextlib.suppress(*CLOSED_ERRORS):
        await socket.close(code, reason)


def _address(socket: AnySocket) -> str:
    return socket.client.host if socket.client else ""


@contextlib.asynccontextmanager
async def _accept(parts: SocketParts, socket: AnySocket) -> AsyncIterator[Account | None]:
    """Accept a connection and yield the person, None if the connection was refused and closed.

    At the end, break two reference cycles that would keep the connection in memory: the framework's socket and its own
    functions, and the scope and the connection below it.
    """
    try:
        yield await _authenticate(parts, socket)
    finally:
        extensions: Any = socket.scope["extensions"]
        extensions.pop(SEND_TEXTS_EXTENSION, None)
        socket.receive, socket.send = empty_receive, empty_send


async def _authenticate(parts: SocketParts, socket: AnySocket) -> Account | None:
    """Accept a connection and authenticate its person.

    If the person is refused, close the connection with a code for the reason and return None.
    """
    try:
        await socket.accept()
    except CLOSED_ERRORS:
        return None
    bearer, _, token = socket.headers.get("authorization", "").partition(" ")
    try:
        if bearer.lower() == "bearer":
            account = await parts.accounts.bot(token)
        else:
            account = await parts.accounts.find(secret_of(socket))
    except Refused as refusal:
        await _close(socket, TRY_AGAIN, refusal.reason)
        return None
    if account is None:
        await _close(socket, 4001, TableReason.NO_SESSION)
        return None
    if account.connection_count >= process_share.of(settings.person_connections):
        await _close(socket, TRY_AGAIN, TableReason.TOO_MANY)
        return None
    return account


async def _serve(parts: SocketParts, socket: AnySocket, connection: Connection, receiving: Any) -> None:
    """Send and receive until one of the two ends."""
    sender = asyncio.create_task(connection.run_sender(), name=f"sender to {connection.account.id}")
    receiver = asyncio.create_task(receiving, name=f"receiver from {connection.account.id}")
    try:
        await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if connection.closing == FLOODED_CLOSE and socket.client is not None:
            parts.connection_limits.reject_temporarily(socket.client.host)
        for task in (sender, receiver):
            task.cancel()
        # An error raised here would form a reference cycle: error, frame, task, error.
        ended = await asyncio.gather(sender, receiver, return_exceptions=True)
        for error in ended:
            if error is not None and not isinstance(error, DISCONNECT_ERRORS):
                raise error


async def _receive(socket: AnySocket, connection: Connection) -> bytes:
    await connection.wait_for_space()
    data = await socket.receive_data("text")
    return data.encode() if isinstance(data, str) else data


def _command_id(data: bytes) -> str | None:
    """Return the id of an otherwise invalid command, None if it has no valid id."""
    try:
        value = msgspec.json.decode(data)
    except DECODING_ERRORS:
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and len(found) <= MAX_ID_LENGTH else None


def _decode(parts: SocketParts, connection: Connection, data: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the command. Return None if it was refused, or if the connection is closing."""
    if connection.closing is not None:
        return None
    if len(data) > MAX_MESSAGE_BYTES:
        connection.refuse(None, too_large())
        return None
    if not parts.commands.take(connection.account.id):
        connection.refuse(
            _command_id(data), Refused(TableReason.RATE_LIMITED, "too many messages in a short time: try again later")
        )
        return None
    try:
        command = decoder.decode(data)
    except DECODING_ERRORS as error:
        connection.refuse(_command_id(data), Refused(TableReason.MALFORMED, str(error)))
        return None
    if not 1 <= len(command.id) <= MAX_ID_LENGTH:
        connection.refuse(None, Refused(TableReason.BAD_ID, f"an id has 1 to {MAX_ID_LENGTH} characters"))
        return None
    return command


@websocket("/api/lobby")
async def lobby(socket: AnySocket, sockets: Part[SocketParts]) -> None:
    """Serve the lobby: public tables, people and chat."""
    async with _accept(sockets, socket) as account:
        if account is not None:
            await _serve_lobby(sockets, socket, account)


async def _serve_lobby(parts: SocketParts, socket: AnySocket, account: Account) -> None:
    if account.owner is not None:
        await _close(socket, 4003, TableReason.NO_SESSION)
        return
    connection = Connection(_SocketAdapter(socket), account)
    parts.connections.enter_lobby(connection)

    async def receive() -> None:
        while True:
            command = _decode(parts, connection, await _receive(socket, connection), lobby_command)
            if command is None:
                continue
            if isinstance(command, messages.Ping):
                connection.send(messages.Pong(id=command.id, now=monotonic_ms()))
                continue
            try:
                if isinstance(command, messages.Report):
                    await parts.reports.file(account, command, None, {})
                else:
                    parts.chat_delivery.say(account, None, command)
                connection.send(messages.Accepted(id=command.id))
            except Refused as refusal:
                connection.refuse(command.id, refusal)

    try:
        await _serve(parts, socket, connection, receive())
    finally:
        parts.connections.leave_lobby(connection)


@websocket("/api/tables/{link:str}/live")
async def table(socket: AnySocket, link: FromPath[str], sockets: Part[SocketParts]) -> None:
    """Serve a table."""
    async with _accept(sockets, socket) as account:
        if account is not None:
            await _serve_table(sockets, socket, link, account)


async def _serve_table(parts: SocketParts, socket: AnySocket, link: str, account: Account) -> None:
    try:
        room = await parts.admission.enter(link, account.id, _address(socket))
        if account.owner is not None:
            await room.seat_bot(account)
    except Refused as refusal:
        await _close(socket, close_code_of(refusal.reason), refusal.reason)
        return
    if parts.rooms.get(room.log.code) is not room:
        await _close(socket, 1012, "the table was unloaded while the connection was accepted: connect again")
        return
    logging_setup.table.set(room.log.code)
    connection = TableConnection(_SocketAdapter(socket), account, room.subscriptions)
    decoder = table_command if account.owner is None else bot_command

    async def receive() -> None:
        # Commands run concurrently. Each is applied to the head of the log in order and need not wait for the disk.
        running: set[asyncio.Task[None]] = set()
        while True:
            command = _decode(parts, connection, await _receive(socket, connection), decoder)
            if command is None:
                continue
            task = asyncio.create_task(_execute_timed(parts, room, connection, command))
            running.add(task)
            task.add_done_callback(running.discard)
            if len(running) >= MAX_RUNNING:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)

    try:
        parts.connections.enter_table(connection, room)
        await _serve(parts, socket, connection, receive())
    finally:
        parts.connections.leave_table(connection, room)


async def _execute_timed(parts: SocketParts, room: Room, connection: TableConnection, command: Any) -> None:
    began = time.perf_counter()
    outcome = await _execute(parts, room, connection, command)
    metrics.command_seconds.observe(time.perf_counter() - began)
    metrics.commands.labels(command.__struct_config__.tag, outcome).inc()


async def _execute(parts: SocketParts, room: Room, connection: TableConnection, command: Any) -> str:
    """Execute and answer a command. Return `accepted` or the reason of the refusal."""
    try:
        match command:
            case messages.Ping():
                connection.send(messages.Pong(id=command.id, now=monotonic_ms()))
                return "accepted"
            case messages.Say():
                parts.chat_delivery.say(connection.account, room, command)
            case messages.React():
                parts.reactions.react(connection.account, room, command)
            case messages.Invite():
                await parts.chat_delivery.invite(connection.account, room, command)
            case messages.Report():
                seated = {seat.person: seat.name for seat in room.log.head.seats}
                await parts.reports.file(connection.account, command, room.log.code, seated)
            case messages.Watch(seat=seat):
                connection.watch(seat)
            case messages.Resync():
                connection.refresh()
            case _:
                parts.quotas.check(connection.account.id, room, command)
                await room.execute(connection, command)
        connection.send(messages.Accepted(id=command.id))
    except CommitUnknown:
        # It is unknown whether the command is stored. After reconnecting, the client sends it again with the same id.
        connection.close(TRY_AGAIN, TableReason.STORAGE)
        return str(TableReason.STORAGE)
    except Refused as refusal:
        connection.refuse(command.id, refusal)
        connection.refresh()
        return str(refusal.reason)
    except Exception:
        logger.exception("table %s: %s", room.log.code, command)
        connection.refuse(command.id, Refused(TableReason.INTERNAL, "internal server error"))
        connection.refresh()
        return str(TableReason.INTERNAL)
    return "accepted"
