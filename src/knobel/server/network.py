"""Where a server is found by the others on the local network."""

import socket

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- friends on the same network join by their phones
WILDCARDS = ("", EVERYWHERE, "::")
"""Hosts that mean: listen on the whole network."""


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
