"""Exact solutions, and how long they take."""

from collections.abc import Callable
from time import process_time
from typing import NamedTuple

from knobel.engines.shared.arrays import Array


class Solution(NamedTuple):
    """`value`: the points that optimal play expects from the start position. Times are processor time on one core."""

    value: float
    states: int
    seconds: float
    compile_seconds: float


def timed(solve: Callable[[], Array]) -> Solution:
    """Solve twice: compiled code is made, or read from disk, the first time.

    :param solve: gives the values of all states, the start position first.
    """
    started = process_time()
    solve()
    compiled = process_time()
    values = solve()
    seconds = process_time() - compiled
    compile_seconds = max(compiled - started - seconds, 0.0)
    return Solution(float(values.flat[0]), values.size, round(seconds, 3), round(compile_seconds, 3))
