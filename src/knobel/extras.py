"""What is installed only on request, and how."""

import shlex
import sys


def how_to_install(extra: str) -> str:
    """The command that adds an extra to this very installation, whatever else is called `pip` here."""
    return f"{shlex.quote(sys.executable)} -m pip install 'knobel[{extra}]'"
