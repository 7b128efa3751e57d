"""Jobs in other processes of this machine, by Pebble.

A job is a function of a module with plain arguments and a plain result, which all can be pickled: so it does not matter
to it where it runs.
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
"""What comes of a job whose process died."""


class Context(SpawnContext):
    """How processes are started: afresh.

    Their locks are kept here, for one that has only just been started when all are to end still looks for them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802 -- its name there
        self.locks.append(super().RLock())
        return self.locks[-1]


class Workers:
    """So many processes, which start with the first job.

    None of them outlives this process or hears an interrupt from the keyboard. A job that is cancelled ends with its
    process. Where a process has ended, another takes its place.
    """

    def __init__(self, count: int, prepare: Callable[[], None] | None = None) -> None:
        """Every process calls `prepare`, a function of a module, before its first job."""
        self._count, self._prepare = count, prepare
        self._context = Context()
        self._pool: ProcessPool | None = None

    def submit(self, job: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Have a job done. What it raises comes back with its future, as one of `DIED` if its process died."""
        if self._pool is not None and self._pool.active:
            return self._pool.schedule(job, arguments, named)
        # Pebble gives up where a process died that was doing nothing.
        self.close()
        with uninterrupted():
            self._pool = ProcessPool(self._count, initializer=attend, initargs=(self._prepare,), context=self._context)
            return self._pool.schedule(job, arguments, named)

    def close(self) -> None:
        """End the processes, whatever they are doing; nothing comes of jobs that are not done."""
        if self._pool is not None:
            with uninterrupted():
                self._pool.stop()  # type: ignore[no-untyped-call]
                self._pool.join()
            self._context.locks.clear()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold interrupts back from this thread. Those and the processes that it starts meanwhile never hear any."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first process would start this one too, which lets interrupts in again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attend(prepare: Callable[[], None] | None) -> None:
    """Make a new process end when it is told to, without any clearing up, and with its parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None, "workers are started by a process"

    def follow() -> None:
        parent.join()
        _exit(1)

    Thread(target=follow, daemon=True).start()
    if prepare is not None:
        prepare()
