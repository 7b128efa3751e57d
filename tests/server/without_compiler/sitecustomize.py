"""Hides the compiler from a process of a test and from the processes that it starts."""

import sys

for name in ("llvmlite", "numba", "numpy"):
    sys.modules[name] = None  # type: ignore[assignment]
