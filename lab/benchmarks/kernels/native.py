"""The C counterparts of kernels, built with the system's compiler and called with the arrays of the kernels."""

import ctypes
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from knobel.engines.shared.arrays import Array

SOURCES = Path(__file__).parent / "c"
COMPILER = "gcc"
FLAGS = ("-O3", "-march=native", "-Wno-psabi", "-shared", "-fPIC")


class NoCompiler(RuntimeError):
    """There is no C compiler, or it cannot compile the sources."""


def build(folder: Path) -> ctypes.CDLL:
    """Compile all sources into one library in a folder and load it.

    :raises NoCompiler: if the compilation fails; the message contains the reason.
    """
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise NoCompiler(f"{COMPILER} is not installed")
    library = folder / "counterparts.so"
    sources = sorted(map(str, SOURCES.glob("*.c")))
    done = subprocess.run([compiler, *FLAGS, "-o", str(library), *sources], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoCompiler(f"{COMPILER} failed: {done.stderr.strip().splitlines()[-1:]}")
    return ctypes.CDLL(str(library))


def compiler_version() -> str:
    """Return the name and version that the compiler reports; empty without a compiler."""
    compiler = shutil.which(COMPILER)
    if compiler is None:
        return ""
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


def addresses(arrays: Iterable[Array]) -> Any:
    """Return the arrays as a C struct of pointers. They must outlive it."""
    pointers = [array.ctypes.data for array in arrays]
    return (ctypes.c_void_p * len(pointers))(*pointers)


def address(array: Array) -> ctypes.c_void_p:
    """Return the address of an array. The array must outlive the pointer."""
    return ctypes.c_void_p(array.ctypes.data)
