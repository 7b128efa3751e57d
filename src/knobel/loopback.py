"""Addresses of this machine, to which no proxy leads."""

from contextlib import suppress
from ipaddress import ip_address


def is_loopback(host: str | None) -> bool:
    """True if a host name or address is that of this machine: `localhost`, 127.0.0.0/8 or ::1."""
    name = (host or "").strip("[]").rstrip(".").lower()
    with suppress(ValueError):
        found = ip_address(name)
        mapped = getattr(found, "ipv4_mapped", None)
        return (mapped or found).is_loopback
    return name == "localhost" or name.endswith(".localhost")
