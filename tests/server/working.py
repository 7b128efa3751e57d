"""A worker for tests: `python -m tests.server.working OPTIONS`, with the options as JSON.

If BEGUN is in the environment, the worker begins jobs that never end, and writes to that pipe.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from knobel.server.compute import bot_process, coach_process, job
from knobel.server.compute.bot_decisions import Decision, decide, limit_threads
from knobel.server.compute.worker import run_worker
from knobel.server.runtime.settings import settings
from tests.processes import begin_and_hang


def hang(*asked: Any) -> Decision:
    """Replacement for a decision; the first call only starts the process."""
    if asked[2] is not None:
        begin_and_hang(Path(os.environ["BEGUN"]))
    return decide(*asked)


def hang_on(name: str, options: Mapping[str, Any]) -> str:
    """Replacement for `coach_jobs.stamp`."""
    begin_and_hang(Path(os.environ["BEGUN"]))
    return f"{name} {options}"


def main() -> None:
    # Nothing here takes long, but any machine may be slow.
    settings.bot_grace_s = settings.bot_start_timeout_s = 100.0
    vars(coach_process)["lower_priority"] = limit_threads
    if "BEGUN" in os.environ:
        vars(bot_process)["decide"] = hang
        job.COACH_JOBS["stamp"] = hang_on
    run_worker(**json.loads(sys.argv[1]), ready=lambda: print(flush=True))  # noqa: T201


if __name__ == "__main__":
    main()
