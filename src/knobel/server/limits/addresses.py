"""Network addresses: the server's address in the local network, the household of a client, the networks of proxies."""

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from knobel.server.runtime.startup import CannotServe

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

ALL_INTERFACES = "0.0.0.0"  # noqa: S104 -- friends in the same network join with their phones
WILDCARDS = ("", ALL_INTERFACES, "::")
"""Hosts that mean: listen on all interfaces."""
BACKLOG = 2048
"""Maximum number of connections that wait to be accepted."""
HOUSEHOLD_PREFIX_BITS = 56
"""Prefix length (bits) of an IPv6 network that counts as one household. A client may use any address of its network."""
MIN_PROXY_PREFIX_BITS = 8
"""Minimum prefix length (bits) of a network of proxies. A shorter one would include large parts of the internet."""


def host_name(text: str) -> str:
    """Return a host without the brackets in which people write IPv6 addresses."""
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def url_host(host: str) -> str:
    """Return a host name or address as URLs contain it: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def lan_address() -> str | None:
    """Return the address of this machine in the local network, None if it has none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in WILDCARDS else address


def shareable_url(host: str, port: int) -> str | None:
    """Return the URL of a server for other machines in the network, None if they cannot reach it."""
    address = lan_address() if host in WILDCARDS else None
    return None if address is None else f"http://{address}:{port}"


@lru_cache(4096)
def household(address: str) -> str:
    """Return the key under which an address is rate-limited: the address for IPv4, its network for IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOUSEHOLD_PREFIX_BITS), strict=False))


def is_host(text: str) -> bool:
    """True if a text is a host name or an address of IPv4. An address of IPv6 is none: it may end with any text."""
    return text.isascii() and all(label.replace("-", "").isalnum() for label in text.split("."))


def is_host_pattern(text: str) -> bool:
    """True if a text is a host, perhaps with a port, or `*.` and a host."""
    name, colon, port = text.removeprefix("*.").partition(":")
    return is_host(name) and (port.isdigit() if colon else True)


def networks(addresses: Iterable[str], kind: str = "network") -> list[Network]:
    """Parse networks, given as addresses or networks.

    :param kind: the word for one of them in errors.
    :raises CannotServe: if an entry is neither. The text says which.
    """
    found: list[Network] = []
    for address in addresses:
        try:
            found.append(ipaddress.ip_network(address))
        except ValueError:
            raise CannotServe(f"a {kind} is given by its IP address or network, not by {address!r}") from None
    return found


def proxy_networks(addresses: Iterable[str]) -> list[Network]:
    """Parse the networks of proxies, given as addresses or networks.

    :raises CannotServe: if an entry is neither, or is too large a network. The text says which.
    """
    found = networks(addresses, "proxy")
    for network in found:
        if network.prefixlen < MIN_PROXY_PREFIX_BITS:
            raise CannotServe(f"{network} is no proxy but everybody: anybody could then pretend to be somebody else")
    return found
