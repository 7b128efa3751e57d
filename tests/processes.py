"""Jobs for other processes, and how a test follows what those do: by events, never by time."""

import contextlib
import os
import threading
from pathlib import Path


class Event:
    """Something that happens in one process and that another waits for: a pipe with a name."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name
        os.mkfifo(self.path)

    def wait(self) -> str:
        """What `tell` is given, as soon as it is."""
        return self.path.read_text()


def tell(path: Path, message: object = "") -> None:
    """Tell who waits, or will, for an event."""
    path.write_text(str(message))


def number() -> int:
    """The process's number."""
    return os.getpid()


def begin_and_hang(begun: Path) -> None:
    """Tell the process's number and never end."""
    tell(begun, os.getpid())
    threading.Event().wait()


def ended(process: int) -> bool:
    """Whether there is no such process any more."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return False
    return True
