"""A worker for tests, in a process of its own. If BEGUN is in its environment, its jobs write to that pipe and hang."""

import os
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from knobel.server.compute import bot_process, coach_process, job
from knobel.server.compute.bot_decisions import Decision, decide, limit_threads
from knobel.server.compute.worker import run_worker
from knobel.server.runtime.settings import settings
from tests.engines.wasm.shipped import use_shipped_engines_for_bots
from tests.processes import begin_and_hang
from tests.server.process import measured
from tests.slow import WHOLE


def hang(*asked: Any) -> Decision:
    """Replacement for a decision; the first call only starts the process."""
    if asked[2] is not None:
        begin_and_hang(Path(os.environ["BEGUN"]))
    return decide(*asked)


def hang_on(name: str, options: Mapping[str, Any]) -> str:
    """Replacement for `coach_jobs.stamp`."""
    begin_and_hang(Path(os.environ["BEGUN"]))
    return f"{name} {options}"


def work(options: dict[str, Any], tell: Connection, environment: dict[str, str]) -> None:
    """Work until the process is asked to stop.

    :param tell: pipe to which the process writes when it takes jobs.
    :param environment: environment of the caller, which replaces that of the process from which this one was forked.
    """
    os.environ.clear()
    os.environ.update(environment)
    # Nothing here takes long, but any machine may be slow.
    settings.bot_grace_s = settings.bot_start_timeout_s = 100.0
    vars(coach_process)["lower_priority"] = limit_threads if WHOLE else use_shipped_engines_for_bots
    if not WHOLE:
        vars(bot_process)["limit_threads"] = use_shipped_engines_for_bots
    if "BEGUN" in os.environ:
        vars(bot_process)["decide"] = hang
        job.COACH_JOBS["stamp"] = hang_on
    with measured():
        run_worker(**options, ready=lambda: tell.send(None))
