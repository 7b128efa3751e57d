"""The two WebSocket routes: a table's and the lobby's."""

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
from knobel.presentation.command_limits import FLOODED_CLOSE, command_of, id_of
from knobel.server.database.engine import CommitUnknown
from knobel.server.http.parts import Part
from knobel.server.http.statuses import TRY_AGAIN, close_code_of
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uvicorn_protocols import SOCKET_EXTENSION, WebSocketProtocol
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.authentication import secret_of
from knobel.server.people.command_receiver import CommandReceiver
from knobel.server.people.connection import (
    Connection,
    internal_error,
)
from knobel.server.people.reports.service import Reports
from knobel.server.people.request_limits import RequestLimits
from knobel.server.runtime import logging_setup, metrics
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.server.tables.connections.chat_delivery import ChatDelivery
from knobel.server.tables.connections.connections import Connections
from knobel.server.tables.connections.reactions import Reactions
from knobel.server.tables.live.admission import TableAdmission
from knobel.server.tables.live.quotas import Quotas
from knobel.server.tables.live.room import Room
from knobel.server.tables.live.subscriptions import TableConnection
from knobel.server.tables.slow.visits import Visits
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

AnySocket = WebSocket[Any, Any, Any]

MAX_RUNNING = 64
"""Maximum number of commands of a connection at a table that run concurrently."""

CLOSED_ERRORS = WebSocketDisconnect, OSError, RuntimeError
"""Exceptions of a connection that the client has closed."""

table_command = msgspec.json.Decoder(messages.TableCommand)
lobby_command = msgspec.json.Decoder(messages.LobbyCommand)
bot_command = msgspec.json.Decoder(messages.BotCommand)


@dataclass(slots=True, frozen=True)
class SocketParts:
    """The parts of the process that serve connections."""

    accounts: AccountRegistry
    limits: RequestLimits
    connection_limits: ConnectionLimits
    connections: Connections
    reports: Reports
    rooms: Mapping[str, Room]
    admission: TableAdmission
    quotas: Quotas
    chat_delivery: ChatDelivery
    visits: Visits
    reactions: Reactions


async def _close(socket: AnySocket, code: int, reason: str) -> None:
    """Close a connection that is not served. The client may have closed it meanwhile."""
    with contextlib.suppress(*CLOSED_ERRORS):
        await socket.close(code, reason)


def _address(socket: AnySocket) -> str:
    return socket.client.host if socket.client else ""


@contextlib.asynccontextmanager
async def _accept(parts: SocketParts, socket: AnySocket) -> AsyncIterator[Account | None]:
    """Accept a connection and yield the person, None if the connection was refused and closed.

    At the end, break the reference cycle of the framework's socket and its own functions.
    """
    try:
        yield await _authenticate(parts, socket)
    finally:
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


def _decode(parts: SocketParts, connection: Connection, data: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the command. Return None if it was refused, or if the connection is closing."""
    if connection.closing is not None:
        return None
    try:
        return command_of(data, decoder, lambda: parts.limits.commands.take(connection.account.id))
    except Refused as refusal:
        connection.refuse(id_of(data), refusal)
        return None


def _protocol_of(socket: AnySocket) -> WebSocketProtocol:
    """Return the protocol of an accepted WebSocket."""
    extensions: Any = socket.scope["extensions"]
    found: WebSocketProtocol = extensions[SOCKET_EXTENSION]["socket"]
    return found


class _LobbyReceiver(CommandReceiver):
    __slots__ = ("_address", "_parts")

    def __init__(self, parts: SocketParts, socket: AnySocket, account: Account) -> None:
        protocol = _protocol_of(socket)
        super().__init__(protocol, Connection(protocol, account))
        self._parts, self._address = parts, _address(socket)

    def enter(self) -> None:
        self._parts.connections.enter_lobby(self.connection)

    def decode(self, message: bytes) -> Any:
        return _decode(self._parts, self.connection, message, lobby_command)

    async def execute(self, command: Any) -> None:
        connection, account = self.connection, self.connection.account
        if isinstance(command, messages.Ping):
            connection.send(messages.Pong(id=command.id, now=monotonic_ms()))
            return
        try:
            if isinstance(command, messages.Report):
                await self._parts.reports.file(account, command, None, {})
            else:
                await self._parts.chat_delivery.say(account, None, command)
            connection.send(messages.Accepted(id=command.id))
        except Refused as refusal:
            connection.refuse(command.id, refusal)
        except Exception:
            logger.exception("lobby: %s", command)
            connection.refuse(command.id, internal_error())

    def leave(self) -> None:
        _reject_flooding(self._parts, self.connection, self._address)
        self._parts.connections.leave_lobby(self.connection)


class _TableReceiver(CommandReceiver):
    """Receives the commands of a person or bot at a table."""

    __slots__ = ("_address", "_parts", "_read_until", "_room", "_table_connection")
    # Each command is applied to the head of the log in order and need not wait for the disk.
    max_running = MAX_RUNNING

    def __init__(
        self, parts: SocketParts, socket: AnySocket, account: Account, room: Room, read_until: int | None
    ) -> None:
        protocol = _protocol_of(socket)
        self._table_connection = TableConnection(protocol, account, room.subscriptions)
        super().__init__(protocol, self._table_connection)
        self._parts, self._room, self._address = parts, room, _address(socket)
        self._read_until = read_until

    def enter(self) -> None:
        self._parts.connections.enter_table(self._table_connection, self._room, self._read_until)

    def decode(self, message: bytes) -> Any:
        decoder = table_command if self.connection.account.owner is None else bot_command
        return _decode(self._parts, self.connection, message, decoder)

    async def execute(self, command: Any) -> None:
        began = time.perf_counter()
        outcome = await _execute(self._parts, self._room, self._table_connection, command)
        metrics.command_seconds.observe(time.perf_counter() - began)
        metrics.commands.labels(command.__struct_config__.tag, outcome).inc()

    def leave(self) -> None:
        _reject_flooding(self._parts, self.connection, self._address)
        self._parts.connections.leave_table(self._table_connection, self._room)
        self._parts.visits.left(self._room.log, self.connection.account)


def _reject_flooding(parts: SocketParts, connection: Connection, address: str) -> None:
    """Refuse requests from the address of a connection that was closed because it flooded the server."""
    if connection.closing == FLOODED_CLOSE:
        parts.connection_limits.reject_temporarily(address)


@websocket("/api/lobby")
async def lobby(socket: AnySocket, sockets: Part[SocketParts]) -> None:
    """Serve the lobby: public tables, people and chat."""
    async with _accept(sockets, socket) as account:
        if account is None:
            return
        if account.owner is not None:
            await _close(socket, 4003, TableReason.NO_SESSION)
            return
        _LobbyReceiver(sockets, socket, account).serve()


@websocket("/api/tables/{link:str}/live")
async def table(socket: AnySocket, link: FromPath[str], sockets: Part[SocketParts]) -> None:
    """Serve a table."""
    async with _accept(sockets, socket) as account:
        if account is not None:
            await _enter_table(sockets, socket, link, account)


async def _enter_table(parts: SocketParts, socket: AnySocket, link: str, account: Account) -> None:
    try:
        room = await parts.admission.enter(link, account.id, _address(socket))
        if account.owner is not None:
            await room.seat_bot(account)
        read_until = await parts.visits.read_until(room.log, account)
    except Refused as refusal:
        await _close(socket, close_code_of(refusal.reason), refusal.reason)
        return
    if parts.rooms.get(room.log.code) is not room:
        await _close(socket, 1012, "the table was unloaded while the connection was accepted: connect again")
        return
    logging_setup.table.set(room.log.code)
    _TableReceiver(parts, socket, account, room, read_until).serve()


async def _execute(parts: SocketParts, room: Room, connection: TableConnection, command: Any) -> str:
    """Execute and answer a command. Return `accepted` or the reason of the refusal."""
    try:
        match command:
            case messages.Ping():
                connection.send(messages.Pong(id=command.id, now=monotonic_ms()))
                return "accepted"
            case messages.Say():
                await parts.chat_delivery.say(connection.account, room, command)
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
                async with parts.quotas.executing(connection.account.id, room, command):
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
        connection.refuse(command.id, internal_error())
        connection.refresh()
        return str(TableReason.INTERNAL)
    return "accepted"
