"""The results of the checks of `knobel doctor`."""

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """The outcome of a check."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


class Finding(NamedTuple):
    """The result of a check."""

    subject: str
    outcome: Outcome
    text: str


def ok(subject: str, text: str) -> Finding:
    """Return the result of a check that succeeded."""
    return Finding(subject, Outcome.OK, text)


def warning(subject: str, text: str) -> Finding:
    """Return the result of a check that the operator should know, although the server works."""
    return Finding(subject, Outcome.WARNING, text)


def failure(subject: str, text: str) -> Finding:
    """Return the result of a failed check: the server, or the feature of an option, does not work."""
    return Finding(subject, Outcome.FAILURE, text)
