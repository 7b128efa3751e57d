"""Listening sockets: on a port, on the next free one, or on one that several processes share."""

import errno
import os
import socket

from knobel.server.limits.addresses import BACKLOG, url_host
from knobel.server.runtime.startup import CannotServe

MAX_PORTS_TRIED = 100


def listen(host: str, port: int, *, next_port: bool = False, share: bool = False) -> socket.socket:
    """Return a socket that listens on the port, or on the next free one.

    :param share: other sockets of this user that are made in the same way may have the same port. The system divides
        new connections among the listening sockets. The returned socket does not listen yet, because its process must
        be ready first.
    :raises CannotServe: if it is impossible.
    """
    for candidate in range(port, min(port + MAX_PORTS_TRIED, 65_536) if next_port else port + 1):
        try:
            return _bind(host, candidate, share=share)
        except OverflowError:
            raise CannotServe(f"{port} is no port: 0 to 65535") from None
        except UnicodeError:
            raise CannotServe(f"{host!r} is neither a host name nor an address") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(f"cannot listen on {url_host(host)}:{candidate}: {error.strerror or error}") from None
    if next_port:
        raise CannotServe(f"ports {port} to {candidate} are in use: choose another with --port")
    raise CannotServe(f"port {port} is in use: stop what uses it, or choose another with --port")


def can_share() -> bool:
    """True if several processes can listen on one port of this system."""
    return hasattr(socket, "SO_REUSEPORT")


def _bind(host: str, port: int, *, share: bool) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(address)
        if not share:
            bound.listen(BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound
