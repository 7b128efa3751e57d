"""Times side by side: rounds in which every candidate runs once, and the best round of each counts.

Times are processor time of this process, so that other work on the machine disturbs less.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import process_time


def seconds(work: Callable[[], object]) -> float:
    """How long work takes once."""
    started = process_time()
    work()
    return process_time() - started


def best_seconds(works: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """The shortest time of each."""
    rounds = [[seconds(work) for work in works] for _ in range(repeats)]
    return [min(times) for times in zip(*rounds, strict=True)]


def fitting(work: Callable[[int], object], wanted: float, start: int = 64) -> int:
    """How many units of work take about so many seconds; the first call of the work may also compile."""
    work(1)
    count = start
    while (taken := seconds(partial(work, count))) < wanted / 8:
        count *= 4
    return max(int(count * wanted / taken), 1)
