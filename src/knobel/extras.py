"""Optional dependencies, and how to install them."""

import shlex
import sys


def how_to_install(extra: str) -> str:
    """Return the command that installs an optional dependency group into the running Python environment.

    Knobel is not published on a package index. A name on an index would belong to a stranger, so the command installs
    from a copy of the repository.
    """
    return f"run {shlex.quote(sys.executable)} -m pip install '.[{extra}]' in a copy of Knobel's repository"
