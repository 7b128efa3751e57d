"""How kernels are compiled: once, kept on disk, without Python objects and without the interpreter's lock.

Numba keeps compiled code for as long as the file that a kernel stands in stays the same, and does not notice when
another file changes that it calls, inlines or takes a constant from. Here the code is kept for as long as all the
sources stay the same that it can come from.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

from numba import njit
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Int: TypeAlias = Any
Float: TypeAlias = Any
"""Machine numbers, of whatever width."""

P = ParamSpec("P")
R = TypeVar("R")

SHARED = Path(__file__).parent
PACKAGE = SHARED.parents[1]
"""Where `knobel` lies."""


@cache
def sources(folder: Path) -> str:
    """A hash of all the sources that the kernels in a folder can come from: those there, in the folder that it lies in,
    what kernels share, and the rules, whose constants they know."""
    digest = hashlib.sha256((PACKAGE / "dice.py").read_bytes())
    for place in dict.fromkeys((folder, folder.parent, SHARED, PACKAGE / "games")):
        for file in sorted(place.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _kept(function: Callable[P, R], *, inline: bool) -> Callable[P, R]:
    kernel: Any = njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
    stamp = sources(Path(function.__code__.co_filename).parent)
    # Numba itself would take the time and size of the kernel's own file.
    kernel._cache._cache_file._source_stamp = stamp  # noqa: SLF001
    result: Callable[P, R] = kernel
    return result


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function at its first call with arguments of new types."""
    return _kept(function, inline=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into every kernel that calls it: for small ones in inner loops."""
    return _kept(function, inline=True)
