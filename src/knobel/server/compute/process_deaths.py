"""Log lines about processes of the bots and the coach that ended before their job did."""

import logging
import signal

from knobel.job_process import ProcessDied

logger = logging.getLogger("knobel")


def log_death(task: str, error: ProcessDied) -> None:
    """Log that the process of a task has died.

    :param task: the task of the process as a predicate, such as `decides for bots`.
    :param error: the exception of its job, with the exit code.
    """
    status = error.exitcode
    # All processes receive SIGTERM together when the server is stopped.
    level = logging.INFO if status == -signal.SIGTERM else logging.WARNING
    logger.log(level, "the process that %s has died%s: another one is started when it is needed", task, _how(status))


def _how(status: int | None) -> str:
    if status is None:
        return ""
    if status >= 0:
        return f" with status {status}"
    try:
        return f" of {signal.Signals(-status).name}"
    except ValueError:
        return f" of signal {-status}"
