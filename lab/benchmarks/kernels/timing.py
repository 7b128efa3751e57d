"""Interleaved timing: every candidate runs once in each round, and its best round counts.

Times are processor time of this process, which is less sensitive to other work on the machine.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import process_time


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one run."""
    started = process_time()
    work()
    return process_time() - started


def best_seconds(works: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """Return the shortest time of each function."""
    rounds = [[seconds(work) for work in works] for _ in range(repeats)]
    return [min(times) for times in zip(*rounds, strict=True)]


def fitting(work: Callable[[int], object], wanted: float, start: int = 64) -> int:
    """Return the number of units of work that take about `wanted` seconds.

    The first call of the work may also compile.
    """
    work(1)
    count = start
    while (taken := seconds(partial(work, count))) < wanted / 8:
        count *= 4
    return max(int(count * wanted / taken), 1)
