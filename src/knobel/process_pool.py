"""Jobs in other processes of this machine, by Pebble.

A job is a module-level function with plain arguments and a plain result, all of which can be pickled. It therefore does
not depend on the process in which it runs.
"""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from multiprocessing import parent_process, resource_tracker
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import RLock
from os import _exit
from threading import Thread
from typing import ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

P = ParamSpec("P")
T = TypeVar("T")

DIED = (ProcessExpired, BrokenExecutor)
"""The exceptions of a job whose process died."""


class Context(SpawnContext):
    """The multiprocessing context that starts new processes by spawning.

    It keeps a reference to their locks, because a process that has only just started still needs them when all
    processes are ended.
    """

    def __init__(self) -> None:
        super().__init__()
        self.locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802 -- its name there
        self.locks.append(super().RLock())
        return self.locks[-1]


class Workers:
    """A pool with a fixed number of processes, which start with the first job.

    No process outlives this one or receives a keyboard interrupt. Cancelling a job ends its process. A process that has
    ended is replaced.
    """

    def __init__(self, count: int, prepare: Callable[[], None] | None = None) -> None:
        """Create the pool; every process calls `prepare`, a module-level function, before its first job."""
        self._count, self._prepare = count, prepare
        self._context = Context()
        self._pool: ProcessPool | None = None

    def submit(self, job: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a job. The future raises the exception of the job, or one of `DIED` if its process died."""
        if self._pool is not None and self._pool.active:
            return self._pool.schedule(job, arguments, named)
        # Pebble stops the pool if an idle process has died.
        self.close()
        with uninterrupted():
            self._pool = ProcessPool(
                self._count, initializer=end_with_parent, initargs=(self._prepare,), context=self._context
            )
            return self._pool.schedule(job, arguments, named)

    def close(self) -> None:
        """End the processes even if they are busy. Unfinished jobs have no result."""
        if self._pool is not None:
            with uninterrupted():
                self._pool.stop()  # type: ignore[no-untyped-call]
                self._pool.join()
            self._context.locks.clear()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Block interrupts in this thread. The processes that it starts in the meantime never receive any."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first process would also start the resource tracker, which unblocks interrupts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(prepare: Callable[[], None] | None) -> None:
    """Let a new process end on SIGTERM without cleanup, and together with its parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None, "workers are started by a process"

    def exit_after_parent() -> None:
        parent.join()
        _exit(1)

    Thread(target=exit_after_parent, daemon=True).start()
    if prepare is not None:
        prepare()
