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
    """Return the result of a check that the operator should know, and with which a server runs."""
    return Finding(subject, Outcome.WARNING, text)


def failure(subject: str, text: str) -> Finding:
    """Return the result of a check without which the server, or what an option asks for, does not work."""
    return Finding(subject, Outcome.FAILURE, text)
