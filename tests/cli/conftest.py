"""Fixtures that run commands in this process."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import typer.main

import knobel
from knobel import notation
from knobel.cli import main
from knobel.core import Event, Move, Roll

KNOBEL = [sys.executable, "-m", "knobel"]


class Ran:
    """The result of a command that ran in this process."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture(autouse=True, scope="session")
def interrupts() -> Iterator[None]:
    """Reset the signal handler for interrupts.

    A shell starts background jobs with interrupts ignored, and child processes inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def commands() -> Iterator[None]:
    """Keep the commands: Typer builds all of them for each run, which takes longer than most runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.main.get_command", cache(typer.main.get_command))
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(int(end.value.code or 0), captured.out, captured.err)

    return ran


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the options with which the server is started; it does not run."""
    found: dict[str, Any] = {}
    monkeypatch.setattr("knobel.server.serve.serve", lambda options, _ready: found.update(vars(options)))
    return found


def fails(ran: Ran, message: str) -> None:
    """Check for status 2, empty standard output, and one line on standard error that matches."""
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"knobel: .*{message}.*\n", ran.err), ran.err


def untimed(text: str) -> dict[str, Any]:
    """Return a result without its times."""
    result: dict[str, Any] = json.loads(text)
    del result["seconds"]
    for bot in result["bots"]:
        assert 0 <= bot.pop("median_ms") <= bot.pop("p99_ms")
    return result


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English, independent of the locale of the test run."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def knobel_runs(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*KNOBEL, *arguments], input=stdin, capture_output=True, timeout=600, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a record of two people after one round of Knister."""
    events: list[Event] = [Roll((3, 4)), Move(0, "c3"), Move(1, "a1")]
    path = tmp_path / "game.jsonl"
    path.write_text(notation.dumps(notation.Record(knobel.make("knister"), ("Ann", "Ben"), events)))
    return path
