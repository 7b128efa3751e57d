"""uvicorn's protocols with limits, which end abusive connections before the application sees them.

Bytes are read in small portions, so that a flood does not block the event loop. A connection is closed after some
seconds if its request does not arrive or if it does not read its response.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from knobel.server.limits.addresses import QUEUE
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.runtime.token_bucket import Bucket
from knobel.tables.reasons import TableReason

PORTION = 4096
"""Maximum number of bytes read at a time. Even as the smallest frames they are processed in milliseconds."""
ARRIVAL = 10.0
"""Seconds within which a request must arrive, or a WebSocket's handshake must end."""
STALLED = 30.0
"""Seconds within which a client must read the data sent to it."""
CLOSING = 5.0
"""Seconds within which the other side must confirm that a WebSocket closes."""
CLOSE_TIMEOUT_S = 2.0
"""Seconds that connections have to end when the server shuts down."""
TEXTS = "knobel.texts"
"""The ASGI extension of a WebSocket whose `send` sends several texts."""
FRAMES = 1000, 100.0
"""Rate limit of WebSocket frames of any kind: burst, and frames a second."""


class Config(uvicorn.Config):
    """uvicorn's configuration, with the registry of connections."""

    visitors: ConnectionLimits


class Server(uvicorn.Server):
    """A server that accepts few connections at a time while many may wait, and aborts open connections at shutdown."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        """`ready` is called once the server answers."""
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            # uvicorn sets the number of connections accepted at a time as the backlog: raise the backlog.
            for listening in sockets or ():
                listening.listen(QUEUE)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self._part)
        await super().shutdown(sockets)

    def _part(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S / 10, self._drop)

    def _drop(self) -> None:
        # All connections are aborted, so no response can be delivered.
        for task in list(self.server_state.tasks):
            task.cancel()


class _Base(Protocol):
    """The attributes that both kinds of connection inherit from uvicorn."""

    config: uvicorn.Config
    client: tuple[str, int] | None
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def data_received(self, data: bytes) -> None: ...


class Portions(asyncio.BufferedProtocol):
    """Reads at most `PORTION` bytes of a connection at a time for its protocol.

    uvloop reads 256 KB at a time for anything that is an `asyncio.Protocol`, as uvicorn's protocols are.
    """

    def __init__(self, protocol: asyncio.Protocol) -> None:
        self.protocol = protocol
        self._portion = bytearray(PORTION)

    def get_buffer(self, _sizehint: int) -> bytearray:
        return self._portion

    def buffer_updated(self, count: int) -> None:
        self.protocol.data_received(bytes(memoryview(self._portion)[:count]))

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        self.protocol.resume_writing()


class Bounded(asyncio.BaseProtocol):
    """A connection that reads small portions and is aborted if the client does not read."""

    _stalled: asyncio.TimerHandle | None = None

    @property
    def _base(self) -> _Base:
        return cast("_Base", self)

    @property
    def visitors(self) -> ConnectionLimits:
        return cast("Config", self._base.config).visitors

    @property
    def address(self) -> str:
        return self._base.client[0] if self._base.client else ""

    def begin(self, transport: asyncio.Transport) -> None:
        """Limit the transport's buffer: uvicorn waits until everything is sent."""
        transport.set_write_buffer_limits(0)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self._base.loop.call_later(STALLED, self._base.transport.abort)

    def resume_writing(self) -> None:
        self.take_heart()
        super().resume_writing()

    def take_heart(self) -> None:
        """Cancel the timeout, because the client has read or the connection is lost."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class Http(Bounded, H11Protocol):
    """A connection for HTTP requests."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._counted = False
        self._arrival: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.begin(transport)
        transport.set_protocol(Portions(self))
        self._counted = self.visitors.enter(self.address)
        if self._counted:
            self._expect()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._hand_over()
        if self._counted:
            self.visitors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        reading = cast("Portions", self.transport.get_protocol())
        upgraded = reading.protocol is not self
        if upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._arrived()
        elif self._arrival is None:
            self._expect()
        if not upgraded and self.cycle is not None and self.cycle.body and self.cycle.more_body:
            # Read more of a body only when the application asks for it; uvicorn itself reads 64 KB ahead.
            self.flow.pause_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._hand_over()
        super().handle_websocket_upgrade(event)
        socket = cast("asyncio.Protocol", self.transport.get_protocol())
        self.transport.set_protocol(Portions(socket))

    def on_response_complete(self) -> None:
        # Discard the part of the body that the application did not read.
        self.cycle.body.clear()
        super().on_response_complete()

    def _expect(self) -> None:
        self._arrival = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _arrived(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None

    def _hand_over(self) -> None:
        self._arrived()
        self.take_heart()


class Socket(Bounded, WebSocketsSansIOProtocol):
    """A connection for a WebSocket. It was counted when its HTTP request arrived."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = CLOSING
        self._frames = Bucket(*FRAMES, time.monotonic())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.begin(self.transport)
        self._handshake = self.loop.call_later(ARRIVAL, self._shaken)

    def connection_lost(self, exc: Exception | None) -> None:
        self.take_heart()
        self._handshake.cancel()
        self.visitors.leave(self.address)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        now = time.monotonic()
        if self.handshake_initiated and not all(self._frames.take(now) for _ in self.conn.events):
            client = self.scope["client"]
            self.visitors.reject_for_a_while(client[0] if client else "")
            self._fail(1008, TableReason.RATE_LIMITED)
            return
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, TableReason.MALFORMED)
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][TEXTS] = {"send": self.send_texts}

    async def send(self, message: Any) -> None:
        await self._able()
        await super().send(message)
        if self.close_sent:
            # uvicorn does not set this if a WebSocket is refused by an HTTP response.
            self.handshake_complete = True

    async def send_texts(self, texts: list[bytes]) -> None:
        """Send encoded messages in one write. Sending is most of the server's work, and every layer takes time."""
        await self._able()
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def _able(self) -> None:
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected

    def _shaken(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()

    def _fail(self, code: int, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
