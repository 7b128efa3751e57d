"""Jobs in other processes: their results and errors, and that no process is left over."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path

import pytest

from knobel.process_pool import DIED, Workers
from tests.processes import Event, begin_and_hang, ended, number
from tests.slow import slow_except

BACKSTOP = 600
"""Seconds after which a test that hangs fails."""
ROOT = Path(__file__).parents[1]


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers(1)
    yield workers
    workers.close()


def interrupts_heard() -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def choose_a_name() -> None:
    os.environ["KNOBEL_TEST"] = "a name"


def begun(workers: Workers, folder: Path, name: str = "begun") -> int:
    """Return the id of a process that has begun a job without end."""
    event = Event(folder, name)
    workers.submit(begin_and_hang, event.path)
    return int(event.wait())


def test_results_and_exceptions_of_jobs_are_returned(workers: Workers) -> None:
    assert workers.submit(divmod, 7, 2).result(BACKSTOP) == (3, 1)
    assert workers.submit(number).result(BACKSTOP) != os.getpid()
    with pytest.raises(ZeroDivisionError):
        workers.submit(divmod, 7, 0).result(BACKSTOP)


def test_a_process_is_prepared_before_its_first_job() -> None:
    workers = Workers(1, choose_a_name)
    assert workers.submit(os.getenv, "KNOBEL_TEST").result(BACKSTOP) == "a name"
    workers.close()


FIRST = "from tests.test_process_pool import *; print(Workers(1).submit(interrupts_heard).result(), interrupts_heard())"


def test_processes_ignore_interrupts(workers: Workers, tmp_path: Path) -> None:
    # The first job of a process, because it starts more processes than the worker.
    done = subprocess.run([sys.executable, "-c", FIRST], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
    os.kill(begun(workers, tmp_path), signal.SIGKILL)
    # The first job of a process that replaces another one.
    assert not workers.submit(interrupts_heard).result(BACKSTOP)


def test_a_job_that_is_cancelled_ends_with_its_process(workers: Workers, tmp_path: Path) -> None:
    event = Event(tmp_path, "begun")
    job = workers.submit(begin_and_hang, event.path)
    process = int(event.wait())
    assert job.cancel()
    with pytest.raises(CancelledError):
        job.result()
    assert workers.submit(number).result(BACKSTOP) != process
    assert ended(process)


def test_a_died_busy_process_is_reported(workers: Workers, tmp_path: Path) -> None:
    event = Event(tmp_path, "begun")
    job = workers.submit(begin_and_hang, event.path)
    process = int(event.wait())
    os.kill(process, signal.SIGKILL)
    with pytest.raises(DIED):
        job.result(BACKSTOP)
    assert workers.submit(number).result(BACKSTOP) != process


def test_a_died_idle_process_is_replaced(workers: Workers) -> None:
    process = workers.submit(number).result(BACKSTOP)
    os.kill(process, signal.SIGKILL)
    # A job is lost if it arrives before the failure is noticed.
    with suppress(*DIED):
        workers.submit(number).result(BACKSTOP)
    assert workers.submit(number).result(BACKSTOP) != process


def test_closing_ends_a_process_at_work(tmp_path: Path) -> None:
    workers = Workers(1)
    process = begun(workers, tmp_path)
    workers.close()
    assert ended(process)


def test_closing_unstarted_or_closed_workers(workers: Workers) -> None:
    workers.close()
    assert workers.submit(divmod, 7, 2).result(BACKSTOP) == (3, 1)
    workers.close()
    workers.close()


EARLY = """
from multiprocessing.process import BaseProcess
from pebble.pool import process
from tests.test_process_pool import *
process.stop_process = BaseProcess.join
workers = Workers(1)
workers.submit(number)
workers.close()
"""


def test_a_starting_process_ends_silently() -> None:
    # A process without a request to stop must notice the end itself.
    command = [sys.executable, "-c", EARLY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=BACKSTOP, check=False)
    assert (done.returncode, done.stderr) == (0, "")


PARENT = """
import sys
from pathlib import Path
from knobel.process_pool import Workers
from tests.processes import begin_and_hang
workers = Workers(2)
for path in sys.argv[1:]:
    workers.submit(begin_and_hang, Path(path))
input()
"""


@pytest.mark.parametrize("how", slow_except("killed", games=("killed", "at its end")))
def test_no_process_outlives_its_parent(tmp_path: Path, how: str) -> None:
    events = [Event(tmp_path, name) for name in ("one", "other")]
    command = [sys.executable, "-c", PARENT, *(str(event.path) for event in events)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        for event in events:
            event.wait()
        if how == "killed":
            parent.kill()
        # The pipe closes when the last process with an open end has ended.
        out, _ = parent.communicate(b"\n", timeout=BACKSTOP)
    assert out == b""
