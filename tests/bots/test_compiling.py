"""What may only be loaded is not compiled."""

import threading

import pytest
from numba import njit

from knobel.bots.compiling import NotCompiled, only_compiled


def test_nothing_is_compiled_where_that_is_forbidden() -> None:
    kernel = njit(lambda x: x + 1)
    with only_compiled(), pytest.raises(NotCompiled):
        kernel(1)
    assert kernel(1) == 2
    with only_compiled():
        assert kernel(2) == 3
        with pytest.raises(NotCompiled):
            kernel(0.5)


def test_others_may_compile_meanwhile() -> None:
    kernel = njit(lambda x: x + 1)
    answers: list[int] = []
    with only_compiled():
        thread = threading.Thread(target=lambda: answers.append(kernel(1)))
        thread.start()
        thread.join()
    assert answers == [2]
