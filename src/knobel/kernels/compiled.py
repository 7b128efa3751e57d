"""How kernels are compiled: once, kept on disk, without Python objects and without the interpreter's lock."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar

from numba import njit
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Int: TypeAlias = Any
Float: TypeAlias = Any
"""Machine numbers, of whatever width."""

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function at its first call with arguments of new types."""
    kernel: Callable[P, R] = njit(cache=True, nogil=True, error_model="numpy")(function)
    return kernel


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into every kernel that calls it: for small ones in inner loops."""
    kernel: Callable[P, R] = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function)
    return kernel
