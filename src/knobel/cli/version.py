"""The version, which needs no package to be printed."""

import sys

from knobel import __version__


def print_version() -> None:
    sys.stdout.write(f"knobel {__version__}\n")
