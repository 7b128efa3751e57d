"""Commands run in this process."""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from knobel.cli import main

KNOBEL = [sys.executable, "-m", "knobel"]


class Ran:
    """What a command did in this process."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture(autouse=True, scope="session")
def interrupts() -> Iterator[None]:
    """Commands started here can be interrupted, even where these tests run in the background of a shell, which makes
    all that it starts deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(int(end.value.code or 0), captured.out, captured.err)

    return ran


def fails(ran: Ran, message: str) -> None:
    """Status 2, nothing on standard output, and one line that matches."""
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"knobel: .*{message}.*\n", ran.err), ran.err


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the locale of who runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
