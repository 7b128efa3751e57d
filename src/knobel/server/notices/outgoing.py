"""Requests of this server to others, only to addresses that it may use.

The name of a host is resolved once, each address is checked, and the connection is made to the checked address. A
name that later leads elsewhere, or a redirection, therefore reaches nothing in a private network.
"""

import asyncio
import contextlib
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from knobel.server.limits.addresses import Network

TIMEOUT_S = 10.0
"""Seconds within which a request must be answered."""
CONNECTIONS = 8
"""Maximum number of requests at the same time."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that contain one of IPv4 in their last four bytes (RFC 6052)."""


class CannotSend(Exception):
    """The request was not answered, or its address is not permitted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of an answer, and the seconds after which the other side wants to be asked again, None if unknown."""

    status: int
    retry_s: int | None = None

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
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in NAT64:
            inner = ipaddress.IPv4Address(found.packed[-4:])
        if inner is not None:
            return is_public(str(inner), private)
    return found.is_global and not found.is_multicast


class _Connection(http.client.HTTPSConnection):
    """A connection to a checked address of the host."""

    def __init__(self, host: str, port: int, private: Sequence[Network]) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self._private = private

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(place[0]) for *_, place in found if is_public(str(place[0]), self._private)]
        if not addresses:
            raise CannotSend(f"{self.host} has no public address")
        plain = socket.create_connection((addresses[0], self.port), self.timeout)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


class Outgoing:
    """Sends requests. They follow no redirections and use no proxy."""

    def __init__(self, private: Sequence[Network] = ()) -> None:
        """`private` are the private networks to which requests may be sent."""
        self._private = private
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="outgoing")

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a POST request and return its answer, without the body.

        :raises CannotSend: if no answer arrives in time, or the address is not permitted.
        """
        parts = urlsplit(url)
        connection = _Connection(parts.hostname or "", parts.port or 443, self._private)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        work = asyncio.get_running_loop().run_in_executor(
            self._threads, _exchange, connection, path, body, dict(headers)
        )
        try:
            async with asyncio.timeout(2 * TIMEOUT_S):
                return await asyncio.shield(work)
        except TimeoutError:
            # A request that has not begun is not sent later, and an answer that arrives byte by byte must not hold the
            # thread.
            work.cancel()
            _cut(connection)
            raise CannotSend(f"{parts.hostname} does not answer") from None

    def close(self) -> None:
        """Start no more requests."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _exchange(connection: _Connection, path: str, body: bytes, headers: dict[str, str]) -> Answer:
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        after: Any = response.getheader("retry-after", "")
        return Answer(response.status, int(after) if after.isascii() and after.isdigit() else None)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CannotSend(f"{connection.host}: {error or type(error).__name__}") from None
    finally:
        connection.close()


def _cut(connection: _Connection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)
