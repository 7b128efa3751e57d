"""Jobs in another process: their results and errors, and that no process is left over and no job without a result."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from knobel.job_process import JobProcess, ProcessDied
from tests.processes import Event, begin_and_hang, ended, interrupts_heard, number, wait_until_ended
from tests.slow import slow_except

BACKSTOP = 600
"""Seconds after which a test that hangs fails."""
ROOT = Path(__file__).parents[1]


@pytest.fixture
def process() -> Iterator[JobProcess]:
    process = JobProcess()
    yield process
    process.close()


def choose_a_name() -> None:
    os.environ["KNOBEL_TEST"] = "a name"


def unpicklable() -> Callable[[], None]:
    return lambda: None


class WithLock(Exception):
    """An exception that cannot be pickled."""

    def __init__(self) -> None:
        super().__init__("lock", threading.Lock())


def raise_with_lock() -> None:
    raise WithLock


def begin(process: JobProcess, folder: Path) -> tuple[Future[None], int]:
    """Return a job that has begun and does not end, and the id of its process."""
    event = Event(folder, "begun")
    job = process.submit(begin_and_hang, event.path)
    return job, int(event.wait())


def test_results_and_exceptions_of_jobs_are_returned(process: JobProcess) -> None:
    assert process.submit(divmod, 7, 2).result(BACKSTOP) == (3, 1)
    assert process.submit(number).result(BACKSTOP) != os.getpid()
    with pytest.raises(ZeroDivisionError):
        process.submit(divmod, 7, 0).result(BACKSTOP)
    with pytest.raises(SystemExit):
        process.submit(sys.exit, 3).result(BACKSTOP)


def test_unpicklable_values_are_errors_of_their_job(process: JobProcess) -> None:
    before = process.submit(number).result(BACKSTOP)
    with pytest.raises(Exception, match="pickle"):
        process.submit(unpicklable()).result(BACKSTOP)
    with pytest.raises(Exception, match="pickle"):
        process.submit(unpicklable).result(BACKSTOP)
    with pytest.raises(RuntimeError, match=r"WithLock: .*lock"):
        process.submit(raise_with_lock).result(BACKSTOP)
    assert process.submit(number).result(BACKSTOP) == before


def test_a_process_is_prepared_before_its_first_job() -> None:
    process = JobProcess(choose_a_name)
    assert process.submit(os.getenv, "KNOBEL_TEST").result(BACKSTOP) == "a name"
    process.close()


FIRST = """
from knobel.job_process import JobProcess
from tests.processes import interrupts_heard
print(JobProcess().submit(interrupts_heard).result(), interrupts_heard())
"""


def test_processes_ignore_interrupts(process: JobProcess, tmp_path: Path) -> None:
    # The first job of a process, because it starts more processes than its own.
    done = subprocess.run([sys.executable, "-c", FIRST], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
    os.kill(begin(process, tmp_path)[1], signal.SIGKILL)
    # The first job of a process that replaces another one.
    assert not process.submit(interrupts_heard).result(BACKSTOP)


def test_a_job_that_is_cancelled_ends_with_its_process(process: JobProcess, tmp_path: Path) -> None:
    job, number_before = begin(process, tmp_path)
    waiting, other = process.submit(os.abort), process.submit(number)
    assert process.unfinished == 3
    assert waiting.cancel()
    assert job.cancel()
    with pytest.raises(CancelledError):
        job.result()
    assert other.result(BACKSTOP) != number_before
    assert process.unfinished == 0
    wait_until_ended(number_before)


EXHAUSTED = """
import gc, os
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from knobel.job_process import JobProcess
from tests.processes import number
process, (soft, hard) = JobProcess(), getrlimit(RLIMIT_NOFILE)
opened = len(os.listdir("/proc/self/fd"))
# The next free descriptor is the third or fourth.
for limit in range(3, 12):
    setrlimit(RLIMIT_NOFILE, (limit, hard))
    failed = type(process.submit(number).exception(600))
    setrlimit(RLIMIT_NOFILE, (soft, hard))
    print(failed.__name__, end=" ")
gc.collect()
print(len(os.listdir("/proc/self/fd")) - opened, process.submit(number).result(600) != os.getpid())
process.close()
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files here")
def test_a_process_starts_later_if_it_cannot_start_at_the_first_job() -> None:
    """Wherever the set-up fails for want of descriptors, the job has that error, and nothing stays open."""
    done = subprocess.run([sys.executable, "-c", EXHAUSTED], cwd=ROOT, capture_output=True, text=True, check=True)
    *errors, left, answered = done.stdout.split()
    assert set(errors) == {"OSError"}, done.stdout
    # The pipe to the process that tracks resources, and what the last error refers to.
    assert (int(left) <= 2, answered) == (True, "True"), done.stdout


def test_a_thread_starts_later_if_it_cannot_start_at_the_first_job(
    process: JobProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as exhausted:
        exhausted.setattr(threading.Thread, "start", fail)
        with pytest.raises(RuntimeError, match="new thread"):
            process.submit(number)
        assert process.unfinished == 0
    assert process.submit(number).result(BACKSTOP) != os.getpid()


def test_an_answer_that_cannot_be_read_is_not_that_of_the_next_job(
    process: JobProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.submit(number).result(BACKSTOP)

    def fail(_: Connection) -> bytes:
        raise MemoryError

    with monkeypatch.context() as exhausted:
        exhausted.setattr(Connection, "recv_bytes", fail)
        with pytest.raises(MemoryError):
            process.submit(number).result(BACKSTOP)
    assert process.submit(divmod, 7, 2).result(BACKSTOP) == (3, 1)


def test_a_died_busy_process_is_reported(process: JobProcess, tmp_path: Path) -> None:
    job, number_before = begin(process, tmp_path)
    os.kill(number_before, signal.SIGKILL)
    with pytest.raises(ProcessDied) as died:
        job.result(BACKSTOP)
    assert died.value.exitcode == -signal.SIGKILL
    assert process.submit(number).result(BACKSTOP) != number_before


def test_a_died_idle_process_is_replaced(process: JobProcess) -> None:
    before = process.submit(number).result(BACKSTOP)
    os.kill(before, signal.SIGKILL)
    # A job is lost if the process ends only after it was given the job.
    with suppress(ProcessDied):
        process.submit(number).result(BACKSTOP)
    assert process.submit(number).result(BACKSTOP) != before


def test_every_job_ends_whenever_its_process_is_killed(process: JobProcess) -> None:
    # The delays lie before, in and after the sending of a result of 50 MB.
    for delay in range(8):
        victim = process.submit(os.getpid).result(BACKSTOP)
        jobs: list[Future[Any]] = [process.submit(bytes, 50_000_000), process.submit(os.getpid)]
        time.sleep(delay * 0.008)
        os.kill(victim, signal.SIGKILL)
        for job in jobs:
            with suppress(ProcessDied):
                job.result(BACKSTOP)


def test_closing_ends_a_process_at_work(tmp_path: Path) -> None:
    process = JobProcess()
    job, working = begin(process, tmp_path)
    waiting = process.submit(number)
    process.close()
    assert ended(working)
    assert job.cancelled()
    assert waiting.cancelled()


def test_closing_unstarted_or_closed_processes(process: JobProcess) -> None:
    process.close()
    process.close()
    with pytest.raises(RuntimeError, match="closed"):
        process.submit(number)


EARLY = """
from knobel.job_process import JobProcess
from tests.processes import number
process = JobProcess()
process.submit(number)
process.close()
JobProcess().submit(number)
"""


def test_a_starting_process_ends_silently() -> None:
    # The first one by closing, the second one by the end of this process.
    command = [sys.executable, "-c", EARLY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=BACKSTOP, check=False)
    assert (done.returncode, done.stderr) == (0, "")


SUSPENDED = """
import os, signal
from knobel.job_process import JobProcess
from tests.processes import number
os.kill(JobProcess().submit(number).result(), signal.SIGSTOP)
"""


def test_a_suspended_process_ends_with_its_parent() -> None:
    # A suspended process still holds the pipe to standard output, so this waits for both.
    command = [sys.executable, "-c", SUSPENDED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=BACKSTOP, check=False)
    assert (done.returncode, done.stderr) == (0, "")


PARENT = """
import sys
from pathlib import Path
from knobel.job_process import JobProcess
from tests.processes import begin_and_hang
for path in sys.argv[1:]:
    JobProcess().submit(begin_and_hang, Path(path))
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
