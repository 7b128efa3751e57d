"""Exact solutions and the time that they take."""

from collections.abc import Callable
from time import process_time
from typing import NamedTuple

from knobel.engines.shared.arrays import Array


class Solution(NamedTuple):
    """The result of solving a game exactly.

    `value` is the expected number of points under optimal play from the start position. Times are processor time on one
    core.
    """

    value: float
    states: int
    seconds: float
    compile_seconds: float


def measure_solution(solve: Callable[[], Array]) -> Solution:
    """Solve the game twice and measure both times; the first run also compiles the code or loads it from disk.

    :param solve: returns the values of all states, the start position first.
    """
    started = process_time()
    solve()
    compiled = process_time()
    values = solve()
    seconds = process_time() - compiled
    compile_seconds = max(compiled - started - seconds, 0.0)
    return Solution(float(values.flat[0]), values.size, round(seconds, 3), round(compile_seconds, 3))
