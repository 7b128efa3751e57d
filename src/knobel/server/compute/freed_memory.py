"""Memory that a process has freed and not returned to the system."""

import ctypes
import sys


def return_freed_memory() -> None:
    """Return freed memory to the system, where the C library can."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)
