"""Jobs for other processes, and events to synchronize a test with them without timing."""

import contextlib
import os
import signal
import threading
import time
from multiprocessing import active_children
from pathlib import Path


class Event:
    """An event in one process for which another process waits: a named pipe."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name
        os.mkfifo(self.path)

    def wait(self) -> str:
        """Wait for an event, and return the value that was given to `tell`."""
        return self.path.read_text()


def tell(path: Path, message: object = "") -> None:
    """Signal an event to the process that waits or will wait for it."""
    path.write_text(str(message))


def number() -> int:
    """Return the id of the process."""
    return os.getpid()


def interrupts_heard() -> bool:
    """True if the main thread receives keyboard interrupts."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def begin_and_hang(begun: Path) -> None:
    """Send the process's id and never return."""
    tell(begun, os.getpid())
    threading.Event().wait()


def ended(process: int) -> bool:
    """True if the process does not exist any more."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return False
    return True


def wait_until_ended(process: int) -> None:
    """Return when a killed child of this process has ended, and this process has noticed that."""
    while not ended(process):
        active_children()
        time.sleep(0.01)


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used so far; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
