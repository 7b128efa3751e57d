"""Time zones as browsers name them."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

UNKNOWN_ZONE = "UTC"
"""The time zone that counts if a browser names none that this machine knows."""


def known_zone(name: str) -> str:
    """Return the name of a time zone, `UNKNOWN_ZONE` if neither the system nor the package `tzdata` has it."""
    return UNKNOWN_ZONE if zone_of(name) is UTC else name


def zone_of(name: str) -> tzinfo:
    """Return the time zone of a name, UTC if neither the system nor the package `tzdata` has it."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return UTC
