"""A server for tests in a separate process.

The server reports every step of the event loop that takes too long. The measure is work and not time: the processor
time of the step, compared with that of a fixed calculation on the same machine. Garbage collection is excluded because
it may run at any point.
"""

import asyncio
import gc
import importlib
import os
import sys
import threading
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from coverage import Coverage

from knobel.server.run.serve import CannotServe, serve
from knobel.server.runtime.settings import settings

SAMPLE = 200_000
"""Number of additions in the reference calculation."""
LIMIT = 1_500_000
"""Maximum duration of a step of the event loop, as a number of additions: about 45 ms on the machine of the benchmarks.

The server should need less than half of it. The rest is a reserve for overloaded machines, where even processor times
are not reliable.
"""


def seconds(additions: int) -> float:
    """Return the processor time of the given number of additions."""
    began = time.thread_time()
    total = 0
    for number in range(additions):
        total += number
    return time.thread_time() - began


class Watch:
    """Reports every step of the event loop that takes too long, with the place in the code."""

    def __init__(self) -> None:
        # The maximum of several measurements, because other tests run on the same machine.
        self.limit = LIMIT / SAMPLE * max(seconds(SAMPLE) for _ in range(5))
        self.steps = 0
        self.where = ""
        self.loop_thread = threading.get_ident()
        self.collecting = 0.0
        gc.callbacks.append(self.collect)
        run = asyncio.Handle._run

        def watched(handle: asyncio.Handle) -> None:
            self.steps += 1
            began, self.collecting = time.thread_time(), 0.0
            run(handle)
            taken = time.thread_time() - began - self.collecting
            if taken > self.limit:
                print(  # noqa: T201
                    f"{1000 * taken:.0f} ms (of {1000 * self.limit:.0f}) in one go: {handle!r} {self.where}",
                    file=sys.stderr,
                )

        vars(asyncio)["Handle"]._run = watched
        threading.Thread(target=self.look, daemon=True).start()

    def collect(self, phase: str, _: Any) -> None:
        """Record the start or the end of a garbage collection."""
        if threading.get_ident() == self.loop_thread:
            self.collecting += time.thread_time() * (-1 if phase == "start" else 1)

    def look(self) -> None:
        """Record the current code whenever a step seems to take long."""
        seen = 0
        while True:
            time.sleep(self.limit / 2)
            if self.steps == seen:
                self.where = "".join(traceback.format_stack(sys._current_frames()[self.loop_thread], limit=6))
            seen = self.steps


def run(
    options: dict[str, Any],
    changed: dict[str, Any],
    clock: Path | None,
    complaints: Path,
    tell: Connection,
    environment: dict[str, str],
) -> None:
    """Serve until the process is asked to stop; the exit status is 2 if serving is impossible.

    :param changed: settings that differ from the defaults; a dotted name replaces a part of a module by a faulty one.
    :param clock: file with the error of the wall clock in seconds.
    :param complaints: file that becomes the standard error.
    :param tell: pipe to which the process writes when the server answers.
    :param environment: environment of the caller, which replaces that of the process from which the server was forked.
    """
    os.environ.clear()
    os.environ.update(environment)
    measuring = Coverage.current()
    for name, number in ((os.devnull, 0), (os.devnull, 1), (complaints, 2)):
        descriptor = os.open(name, os.O_RDWR | os.O_APPEND)
        os.dup2(descriptor, number)
        os.close(descriptor)
    # Only asyncio's own loop allows measuring the length of a step.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    if clock is not None:
        right = time.time_ns
        time.time_ns = lambda: right() + int(clock.read_text()) * 10**9
        time.time = lambda: time.time_ns() / 10**9
    for name, value in changed.items():
        module, _, attribute = name.rpartition(".")
        setattr(importlib.import_module(module) if module else settings, attribute, value)

    def ready(*_: Any) -> None:
        Watch()
        tell.send(None)

    try:
        serve(**options, ready=ready)
    except CannotServe as error:
        print(error, file=sys.stderr)  # noqa: T201
        sys.exit(2)
    finally:
        if measuring is not None:
            measuring.stop()
            measuring.save()
