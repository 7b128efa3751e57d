"""uvicorn's protocols with limits, which end abusive connections before the application sees them.

Bytes are read in small portions, so that a flood does not block the event loop. A connection is closed after some
seconds if its request does not arrive or if it does not read its response.
"""

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import Frame, Request, Response, ServerProtocol, State

from knobel.server.limits.addresses import BACKLOG
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.runtime.debounce import do_nothing
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import TableReason
from knobel.token_bucket import TokenBucket

READ_BYTES = 4096
"""Maximum number of bytes read at a time. Even as the smallest frames they are processed in milliseconds."""
SHUTDOWN_TIMEOUT_S = 2.0
"""Seconds that connections have to end when the server shuts down."""
SOCKET_EXTENSION = "knobel.socket"
"""The ASGI extension of a WebSocket whose `socket` the application may serve without a separate task."""
FRAME_RATE = 1000, 100.0
"""Rate limit of WebSocket frames of any kind: burst, and frames a second."""


class Config(uvicorn.Config):
    """uvicorn's configuration, with the registry of connections."""

    connection_limits: ConnectionLimits


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
                listening.listen(BACKLOG)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(SHUTDOWN_TIMEOUT_S, self._abort_connections)
        await super().shutdown(sockets)

    def _abort_connections(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        asyncio.get_running_loop().call_later(SHUTDOWN_TIMEOUT_S / 10, self._cancel_requests)

    def _cancel_requests(self) -> None:
        # All connections are aborted, so no response can be delivered.
        for task in list(self.server_state.tasks):
            task.cancel()


class SocketListener(Protocol):
    """Serves a WebSocket that was handed over to it."""

    def receive(self, message: bytes) -> None:
        """Take a text message. A binary message is empty."""

    def resume(self) -> None:
        """Continue to write, because the client has received the earlier messages."""

    def end(self) -> None:
        """The connection is closed or lost. This is the last call."""


class _UvicornProtocol(Protocol):
    """The attributes that both kinds of connection inherit from uvicorn."""

    config: uvicorn.Config
    client: tuple[str, int] | None
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def data_received(self, data: bytes) -> None: ...


class BoundedReader(asyncio.BufferedProtocol):
    """Reads at most `READ_BYTES` bytes of a connection at a time for its protocol.

    uvloop reads 256 KB at a time for each `asyncio.Protocol`, as uvicorn's protocols are. All connections share one
    buffer, because an event loop processes the bytes of one read before the next read.
    """

    _buffer = bytearray(READ_BYTES)

    def __init__(self, protocol: asyncio.Protocol) -> None:
        self.protocol = protocol

    def get_buffer(self, _sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, count: int) -> None:
        self.protocol.data_received(bytes(memoryview(self._buffer)[:count]))

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        self.protocol.resume_writing()


class LimitedProtocol(asyncio.BaseProtocol):
    """A connection that reads small portions and is aborted if the client does not read."""

    _write_timeout: asyncio.TimerHandle | None = None

    @property
    def _uvicorn(self) -> _UvicornProtocol:
        return cast("_UvicornProtocol", self)

    @property
    def connection_limits(self) -> ConnectionLimits:
        return cast("Config", self._uvicorn.config).connection_limits

    @property
    def address(self) -> str:
        return self._uvicorn.client[0] if self._uvicorn.client else ""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timeout = self._uvicorn.loop.call_later(
            settings.http_write_timeout_s, self._uvicorn.transport.abort
        )

    def resume_writing(self) -> None:
        self.cancel_write_timeout()
        super().resume_writing()

    def cancel_write_timeout(self) -> None:
        """Cancel the timeout, because the client has read or the connection is lost."""
        if self._write_timeout is not None:
            self._write_timeout.cancel()
            self._write_timeout = None


class HttpProtocol(LimitedProtocol, H11Protocol):
    """A connection for HTTP requests."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._is_counted = False
        self._request_timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Without a buffer, uvicorn waits until everything is sent.
        transport.set_write_buffer_limits(0)
        transport.set_protocol(BoundedReader(self))
        self._is_counted = self.connection_limits.add_connection(self.address)
        if self._is_counted:
            self._start_request_timeout()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timeouts()
        if self._is_counted:
            self.connection_limits.remove_connection(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        reader = cast("BoundedReader", self.transport.get_protocol())
        upgraded = reader.protocol is not self
        if upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._cancel_request_timeout()
        elif self._request_timeout is None:
            self._start_request_timeout()
        if not upgraded and self.cycle is not None and self.cycle.body and self.cycle.more_body:
            # Read more of a body only when the application asks for it; uvicorn itself reads 64 KB ahead.
            self.flow.pause_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._cancel_timeouts()
        super().handle_websocket_upgrade(event)
        socket = cast("asyncio.Protocol", self.transport.get_protocol())
        self.transport.set_protocol(BoundedReader(socket))

    def on_response_complete(self) -> None:
        # Discard the part of the body that the application did not read.
        self.cycle.body.clear()
        super().on_response_complete()

    def _start_request_timeout(self) -> None:
        self._request_timeout = self.loop.call_later(settings.http_request_timeout_s, self.transport.abort)

    def _cancel_request_timeout(self) -> None:
        if self._request_timeout is not None:
            self._request_timeout.cancel()
            self._request_timeout = None

    def _cancel_timeouts(self) -> None:
        self._cancel_request_timeout()
        self.cancel_write_timeout()


def text_frame_header(length: int) -> bytes:
    """Return what precedes a text of this length (bytes) in a server's WebSocket frame (RFC 6455, section 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


class TooManyFrames(Exception):
    """The client sends more frames than `FRAME_RATE`."""


class LimitedServerProtocol(ServerProtocol):
    """The WebSocket protocol of a server without extensions, with a limit on the rate of frames."""

    def __init__(self, max_bytes: int, logger: logging.Logger) -> None:
        """`max_bytes` is the maximum size of a message."""
        super().__init__(max_size=max_bytes, logger=logger)
        self._frames = TokenBucket(*FRAME_RATE, time.monotonic())

    def events_received(self) -> list[Request | Response | Frame]:
        """Return the events since the last call.

        :raises TooManyFrames: if the limit was exceeded; the events are lost.
        """
        events, now = super().events_received(), time.monotonic()
        if not all(self._frames.take(now) for event in events if isinstance(event, Frame)):
            raise TooManyFrames
        return events


class _Disconnects:
    """Takes the place of the application's queue after a hand-over: the only events are that the connection ends."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end

    def put_nowait(self, _event: Any) -> None:
        self._end()


class WebSocketProtocol(LimitedProtocol, WebSocketsSansIOProtocol):
    """A connection for a WebSocket. It was counted when its HTTP request arrived.

    The application accepts it and hands it over to a `SocketListener`. Its task then ends, so that an open connection
    needs neither tasks nor the memory of a request.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = settings.websocket_close_timeout_s
        self.conn = LimitedServerProtocol(self.config.ws_max_size, self.logger)
        self._listener: SocketListener | None = None
        self._visitor: str | None = None
        self._at_end: Callable[[], None] = do_nothing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(0)
        self._handshake_timeout = self.loop.call_later(settings.http_request_timeout_s, self._abort_unless_open)

    def connection_lost(self, exc: Exception | None) -> None:
        self.cancel_write_timeout()
        self._handshake_timeout.cancel()
        self.connection_limits.remove_connection(self.address)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        try:
            super().handle_events()
        except TooManyFrames:
            self.connection_limits.reject_temporarily(self._visitor_address())
            self._fail(1008, TableReason.RATE_LIMITED)

    def send_receive_event_to_app(self) -> None:
        message = b"".join(self.frames)
        if self.curr_msg_data_type == "text":
            try:
                message.decode()
            except UnicodeDecodeError:
                self._fail(1007, TableReason.MALFORMED)
                return
        if self._listener is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._listener.receive(message if self.curr_msg_data_type == "text" else b"")

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SOCKET_EXTENSION] = {"socket": self}

    async def send(self, message: Any) -> None:
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if self.close_sent:
            # uvicorn does not set this if a WebSocket is refused by an HTTP response.
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Run the application, as uvicorn does, but leave a connection open that was handed over."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
            self._end()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        if self._listener is None and self.close_timer is None:
            self.transport.close()
        self._visitor = self._visitor_address()
        # Only the handshake needs them. The library's parser also keeps the request as long as the connection is open.
        self._handshake_timeout.cancel()
        self.request.headers.clear()
        del self.scope, self.request, self.response

    def _visitor_address(self) -> str:
        """Return the address of the client, also behind a proxy."""
        if self._visitor is None:
            client = self.scope["client"]
            return str(client[0]) if client else ""
        return self._visitor

    # --- after the hand-over ------------------------------------------------------------------------------------------

    def hand_over(self, listener: SocketListener) -> None:
        """Let a listener serve the accepted connection, beginning with the messages that have arrived."""
        waiting, self.queue = self.queue, cast("asyncio.Queue[Any]", _Disconnects(self._end))
        self._listener = listener
        while self._listener is not None and not waiting.empty():
            event: Any = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                listener.receive(event.get("text", "").encode())
            else:
                self._end()
        self.resume_reading()

    def call_at_end(self, call: Callable[[], None]) -> None:
        """Call a function when the connection ends: immediately if it is not handed over or has ended."""
        if self._listener is None:
            call()
        else:
            self._at_end = call

    def _end(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            # The former one refers back to this object.
            self.queue = cast("asyncio.Queue[Any]", _Disconnects(do_nothing))
            try:
                listener.end()
            except Exception:
                self.logger.exception("the end of a connection")
            self._at_end()

    @property
    def is_writable(self) -> bool:
        """True if the client has received the messages written so far."""
        return self.writable.is_set()

    def write(self, texts: list[bytes]) -> None:
        """Send encoded messages in one write. Sending is most of the server's work, and every layer takes time.

        The frames are made here, because the library takes several times as long for them. There are no extensions.
        """
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in (text_frame_header(len(text)), text)]))

    def close(self, code: int, reason: str) -> None:
        """Close the connection. The client has a moment to answer."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
            self.resume_reading()
        self._end()

    def pause_reading(self) -> None:
        """Receive no more messages for now, except messages that have already been read."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Receive messages again."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._listener is not None:
            self._listener.resume()

    def _abort_unless_open(self) -> None:
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
