"""Returns freed memory to the system."""

import ctypes
from collections.abc import Callable


def _find_malloc_trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return found


_malloc_trim = _find_malloc_trim()


def trim() -> None:
    """Return free memory to the system where the C library is glibc; elsewhere do nothing.

    Otherwise glibc returns only the end of its heap, so a few long-lived objects keep all the memory below them.
    Takes milliseconds, without the interpreter's lock.
    """
    if _malloc_trim is not None:
        _malloc_trim(0)
