"""Runs pytest in processes that are forked from one that has collected the tests.

To load the modules of all tests and of the server takes five seconds of processor time, which each process that
pytest-xdist starts would spend again. Servers are forked from one process for all of them, too.

python -m tests.forked_workers PROCESSES [PYTEST'S ARGUMENTS ...]
"""

import gc
import os
import sys
import threading
from contextlib import redirect_stdout
from multiprocessing import forkserver, get_context
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from execnet import gateway_base, gateway_io

FORKS = get_context("fork")


class ForkedWorker:
    """A forked process that waits for a worker's program: what execnet uses of a `subprocess.Popen`."""

    def __init__(self, earlier: "list[ForkedWorker]") -> None:
        program, own_out = os.pipe()
        own_in, answers = os.pipe()
        self.stdin, self.stdout = os.fdopen(own_out, "wb"), os.fdopen(own_in, "rb")
        self._process = FORKS.Process(target=self._work, args=(program, answers, earlier))
        self._process.start()
        os.close(program)
        os.close(answers)

    def _work(self, program: int, answers: int, earlier: "list[ForkedWorker]") -> None:
        """Do in the forked process what `python -c` with execnet's line does."""
        for worker in (*earlier, self):
            worker.stdin.close()
            worker.stdout.close()
        for descriptor, number in ((program, 0), (answers, 1)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        # Processes that this one starts need not load this module.
        sys.modules["__main__"] = ModuleType("__main__")
        sys.argv = ["-c"]
        # The process that forks servers is no child of this one.
        vars(forkserver._forkserver)["ensure_running"] = lambda: None
        exec(gateway_io.popen_bootstrapline, {"__name__": "__main__"})

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


class WorkerConnection(gateway_io.Popen2IOMaster):
    """A connection to one of the forked processes; to a new one, if it replaces one that died."""

    forked: list[ForkedWorker] = []

    def __init__(self, command: list[str], execmodel: Any) -> None:
        if not self.forked:
            super().__init__(command, execmodel)
            return
        self.popen = self.forked.pop()
        gateway_base.Popen2IO.__init__(self, self.popen.stdin, self.popen.stdout, execmodel)


def load(arguments: list[str]) -> bool:
    """Load all that the tests need, and return whether processes can be forked then."""
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        status = pytest.main(["--collect-only", "--quiet", "--quiet", *arguments])
    # Only Linux lists threads that are not Python's.
    if threading.active_count() > 1 or len(list(Path("/proc/self/task").glob("*"))) > 1:
        print("Modules that tests load have started threads: all processes load them anew.")  # noqa: T201
        return False
    return status == pytest.ExitCode.OK


def main(processes: int, arguments: list[str]) -> int:
    """Return the exit status of pytest."""
    if load(arguments):
        if "tests.server.client" in sys.modules:
            forkserver.ensure_running()
        gc.collect()
        gc.freeze()
        for _ in range(processes):
            WorkerConnection.forked.append(ForkedWorker(WorkerConnection.forked))
        vars(gateway_io)["Popen2IOMaster"] = WorkerConnection
    return pytest.main(["--numprocesses", str(processes), "--dist", "worksteal", *arguments])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
