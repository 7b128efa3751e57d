"""The two clocks: one for people to read, and one for the server to wait by."""

import time
from datetime import UTC, datetime

_BEGAN = time.monotonic_ns()


def now_ms() -> int:
    """Milliseconds since 1970, as logs, messages and the database tell them. It may be wrong, and jump."""
    return time.time_ns() // 1_000_000


def today() -> str:
    """The date (UTC), as the same clock tells it."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


def ticks() -> int:
    """Milliseconds on a clock of this process that only runs forward: for waits, deadlines and limits."""
    return (time.monotonic_ns() - _BEGAN) // 1_000_000
