"""Results that kernels computed for positions, kept for the next time that the same position occurs.

A review asks for the same positions many times: the seats of a table meet the same rolls, and a position is evaluated
before and after each event. The cache compares whole positions, so a result that it returns is equal to a new one to
the last bit.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, inlined

MIX = 0x1E3779B97F4A7C15
"""An odd number by which positions are spread over the entries."""


class PositionCache(NamedTuple):
    """The last position of each entry, and its results. A position replaces an earlier one in the same entry.

    `positions` (n, 2), n a power of two, contains two numbers that determine a position; both are 0 for none. `results`
    (n, k) contains its results.
    """

    positions: Array
    results: Array

    @classmethod
    def empty(cls, size: int, results: int, dtype: Any) -> "PositionCache":
        return cls(np.zeros((size, 2), np.int64), np.zeros((size, results), dtype))


@inlined
def find_entry(cache: Any, first: Int, second: Int) -> tuple[Int, bool]:
    """Return the entry of a position, and whether it contains the results; otherwise the caller must write them.

    :param first: with `second`, the numbers that determine the position.
    """
    mixed = (first * MIX) ^ second
    mixed = (mixed ^ (mixed >> 29)) * MIX
    entry = (mixed >> 32) & (len(cache.positions) - 1)
    known = cache.positions[entry, 0] == first and cache.positions[entry, 1] == second
    if not known:
        cache.positions[entry, 0], cache.positions[entry, 1] = first, second
    return entry, known
