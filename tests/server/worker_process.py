"""A worker for tests in a separate process, which can be killed or frozen and started again."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.processes import Event
from tests.server import services
from tests.server.client import TIMEOUT_S


class Worker:
    """A worker process."""

    def __init__(self, database: str, begun: Event | None = None, **options: Any) -> None:
        """Set up a worker.

        :param begun: pipe to which its jobs write when they begin; these jobs never end.
        """
        self._environment = dict(os.environ) | ({} if begun is None else {"BEGUN": str(begun.path)})
        self._options = json.dumps(options | {"database": database})

    def start(self) -> None:
        """Start the worker and wait until it takes jobs."""
        command = [sys.executable, "-m", "tests.server.working", self._options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment)
        assert self.process.stdout is not None
        assert self.process.stdout.readline(), "the worker ended"

    def kill(self) -> None:
        """Kill the worker immediately, as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def freeze(self) -> None:
        """Stop the worker and its processes, so that they neither answer nor refuse, until `thaw`."""
        services.stop(self.process.pid)

    def thaw(self) -> None:
        """Continue the stopped worker."""
        services.go_on(self.process.pid)

    def stop(self) -> int:
        """Stop the worker gracefully, and return its exit status."""
        self.process.terminate()
        self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode


@contextmanager
def working(database: str, begun: Event | None = None, **options: Any) -> Iterator[Worker]:
    """Run a worker for the duration of the context."""
    worker = Worker(database, begun, **options)
    worker.start()
    try:
        yield worker
    finally:
        if worker.process.poll() is None:
            assert worker.stop() == 0
