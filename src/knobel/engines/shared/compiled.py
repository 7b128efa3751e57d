"""Compilation of kernels, without Python objects and without the interpreter lock, with a cache on disk.

Numba caches compiled code until the file of the kernel changes. It does not notice changes in other files from which
the kernel calls functions, inlines functions or takes constants. This module caches the code until any source changes
on which the kernel can depend.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

from numba import njit
from numba.core import types
from numpy.typing import NDArray

from knobel.engines.shared.kernel_cache import enable_cache

Array: TypeAlias = NDArray[Any]
Int: TypeAlias = Any
Float: TypeAlias = Any
"""Numbers of any machine type."""

unliteral: Any = types.unliteral

P = ParamSpec("P")
R = TypeVar("R")

SHARED = Path(__file__).parent
PACKAGE = SHARED.parents[1]
"""The folder of the package `knobel`."""


@cache
def source_hash(folder: Path) -> str:
    """Return a hash of all sources on which the kernels in a folder can depend.

    These are the sources in the folder and its parent folder, the code that kernels share, and the rules, whose
    constants the kernels use; in the engine of a game not the rules of other games. Constants that the page reads too
    stand in the file `constants.json` beside the kernels.
    """
    digest = hashlib.sha256((PACKAGE / "dice.py").read_bytes())
    others = {place.name for place in folder.parent.iterdir() if place != folder and folder.parent == SHARED.parent}
    for place in dict.fromkeys((folder, folder.parent, SHARED, PACKAGE / "games")):
        for file in sorted([*place.glob("*.py"), *place.glob("constants.json")]):
            if place.name != "games" or file.stem not in others:
                digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _compile(function: Callable[P, R], *, inline: bool = False, nested: bool = False) -> Callable[P, R]:
    # The code by which C and Python call a kernel unpacks all arrays of its tables, which takes long to compile.
    options: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": nested}
    kernel: Any = njit(nogil=True, error_model="numpy", forceinline=inline, **options)(function)
    enable_cache(kernel, function, source_hash(Path(function.__code__.co_filename).parent))
    _share_code_for_constants(kernel)
    if nested:
        _refuse_calls(kernel)
    result: Callable[P, R] = kernel
    return result


def _share_code_for_constants(kernel: Any) -> None:
    """Make a kernel's code for any integer serve for constants too; Numba would compile it again for each constant."""
    find_code = kernel.get_call_template

    def find_shared_code(args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        return find_code([unliteral(kind) for kind in args], {name: unliteral(kind) for name, kind in kws.items()})

    kernel.get_call_template = find_shared_code


def _refuse_calls(kernel: Any) -> None:
    """Make calls from Python raise an error; they would jump to code that does not exist."""

    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(f"only compiled code can call {kernel.__name__}")

    # Numba calls this method where it knows no code for the arguments.
    kernel._compile_for_args = refuse  # noqa: SLF001
    kernel._insert = lambda *_: None  # noqa: SLF001


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call with arguments of new types."""
    return _compile(function)


def nested(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that only compiled functions call, not Python."""
    return _compile(function, nested=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function into every kernel that calls it in an inner loop; Python cannot call it."""
    return _compile(function, inline=True, nested=True)
