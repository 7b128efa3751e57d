"""`knobel perft`."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knobel.perft import Watch
from tests.cli.conftest import Run, fails


def test_perft(run: Run, record: Path) -> None:
    counted = run("perft", str(record), "--rolls", "3,4", "--json")
    # 24 free cells for each of two players, in either order of moves.
    assert json.loads(counted.out) == {"positions": 24**2, "sequences": 2 * 24**2}
    assert json.loads(run("perft", str(record), "--json").out) == {"positions": 1, "sequences": 1}


def test_perft_shows_its_progress_on_a_terminal_alone(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = run("perft", str(record), "--rolls", "3,4", "--json")
    assert quiet.err == ""
    reported: list[tuple[int, int, int]] = []

    @contextmanager
    def progress(_rolls: int) -> Iterator[Watch]:
        yield lambda *step: reported.append(step)

    with monkeypatch.context() as patched:
        patched.setattr("knobel.cli.perft.progress", progress)
        assert run("perft", str(record), "--rolls", "3,4", "--json").out == quiet.out
    assert reported[0] == (0, 0, 1)
    assert {made for made, _, _ in reported} == {0, 1}
    assert all(done < known for _, done, known in reported)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("perft", str(record), "--rolls", "3,4", "--json")
    assert shown.out == quiet.out
    assert "positions after" in shown.err


def test_perft_refuses(run: Run, record: Path) -> None:
    fails(run("perft", str(record), "--rolls", "3-4"), "write rolls as")
    fails(run("perft", str(record), "--rolls", "3,9"), "dice show 1 to 6")
    fails(run("perft", str(record), "--rolls", "3"), "2 dice fall now, not 1")
