"""A server for tests, in a process of its own.

It complains when one thing keeps the event loop busy for too long. What counts is work, not time: the processor's time
for it, compared with that for a fixed piece of work on the same machine, and without the collection of garbage, which
may come anywhere.
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

from knobel.server.serve import CannotServe, serve

SAMPLE = 200_000
"""Additions whose time is taken."""
LIMIT = 1_500_000
"""Additions in the time of which one step of the event loop is done: about 45 ms where the benchmarks are made. The
server is to need less than half of that; the rest is for machines that are overrun, where even the processor's time
lies."""


def seconds(additions: int) -> float:
    """How long the processor takes for so many."""
    began = time.thread_time()
    total = 0
    for number in range(additions):
        total += number
    return time.thread_time() - began


class Watch:
    """Complains about every step of the event loop that takes too long, and says where it was."""

    def __init__(self) -> None:
        # The most of several: other tests work on this machine, too.
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
        """Garbage is being collected, or has been."""
        if threading.get_ident() == self.loop_thread:
            self.collecting += time.thread_time() * (-1 if phase == "start" else 1)

    def look(self) -> None:
        """Note what is going on whenever a step seems to take long."""
        seen = 0
        while True:
            time.sleep(self.limit / 2)
            if self.steps == seen:
                self.where = "".join(traceback.format_stack(sys._current_frames()[self.loop_thread], limit=6))
            seen = self.steps


def run(
    options: dict[str, Any],
    patched: dict[str, Any],
    clock: Path | None,
    complaints: Path,
    tell: Connection,
    environment: dict[str, str],
) -> None:
    """Serve until told to end; the status is 2 if that is impossible.

    :param patched: constants by their names, with what they are to be.
    :param clock: a file that says by how many seconds the wall clock is wrong.
    :param complaints: the file that becomes the standard error.
    :param tell: where to tell that it answers.
    :param environment: that of who asks for the server, not of the process from which it was forked.
    """
    os.environ.clear()
    os.environ.update(environment)
    measuring = Coverage.current()
    for name, number in ((os.devnull, 0), (os.devnull, 1), (complaints, 2)):
        descriptor = os.open(name, os.O_RDWR | os.O_APPEND)
        os.dup2(descriptor, number)
        os.close(descriptor)
    # Only in asyncio's own loop can be seen how long a step takes.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    if clock is not None:
        right = time.time_ns
        time.time_ns = lambda: right() + int(clock.read_text()) * 10**9
        time.time = lambda: time.time_ns() / 10**9
    for name, value in patched.items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)

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
