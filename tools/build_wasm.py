"""Compile entry kernels to WebAssembly: `python -m tools.build_wasm knobel.engines.knapp_daneben`.

A package with a module `kernels` has one module in WebAssembly, `kernels.wasm`, and facts about it in `kernels.json`:
the stamp of its sources and the results of its kernels. They are kept in the repository, because each machine would
need half a minute to compile one; a test compares the stamp. The linker is that of the package `ziglang`
(`requirements/wasm.txt`).
"""

import hashlib
import inspect
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba import typeof
from numba.core.dispatcher import Dispatcher

from knobel.engines.wasm.image import FACTS, MODULE, games_with_modules
from tools import wasm_target

RUNTIME = Path(__file__).with_name("wasm_runtime.ll")
HOST_EXPORTS = ("allocate", "release")
"""The functions of the runtime that the host calls."""

PACKAGES = (*(f"knobel.engines.{game}" for game in games_with_modules()), "knobel.vision.dice", "knobel.vision.paper")
"""The packages that have a module."""

Kernel = Callable[..., Any]


def folder_of(package: str) -> Path:
    """Return the folder of a package."""
    return Path(str(import_module(package).__file__)).parent


def entry_types(package: str) -> dict[Kernel, tuple[Any, ...]]:
    """Return the entry kernels of a package with the types of their arguments."""
    memory = import_module(f"{package}.kernels").memory()
    return {kernel: tuple(map(typeof, arguments)) for kernel, arguments in memory.example_arguments().items()}


def stamp(entries: Mapping[Kernel, tuple[Any, ...]]) -> str:
    """Return a hash of all that the code of a module depends on, except the versions of the compilers."""
    digest = hashlib.sha256(RUNTIME.read_bytes() + Path(wasm_target.__file__).read_bytes())
    for kernel, types in entries.items():
        digest.update(f"{kernel.__name__}{types}".encode())
    for text in sorted(sources(entries)):
        digest.update(text.encode())
    return digest.hexdigest()


def sources(kernels: Iterable[Any]) -> set[str]:
    """Return the sources of kernels and of all kernels that these call, and the constants that they use."""
    found, open_, seen = set[str](), list(kernels), set[int]()
    while open_:
        function = open_.pop().py_func
        if id(function) in seen:
            continue
        seen.add(id(function))
        found.add(inspect.getsource(function))
        for name, value in used_globals(function):
            if isinstance(value, Dispatcher):
                open_.append(value)
            elif isinstance(value, int | float | str | tuple | np.ndarray | np.generic):
                found.add(f"{name} = {np.asarray(value).tolist()}")
            elif not isinstance(value, ModuleType) and value.__module__.startswith("knobel."):
                found.add(Path(inspect.getfile(import_module(value.__module__))).read_text(encoding="utf-8"))
    return found


def used_globals(function: Any) -> Iterator[tuple[str, Any]]:
    """Return the global names that a function uses, with their values."""
    return ((name, function.__globals__[name]) for name in function.__code__.co_names if name in function.__globals__)


def build(package: str) -> None:
    """Write the module of a package and the facts about it.

    :raises RuntimeError: if the linker fails, for example because a kernel uses a function that does not exist.
    """
    entries = entry_types(package)
    module = folder_of(package) / MODULE
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        results = {}
        for kernel, types in entries.items():
            name = kernel.__name__
            code, results[name] = wasm_target.compile_kernel(kernel, types, name)
            (folder / f"{name}.o").write_bytes(code)
        (folder / "runtime.o").write_bytes(wasm_target.assemble(RUNTIME.read_text()))
        exports = [f"--export={name}" for name in (*results, *HOST_EXPORTS)]
        options = ["--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", "stack-size=1048576", "--stack-first"]
        objects = [str(file) for file in sorted(folder.glob("*.o"))]
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "wasm-ld",
            *objects,
            *exports,
            *options,
            "-o",
            str(module),
        ]
        if subprocess.run(command, check=False).returncode:  # noqa: S603 -- arguments of our own
            raise RuntimeError(f"the kernels of {package} cannot be linked")
    module.chmod(0o644)
    facts = {"stamp": stamp(entries), "kernels": results}
    module.with_name(FACTS).write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    wasm_target.install()
    for each in sys.argv[1:] or PACKAGES:
        build(each)
