"""A process that may only load code does not compile."""

import threading

import pytest
from numba import njit

import knobel.bots.compilation
from knobel.bots.compilation import NotCompiled, forbid_compilation, notify_before_compilation
from knobel.cli.compilation_notice import announce, announce_compiling


def test_nothing_is_compiled_where_that_is_forbidden() -> None:
    kernel = njit(lambda x: x + 1)
    with forbid_compilation(), pytest.raises(NotCompiled):
        kernel(1)
    assert kernel(1) == 2
    with forbid_compilation():
        assert kernel(2) == 3
        with pytest.raises(NotCompiled):
            kernel(0.5)


def test_others_may_compile_meanwhile() -> None:
    kernel = njit(lambda x: x + 1)
    answers: list[int] = []
    with forbid_compilation():
        thread = threading.Thread(target=lambda: answers.append(kernel(1)))
        thread.start()
        thread.join()
    assert answers == [2]


def test_compilation_is_announced_once() -> None:
    told: list[int] = []

    def say() -> None:
        told.append(1)

    notify_before_compilation(say)
    notify_before_compilation(say)
    kernel = njit(lambda x: x + 1)
    assert not told
    assert (kernel(1), kernel(0.5)) == (2, 1.5)
    assert told == [1]


def test_compilation_is_announced_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(knobel.bots.compilation, "notify_before_compilation", asked.append)
    announce_compiling()
    assert not asked
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    announce_compiling()
    assert asked == [announce]
