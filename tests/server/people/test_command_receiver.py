"""Commands of a WebSocket run concurrently, up to a limit, and only while the client receives the answers."""

import asyncio
from typing import Any, cast

import pytest

from knobel.presentation import messages
from knobel.server.limits.uvicorn_protocols import SocketListener, WebSocketProtocol
from knobel.server.people.accounts import Account
from knobel.server.people.command_receiver import CommandReceiver
from knobel.server.people.connection import MAX_QUEUE_LENGTH, Connection


class Socket:
    """A WebSocket that the test controls."""

    def __init__(self) -> None:
        self.is_writable, self.is_read = True, True
        self.written: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self.listener: SocketListener | None = None

    def hand_over(self, listener: SocketListener) -> None:
        self.listener = listener

    def write(self, texts: list[bytes]) -> None:
        self.written += texts

    def close(self, code: int, reason: str) -> None:
        self.closed = code, reason

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


class Receiver(CommandReceiver):
    """Executes each command when the test allows it."""

    max_running = 2

    def __init__(self, socket: Socket) -> None:
        connection = Connection(socket, Account("ann", "Ann"))
        super().__init__(cast("WebSocketProtocol", socket), connection)
        self.running: dict[str, asyncio.Future[None]] = {}
        self.has_left = False
        self.serve()

    def enter(self) -> None:
        """Do nothing."""

    def decode(self, message: bytes) -> str | None:
        return message.decode() or None

    async def execute(self, command: str) -> None:
        self.running[command] = asyncio.get_running_loop().create_future()
        await self.running[command]
        del self.running[command]
        self.connection.send(messages.Accepted(id=command))

    def leave(self) -> None:
        self.has_left = True


async def settle() -> None:
    """Let everything that can run now run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_commands_above_the_limit_wait_and_are_not_read() -> None:
    socket = Socket()
    receiver = Receiver(socket)
    for message in (b"a", b"b", b"", b"c", b"d"):
        receiver.receive(message)
    await settle()
    assert list(receiver.running) == ["a", "b"]
    assert not socket.is_read
    receiver.running["b"].set_result(None)
    await settle()
    assert list(receiver.running) == ["a", "c"]
    receiver.running["a"].set_result(None)
    await settle()
    assert list(receiver.running) == ["c", "d"]
    assert socket.is_read
    assert [b'"b"' in text for text in socket.written] == [True, False]


async def test_a_client_that_does_not_receive_sends_no_commands() -> None:
    socket = Socket()
    receiver = Receiver(socket)
    socket.is_writable = False
    for _ in range(MAX_QUEUE_LENGTH // 4 + 1):
        receiver.connection.send(messages.Accepted(id="x"))
    await settle()
    receiver.receive(b"a")
    await settle()
    assert not receiver.running
    assert not socket.is_read
    socket.is_writable = True
    receiver.resume()
    await settle()
    assert list(receiver.running) == ["a"]
    assert socket.is_read


async def test_a_connection_that_ends_starts_no_more_commands() -> None:
    socket = Socket()
    receiver = Receiver(socket)
    for message in (b"a", b"b", b"c"):
        receiver.receive(message)
    await settle()
    receiver.end()
    assert receiver.has_left
    receiver.running["a"].set_result(None)
    await settle()
    assert list(receiver.running) == ["b"]


async def test_a_connection_that_is_closing_accepts_no_commands() -> None:
    socket = Socket()
    receiver = Receiver(socket)
    receiver.connection.send(messages.Accepted(id="last"))
    receiver.connection.close(4003, "removed")
    receiver.receive(b"a")
    await settle()
    assert not receiver.running
    assert socket.closed == (4003, "removed")
    assert len(socket.written) == 1, "what was sent before arrives"


@pytest.mark.usefixtures("complaints")
async def test_a_state_that_cannot_be_computed_closes_the_connection() -> None:
    class Broken(Connection):
        def state(self) -> bytes | None:
            raise ValueError("broken")

    socket = Socket()
    Broken(socket, Account("ann", "Ann")).queue_state()
    await settle()
    assert socket.closed == (1011, "internal")
    assert not socket.written


class Transport:
    """A transport that is open."""

    def __init__(self) -> None:
        self.is_read = False

    def is_closing(self) -> bool:
        return False

    def resume_reading(self) -> None:
        self.is_read = True


class Listener:
    """Remembers what it is called with."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def receive(self, message: bytes) -> None:
        self.calls.append(message)

    def resume(self) -> None:
        """Do nothing."""

    def end(self) -> None:
        self.calls.append("end")


@pytest.mark.parametrize("ended", [False, True])
def test_messages_that_arrive_before_the_hand_over_are_not_lost(ended: bool) -> None:
    protocol, listener = WebSocketProtocol.__new__(WebSocketProtocol), Listener()
    protocol.queue, protocol.read_paused, protocol._listener = asyncio.Queue(), True, None
    protocol.transport = cast("asyncio.Transport", Transport())
    calls: list[str] = []
    protocol._at_end = lambda: calls.append("uncounted")
    messages_received: list[Any] = [
        {"type": "websocket.receive", "text": "ä"},
        {"type": "websocket.receive", "bytes": b"binary"},
    ]
    if ended:
        messages_received.append({"type": "websocket.disconnect", "code": 1005})
    for message in messages_received:
        protocol.queue.put_nowait(message)
    protocol.hand_over(listener)
    assert listener.calls == ["ä".encode(), b"", *(["end"] if ended else [])]
    assert calls == ["uncounted"] * ended
    protocol.call_at_end(lambda: calls.append("after"))
    assert calls == (["uncounted", "after"] if ended else [])
