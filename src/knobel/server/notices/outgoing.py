"""Requests of this server to others, only to addresses that it may use.

The name of a host is resolved once, each address is checked, and the connection is made to a checked address. A name
that later leads elsewhere, or a redirection, therefore reaches nothing in a private network. The addresses are tried
in turn, each after a short delay (RFC 8305), so that a name with a dead address of IPv6 works too.

The other side may be hostile. One deadline bounds a whole request, no more than the head of its answer is read, and
requests wait on the event loop. A service that does not answer holds no thread.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import h11
from aiohappyeyeballs import start_connection

from knobel.server.limits.addresses import Network
from knobel.server.runtime.settings import settings

MAX_HEAD_BYTES = 16_384
"""Maximum number of bytes of an answer that are read."""
RESOLVERS = 4
"""Maximum number of names that are resolved at the same time."""
MAX_ADDRESSES = 8
"""Maximum number of addresses of a name, in each family, to which a connection is tried."""
NEXT_ADDRESS_S = 0.25
"""Delay after which a connection to the next address is started too (RFC 8305)."""
UNICAST = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that the registries give out. All others are special, or contain an address of IPv4."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that contain one of IPv4 in their last four bytes, for the whole internet (RFC 6052)."""


class CannotSend(Exception):
    """The request was not answered, or its address is not permitted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request.

    `status` is 0 if there was none; `problem` then says why. `retry_s` is the number of seconds after which the other
    side wants to be asked again, None if unknown.
    """

    status: int
    retry_s: int | None = None
    problem: str = ""

    @property
    def is_success(self) -> bool:
        """True if the request was accepted."""
        return 200 <= self.status < 300


def is_public(address: str, private: Sequence[Network] = ()) -> bool:
    """True if an IP address is a public one, or in one of the networks that the operator permits."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if any(found in network for network in private):
        return True
    if isinstance(found, ipaddress.IPv6Address):
        inner = ipaddress.IPv4Address(found.packed[-4:]) if found in NAT64 else found.ipv4_mapped or found.sixtofour
        if inner is not None:
            return is_public(str(inner), private)
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


class Outgoing:
    """Sends requests. They follow no redirections and use no proxy."""

    def __init__(self, private: Sequence[Network] = (), timeout_s: float | None = None) -> None:
        """
        :param private: the private networks to which requests may be sent.
        :param timeout_s: seconds for a whole request, by default those of the settings.
        """
        self._private, self._timeout_s = private, timeout_s or settings.outgoing_timeout_s
        # Separate threads: the system bounds the resolution of a name by its own limits, which may be longer.
        self._resolvers = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolver")
        self._context: ssl.SSLContext | None = None

    async def ask(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a POST request and return its answer, with the status 0 if there is none."""
        try:
            return await self.post(url, body, headers)
        except CannotSend as error:
            return Answer(0, problem=str(error))

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a POST request and return its answer, without the body.

        :raises CannotSend: if no answer arrives in time, or the address is not permitted.
        """
        parts = urlsplit(url)
        host = parts.hostname or ""
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        fields = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close", **headers}
        try:
            request = h11.Request(method="POST", target=target, headers=list(fields.items()))
            async with asyncio.timeout(self._timeout_s):
                return await self._exchange(host, parts.port or 443, request, body)
        except TimeoutError:
            raise CannotSend(f"{host} does not answer") from None
        except (OSError, h11.ProtocolError, ValueError) as error:
            raise CannotSend(f"{host}: {error or type(error).__name__}") from None

    async def _exchange(self, host: str, port: int, request: h11.Request, body: bytes) -> Answer:
        in_thread = asyncio.get_running_loop().run_in_executor
        if self._context is None:
            self._context = await in_thread(self._resolvers, ssl.create_default_context)
        addresses = await in_thread(self._resolvers, self._resolve, host, port)
        connected = await start_connection(addresses, happy_eyeballs_delay=NEXT_ADDRESS_S, interleave=1)
        reader, writer = await asyncio.open_connection(
            sock=connected, limit=MAX_HEAD_BYTES, ssl=self._context, server_hostname=host
        )
        try:
            protocol = h11.Connection(h11.CLIENT)
            writer.write(protocol.send(request) or b"")
            writer.write(protocol.send(h11.Data(data=body)) or b"")
            protocol.send(h11.EndOfMessage())
            return await _read_answer(protocol, reader)
        finally:
            # An orderly end would wait for the other side.
            writer.transport.abort()

    def _resolve(self, host: str, port: int) -> list[Any]:
        """Return the permitted addresses of a host, as `socket.getaddrinfo` does.

        :raises CannotSend: if there are none.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        permitted = [place for place in found if is_public(str(place[4][0]), self._private)]
        if not permitted:
            raise CannotSend(f"{host} has no public address")
        families = dict.fromkeys(place[0] for place in permitted)
        return [each for one in families for each in [place for place in permitted if place[0] == one][:MAX_ADDRESSES]]

    def close(self) -> None:
        """Start no more requests."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)


async def _read_answer(protocol: h11.Connection, reader: asyncio.StreamReader) -> Answer:
    """Read an answer without its body.

    :raises OSError: if there is none, or its head is too long.
    """
    left = MAX_HEAD_BYTES
    while True:
        event = protocol.next_event()
        if event is h11.NEED_DATA:
            if not left:
                raise OSError("the head of the answer is too long")
            received = await reader.read(left)
            left -= len(received)
            protocol.receive_data(received)
        elif isinstance(event, h11.Response):
            after = dict(event.headers).get(b"retry-after", b"")
            return Answer(event.status_code, int(after) if after.isdigit() else None)
        elif not isinstance(event, h11.InformationalResponse):
            raise OSError("the connection was closed without an answer")
