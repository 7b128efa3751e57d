"""A process of this machine that runs jobs.

A job is a module-level function with plain arguments and a plain result, all of which can be pickled. It therefore does
not depend on the process in which it runs.
"""

import atexit
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from os import _exit
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

CONTEXT: SpawnContext | ForkServerContext = get_context("spawn")
"""Starts the processes. None is forked from one that has threads."""


class ProcessDied(Exception):
    """The process of a job ended before the job did."""

    def __init__(self, exitcode: int | None) -> None:
        """:param exitcode: the status of the process, negative for a signal, or None if it is not known"""
        super().__init__(f"the process of a job ended with status {exitcode}")
        self.exitcode = exitcode


class Job(NamedTuple):
    """A function, its arguments, and the future of its result.

    The future stays pending while the function runs, because a future that is marked as running cannot be cancelled.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    future: Future[Any]


class JobProcess:
    """Runs jobs in a process, one after another.

    The process starts with the first job; if it dies, another one replaces it. It does not outlive this process, and
    receives no keyboard interrupt. Cancelling a job that has begun ends the process.
    """

    def __init__(self, prepare: Callable[[], None] | None = None) -> None:
        """:param prepare: a module-level function, called in every process before its first job"""
        self._prepare = prepare
        self._lock = Lock()
        """Lock for changes of the attributes below."""
        self._closed = False
        self._unfinished: list[Job] = []
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._child: _Child | None = None
        self._running: Job | None = None

    @property
    def unfinished(self) -> int:
        """The number of jobs without a result."""
        return len(self._unfinished)

    def submit(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a job. The future raises the exception of the job, or `ProcessDied`.

        If the machine lacks a resource that a process needs, such as memory or file descriptors, the future raises that
        error, and the next job tries again.

        :raises RuntimeError: after `close`, or if no thread can be started
        """
        job = Job(function, arguments, named, Future())
        with self._lock:
            if self._closed:
                raise RuntimeError("a closed process runs no jobs")
            if self._thread is None:
                thread = Thread(target=self._run_jobs, daemon=True)
                thread.start()
                self._thread = thread
            self._unfinished.append(job)
            self._queue.put(job)
        job.future.add_done_callback(lambda _: self._stop_if_cancelled(job))
        return job.future

    def close(self) -> None:
        """End the process even if it is busy, and cancel the jobs without a result."""
        with self._lock:
            self._closed = True
            unfinished = list(self._unfinished)
        for job in unfinished:
            job.future.cancel()
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join()

    def _stop_if_cancelled(self, job: Job) -> None:
        with self._lock:
            if job.future.cancelled() and job is self._running and self._child is not None:
                # Forgotten as well, because the next job must not be given to a process that is about to end.
                self._child.process.kill()
                self._child = None

    def _run_jobs(self) -> None:
        """Run jobs until `close`. All that can fail is in `_run`, so that no error ends the thread."""
        while (job := self._queue.get()) is not None:
            with self._lock:
                self._running = job
            if not job.future.cancelled():
                result, error = self._run(job)
            with self._lock:
                self._running = None
                self._unfinished.remove(job)
            if not job.future.set_running_or_notify_cancel():
                continue
            if error is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(error)
        if self._child is not None:
            self._child.end()

    def _run(self, job: Job) -> tuple[Any, BaseException | None]:
        try:
            request = pickle.dumps(job[:3])
            with self._lock:
                if self._child is not None and not self._child.process.is_alive():
                    self._child.end()
                    self._child = None
                if self._child is None:
                    self._child = _Child(self._prepare)
                child = self._child
            return child.ask(request)
        except BaseException as error:  # noqa: BLE001 -- all are the job's
            return None, error


class _Child:
    """The process itself, and this process's end of the pipe to it."""

    def __init__(self, prepare: Callable[[], None] | None) -> None:
        block_interrupts()
        self.connection, other = CONTEXT.Pipe()
        # The pipe must break when the process ends, and therefore be held open by nobody else.
        with other:
            try:
                self.process = CONTEXT.Process(target=answer_requests, args=(other, prepare), daemon=True)
                self.process.start()
            except BaseException:
                self.connection.close()
                raise
        # Without `end`, multiprocessing asks the process to terminate and waits; a suspended process never does.
        atexit.register(self.process.kill)

    def ask(self, request: bytes) -> tuple[Any, BaseException | None]:
        """Return the result of a pickled job, and its exception.

        :raises ProcessDied: if the process ends before
        """
        try:
            self.connection.send_bytes(request)
            answer = self.connection.recv_bytes()
        except (EOFError, OSError):
            self.end()
            raise ProcessDied(self.process.exitcode) from None
        except BaseException:
            # What is left in the pipe, for example because this process lacks memory, is no answer to the next job.
            self.end()
            raise
        result: tuple[Any, BaseException | None] = pickle.loads(answer)  # noqa: S301 -- written by this program
        return result

    def end(self) -> None:
        """End the process, and wait until it has ended."""
        atexit.unregister(self.process.kill)
        self.process.kill()
        self.process.join()
        self.connection.close()


def block_interrupts() -> None:
    """Block interrupts in this thread for ever. The processes that it starts never receive any.

    :raises OSError: if the machine lacks what another process needs
    """
    if hasattr(signal, "pthread_sigmask"):
        # The first process would also start the resource tracker, which unblocks interrupts.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def answer_requests(connection: Connection, prepare: Callable[[], None] | None) -> None:
    """Run in the new process: answer requests until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=exit_after_parent, daemon=True).start()
    if prepare is not None:
        prepare()
    while True:
        try:
            request = connection.recv_bytes()
        except EOFError:
            return
        connection.send_bytes(answer_to(request))


def answer_to(request: bytes) -> bytes:
    """Run a pickled job; return its pickled result and exception."""
    try:
        function, arguments, named = pickle.loads(request)  # noqa: S301 -- written by this program
        return pickle.dumps((function(*arguments, **named), None))
    except BaseException as error:  # noqa: BLE001 -- all are the job's
        try:
            return pickle.dumps((None, error))
        except Exception:  # noqa: BLE001 -- an exception may hold anything
            return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))


def exit_after_parent() -> None:
    """End this process, even at work, when the process that started it has ended."""
    parent = parent_process()
    assert parent is not None, "processes for jobs are started by a process"
    parent.join()
    _exit(1)
