"""When tests are not watched for what they cover."""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

COVERED = "COVERAGE_PROCESS_CONFIG"
"""The variable that says what of a process is watched for what it covers."""


@contextlib.contextmanager
def nobody_watching() -> Iterator[None]:
    """Watch nothing here for a while, nor the processes that are started."""
    here, in_threads, elsewhere = sys.gettrace(), threading.gettrace(), os.environ.pop(COVERED, None)
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        # In the frame in which it was stopped, for what watches keeps count of calls and returns.
        threading.settrace(in_threads)
        sys.settrace(here)
        if elsewhere is not None:
            os.environ[COVERED] = elsewhere
