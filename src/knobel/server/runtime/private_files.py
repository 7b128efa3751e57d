"""Files that only their owner may read. They never have wider permissions, not even for a moment."""

import os
from pathlib import Path

MODE = 0o600


def create(path: Path) -> None:
    """Create an empty file.

    :raises FileExistsError: if the file exists.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))


def ensure(path: Path) -> None:
    """Create the file if it does not exist. An existing file keeps its permissions."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, MODE))
