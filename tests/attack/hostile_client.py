"""A hostile client: plain connections from its own address, and frames made by hand.

On Linux, every address 127.x.y.z belongs to this machine.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import re
from collections.abc import AsyncIterator
from multiprocessing.sharedctypes import RawValue
from typing import Any

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

TEXT, BYTES, CLOSE, PING, PONG = 1, 2, 8, 9, 10

_numbers = itertools.count(1)


class Tally:
    """Numbers of connections and of messages of attackers, in memory that their process shares with its parent."""

    def __init__(self) -> None:
        self._connections, self._messages = RawValue("q"), RawValue("q")

    @property
    def connections(self) -> int:
        """Number of opened connections."""
        return int(self._connections.value)

    @property
    def messages(self) -> int:
        """Number of hostile messages sent, as far as the attacks count them."""
        return int(self._messages.value)

    def connected(self) -> None:
        """Count a connection."""
        self._connections.value += 1

    def sent(self, messages: int) -> None:
        """Count messages."""
        self._messages.value += messages


def frame(kind: int, data: bytes = b"", *, first: int = 0x80, masked: bool = True) -> bytes:
    """Return a frame; `first` are the bits beside the kind."""
    size = len(data)
    if size < 126:
        length = bytes([size | 0x80 * masked])
    elif size < 2**16:
        length = bytes([126 | 0x80 * masked]) + size.to_bytes(2, "big")
    else:
        length = bytes([127 | 0x80 * masked]) + size.to_bytes(8, "big")
    # A mask of zeros changes nothing.
    return bytes([first | kind]) + length + b"\0\0\0\0" * masked + data


class HostileClient:
    """A client at an address that no other client has."""

    tally = Tally()
    """Of all clients of this process."""

    def __init__(self, port: int, address: str | None = None) -> None:
        self.port = port
        number = next(_numbers)
        self.address = address or f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self.cookie = ""

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Streams]:
        """Open a connection, which is closed without a closing handshake."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        self.tally.connected()
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def head(self, method: str, path: str, **headers: Any) -> bytes:
        """Return the head of a request."""
        lines = {"Host": "localhost", "Cookie": self.cookie} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        told = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value != "")
        return f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode("latin-1")

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """Send a request; return the whole answer."""
        async with self.connection() as (reader, writer):
            head = self.head(
                method, path, Content_Length=len(body), Content_Type="application/json", Connection="close"
            )
            writer.write(head + body)
            return await reader.read()

    async def create_session(self) -> None:
        """Get a cookie."""
        answer = await self.ask("POST", "/api/session")
        found = re.search(rb"knobel=[^;]*", answer)
        assert found is not None, answer
        self.cookie = found[0].decode()

    async def open_table(self, **new: Any) -> str:
        """Open a table; return its code."""
        answer = await self.ask("POST", "/api/tables", json.dumps(new).encode())
        found = re.search(rb'"code":"([A-Z]*)"', answer)
        assert found is not None, answer
        return found[1].decode()

    @contextlib.asynccontextmanager
    async def socket(self, path: str = "/api/lobby") -> AsyncIterator[Streams]:
        """Open a WebSocket, by the protocol."""
        async with self.connection() as (reader, writer):
            writer.write(self.upgrade(path))
            answer = await reader.readuntil(b"\r\n\r\n")
            assert b" 101 " in answer, answer
            yield reader, writer

    def upgrade(self, path: str = "/api/lobby", method: str = "GET", **headers: Any) -> bytes:
        """Return the request that opens a WebSocket."""
        key = base64.b64encode(bytes(16)).decode()
        asked = {"Upgrade": "websocket", "Connection": "Upgrade"}
        asked |= {"Sec_WebSocket_Key": key, "Sec_WebSocket_Version": "13"}
        return self.head(method, path, **asked | headers)
