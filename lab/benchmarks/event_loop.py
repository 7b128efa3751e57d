"""Longest steps of the servers' event loops, with the code that they run.

    python -m benchmarks.event_loop
    python -m benchmarks.event_loop --least 5 tests/server/cups/test_routes.py -k deleted

Runs tests, by default those of a server's requests, tables and cups, and records the steps of the event loop of all
servers that they start. Prints one JSON object for each of the longest: milliseconds of processor time, without the
garbage collector, and the collector's; the callback; and the innermost calls of Knobel's code, taken while it ran.
Times count only on a quiet machine. Linux only.
"""

import asyncio
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import pytest
from tests.server.client import Server

from benchmarks.shared import script

WORKLOAD = ["tests/server/api", "tests/server/rooms", "tests/server/cups", "tests/server/deals"]
SAMPLE_INTERVAL_S = 0.002
"""Pause between two looks at the code that runs."""
CALLS = 8
"""Number of innermost calls that are recorded."""
STEPS = "KNOBEL_STEPS"
"""Environment variable with the folder in which servers record their long steps, and the limit in milliseconds."""


class StepRecorder:
    """Records long steps of the event loop of this process."""

    def __init__(self, folder: Path, least_ms: float) -> None:
        """Set up a recorder of steps of at least `least_ms` milliseconds of processor time, to a file in the folder."""
        self._file, self._least_s = folder / f"{os.getpid()}.jsonl", least_ms / 1000
        self._loop_thread, self._steps, self._calls = threading.get_ident(), 0, [""]
        self._garbage_s = 0.0

    def begin(self) -> None:
        """Record the steps that begin from now on."""
        gc.callbacks.append(self._collect)
        run = asyncio.Handle._run

        def recorded(handle: asyncio.Handle) -> None:
            self._steps += 1
            began, self._garbage_s = time.thread_time(), 0.0
            run(handle)
            taken = time.thread_time() - began
            if taken - self._garbage_s >= self._least_s:
                self._record(handle, taken)

        vars(asyncio)["Handle"]._run = recorded
        threading.Thread(target=self._sample, daemon=True).start()

    def _record(self, handle: asyncio.Handle, taken: float) -> None:
        figures = {
            "ms": round(1000 * (taken - self._garbage_s), 1),
            "garbage_ms": round(1000 * self._garbage_s, 1),
            "callback": repr(handle)[:200],
            "calls": self._calls,
        }
        with self._file.open("a") as file:
            file.write(json.dumps(figures) + "\n")

    def _collect(self, phase: str, _: Any) -> None:
        if threading.get_ident() == self._loop_thread:
            self._garbage_s += time.thread_time() * (-1 if phase == "start" else 1)

    def _sample(self) -> None:
        seen = 0
        while True:
            time.sleep(SAMPLE_INTERVAL_S)
            # The step during which the previous look was taken still runs.
            if self._steps == seen:
                frame = sys._current_frames()[self._loop_thread]
                self._calls = [f"{name}:{line} {function}" for name, line, function in _calls(frame)][:CALLS]
            seen = self._steps


def _calls(frame: FrameType | None) -> Iterator[tuple[str, int, str]]:
    while frame is not None:
        code = frame.f_code
        yield code.co_filename.rpartition("/knobel/")[2].rpartition("site-packages/")[2], frame.f_lineno, code.co_name
        frame = frame.f_back


def prepare() -> Callable[[], None]:
    """Return the function that begins to record the steps of the server in this process."""
    # Only asyncio's own event loop runs its steps by a function that can be replaced.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    folder, least_ms = os.environ[STEPS].rsplit(":", 1)
    return lambda: StepRecorder(Path(folder), float(least_ms)).begin()


def main() -> None:
    """Run the benchmark."""
    parser = script.parser(__doc__)
    parser.add_argument("--count", type=int, default=20, help="number of steps to print")
    parser.add_argument("--least", type=float, default=10.0, help="milliseconds of the shortest step to record")
    options, arguments = parser.parse_known_args()
    Server.prepare = staticmethod(prepare)
    with TemporaryDirectory() as folder:
        os.environ[STEPS] = f"{folder}:{options.least}"
        status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", *(arguments or WORKLOAD)])
        lines = [line for file in Path(folder).iterdir() for line in file.read_text().splitlines()]
    steps = sorted(map(json.loads, lines), key=lambda step: -step["ms"])
    for step in steps[: options.count]:
        script.report(step)
    sys.exit(status)


if __name__ == "__main__":
    main()
