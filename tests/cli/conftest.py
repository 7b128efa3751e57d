"""Commands run in this process."""

import re
import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from knobel.cli import main

KNOBEL = [sys.executable, "-m", "knobel"]


class Ran:
    """What a command did in this process."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run: TypeAlias = Callable[..., Ran]


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
