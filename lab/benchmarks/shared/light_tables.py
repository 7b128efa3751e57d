"""Tables of four players with light WebSocket clients, to leave the machine to the server."""

import asyncio
import random
import struct
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from tests.attack.hostile_client import CLOSE, PING, PONG, TEXT, frame

from benchmarks.shared.driver_messages import Position

GAME, SEATS = "knoeffel", 4
COME_BACK = struct.pack("!H", 1012), struct.pack("!H", 1013)
"""First bytes of a close frame after which a client reconnects."""


class Message(msgspec.Struct):
    """The fields of a message that the driver needs."""

    type: str
    id: str | None = None
    position: msgspec.Raw = msgspec.Raw(b"null")


_message = msgspec.json.Decoder(Message)
_position = msgspec.json.Decoder(Position | None)


class Wire(asyncio.Protocol):
    """A player's WebSocket at a table."""

    def __init__(self, table: "Table", upgrade: bytes) -> None:
        self.table = table
        self.upgrade = upgrade
        self.position: Position | None = None
        self.encoded = b""
        """The position as it was received."""

    async def connect(self, port: int) -> None:
        """Connect or reconnect."""
        loop = asyncio.get_running_loop()
        self.position, self.open, self.data = None, loop.create_future(), bytearray()
        self.answered, self.lost = loop.create_future(), False
        await loop.create_connection(partial(_same, self), "127.0.0.1", port)
        await self.open

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(error or ConnectionResetError())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.upgrade)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.open.done():
            head, found, rest = bytes(self.data).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.data = bytearray(rest)
            self.open.set_result(None)
        while (message := self.frame()) is not None:
            self.take(*message)

    def frame(self) -> tuple[int, bytes] | None:
        """Return the next whole frame."""
        data = self.data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size >= 126:
            form, start = ("!H", 4) if size == 126 else ("!Q", 10)
            (size,) = struct.unpack_from(form, data, 2)
        if len(data) < start + size:
            return None
        body = bytes(data[start : start + size])
        kind = data[0] & 15
        del data[: start + size]
        return kind, body

    def take(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self.transport.write(frame(PONG, body))
        elif kind == TEXT:
            # No other frames matter.
            if not body.startswith((b'{"type":"state"', b'{"type":"accepted"', b'{"type":"rejected"')):
                return
            message = _message.decode(body)
            if message.type == "accepted" and not self.answered.done():
                self.answered.set_result(None)
            if message.type == "rejected":
                self.table.refused += 1
            if (position := _position.decode(message.position)) is not None:
                self.position, self.encoded = position, bytes(message.position)
            self.table.told(self, message.id)
        else:
            assert kind != CLOSE or body.startswith(COME_BACK), body

    def send(self, kind: str, **fields: Any) -> None:
        """Send a command."""
        self.table.commands += 1
        self.transport.write(frame(TEXT, msgspec.json.encode({"type": kind, "id": str(self.table.commands)} | fields)))


def _same(wire: Wire) -> Wire:
    return wire


class Table:
    """A table of four players who act when the driver asks for it."""

    def __init__(self, done: Callable[["Table", float], None]) -> None:
        """`done` is called with the seconds until all players whom a command concerns have the new state.

        These are all four players, except for moves in a round of simultaneous moves, which are hidden from the others.
        """
        self.done = done
        self.code = ""
        self.wires: list[Wire] = []
        self.commands = 0
        self.refused = 0
        self.sent = 0.0
        self._sender: Wire | None = None
        self._answered = False

    def told(self, wire: Wire, answered: str | None = None) -> None:
        """Take a player's new position, or the answer to the command with the id `answered`.

        A position alone does not show that its player's command was executed: it may tell of another player's entry
        that another process has stored just before.
        """
        if not self.sent:
            return
        assert self._sender is not None
        self._answered |= wire is self._sender and answered == str(self.commands)
        if not self._answered or self._sender.position is None:
            return
        stage = self._sender.position.stage
        if all(other.position and other.position.stage == stage for other in self.wires):
            self.done(self, time.perf_counter() - self.sent)

    def go_on(self) -> None:
        """Let a player act."""
        first = self.wires[0].position
        assert first is not None
        if first.turn.kind == "over":
            self._send(self.wires[0], "start")
            return
        for wire in self.wires:
            position = wire.position
            assert position is not None
            if position.turn.may_roll:
                self._send(wire, "roll", at=position.at)
                return
            if position.choices:
                self._send(wire, "move", at=position.at, action=random.choice(position.choices).action)
                return
        raise AssertionError(f"nobody can do anything: {[wire.position for wire in self.wires]}")

    def _send(self, wire: Wire, kind: str, **fields: Any) -> None:
        self._sender, self._answered, self.sent = wire, False, time.perf_counter()
        wire.send(kind, **fields)
