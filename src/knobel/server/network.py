"""Addresses: where a server is found by the others on the local network, and to which network a visitor belongs."""

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- friends on the same network join by their phones
WILDCARDS = ("", EVERYWHERE, "::")
"""Hosts that mean: listen on the whole network."""
QUEUE = 2048
"""Connections that wait for the server to take them."""
HOUSEHOLD = 56
"""Bits of an IPv6 address that tell households apart: each is given a network, and may use any address of it."""
LARGEST_PROXIES = 8
"""Bits that a network of proxies has at least: a larger one would be everybody."""


def lan_address() -> str | None:
    """The address of this machine on the local network; None if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in WILDCARDS else address


def address_for_others(host: str, port: int) -> str | None:
    """How others on the network reach a server that listens there; None if they do not."""
    address = lan_address() if host in WILDCARDS else None
    return None if address is None else f"http://{address}:{port}"


@lru_cache(4096)
def household(address: str) -> str:
    """Whose limits hold for an address: its own as IPv4, those of its network as IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOUSEHOLD), strict=False))


def proxy_networks(addresses: Iterable[str]) -> list[Network]:
    """The networks of proxies given as addresses or networks.

    :raises ValueError: if one is neither, or is the whole world; the text says so.
    """
    networks: list[Network] = []
    for address in addresses:
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            raise ValueError(f"a proxy is given by its IP address or network, not by {address!r}") from None
        if network.prefixlen < LARGEST_PROXIES:
            raise ValueError(f"{address} is no proxy but everybody: anybody could then pretend to be somebody else")
        networks.append(network)
    return networks
