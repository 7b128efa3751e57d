"""The two clocks: wall-clock time for people, and monotonic time for timers."""

import time
from datetime import UTC, datetime

start_ns = time.monotonic_ns()
"""The start of the monotonic time; set anew where a process continues from the memory of another one."""


def now_ms() -> int:
    """Return the wall-clock time in milliseconds since 1970, as in logs, messages and the database. It may jump."""
    return time.time_ns() // 1_000_000


def today() -> str:
    """Return the current date (UTC) in ISO format."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


def monotonic_ms() -> int:
    """Return the monotonic time of this process in milliseconds, for waits, deadlines and limits."""
    return (time.monotonic_ns() - start_ns) // 1_000_000
