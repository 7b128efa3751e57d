"""Dependencies that are not installed, and how to install them."""

import re
import shlex
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec

COMPILER_PACKAGES = "numba", "numpy"
"""The packages without which neither strong bots nor the coach can run."""


@cache
def has_compiler() -> bool:
    """True if the packages that compile and run the engines are installed."""
    return not any(_absent(module) for module in COMPILER_PACKAGES)


@cache
def has_cryptography() -> bool:
    """True if the package is installed that encrypts push messages."""
    return not _absent("cryptography")


def how_to_install(extra: str | None = None) -> str:
    """Return the command that installs Knobel's dependencies, or an optional group of them, into the running Python
    environment. `extra` may also name a folder of the repository, such as `./lab[reader]`.

    Knobel is not published on a package index. A name on an index would belong to a stranger, so the command installs
    from a copy of the repository.
    """
    what = "." if extra is None else shlex.quote(extra if extra.startswith("./") else f".[{extra}]")
    return f"run {shlex.quote(sys.executable)} -m pip install {what} in a copy of Knobel's repository"


def not_installed(error: ModuleNotFoundError) -> str | None:
    """Return one line about Knobel's dependencies that are not installed; None if another module is missing."""
    name = (error.name or "").partition(".")[0]
    needed = dependencies()
    if needed and name not in needed:
        return None
    missing = sorted({module for module in needed if module != name and _absent(module)} | {name})
    verb = "is" if len(missing) == 1 else "are"
    return f"Knobel's commands need {', '.join(missing)}, which {verb} not installed: {how_to_install()}"


def dependencies() -> set[str]:
    """Return the modules that Knobel needs, without its optional groups; none if it was not installed by pip."""
    try:
        listed = requires("knobel") or []
    except PackageNotFoundError:
        return set()
    here = (line for line in listed if "extra ==" not in line and not ("win32" in line and sys.platform == "win32"))
    return {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in here}


def _absent(module: str) -> bool:
    try:
        return find_spec(module) is None
    except ValueError:
        # The module was imported without a specification (`__spec__`).
        return False
