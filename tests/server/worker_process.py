"""A worker for tests in a separate process, which can be killed or frozen and started again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from typing import Any

from tests.processes import Event
from tests.server import services
from tests.server.client import FORKS, TIMEOUT_S
from tests.server.working import work


class Worker:
    """A worker process."""

    def __init__(self, database: str, begun: Event | None = None, **options: Any) -> None:
        """Set up a worker.

        :param begun: pipe to which its jobs write when they begin; these jobs never end.
        """
        self._environment = dict(os.environ) | ({} if begun is None else {"BEGUN": str(begun.path)})
        self._options = options | {"database": database}

    def start(self) -> None:
        """Start the worker and wait until it takes jobs."""
        ready, tell = FORKS.Pipe(duplex=False)
        with ready:
            with tell:
                self.process: ForkServerProcess = FORKS.Process(
                    target=work, args=(self._options, tell, self._environment)
                )
                self.process.start()
            try:
                ready.recv()
            except EOFError:
                raise RuntimeError("the worker ended") from None

    def kill(self) -> None:
        """Kill the worker immediately, as a power cut would."""
        self.process.kill()
        self.process.join()

    def freeze(self) -> None:
        """Stop the worker and its processes, so that they neither answer nor refuse, until `thaw`."""
        services.stop(self._pid)

    def thaw(self) -> None:
        """Continue the stopped worker."""
        services.go_on(self._pid)

    def stop(self) -> int:
        """Stop the worker gracefully, and return its exit status."""
        self.process.terminate()
        self.process.join(TIMEOUT_S)
        assert self.process.exitcode is not None, "it does not end"
        return self.process.exitcode

    @property
    def _pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid


@contextmanager
def working(database: str, begun: Event | None = None, **options: Any) -> Iterator[Worker]:
    """Run a worker for the duration of the context."""
    worker = Worker(database, begun, **options)
    worker.start()
    try:
        yield worker
    finally:
        if worker.process.is_alive():
            assert worker.stop() == 0
