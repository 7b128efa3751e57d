"""Knister for kernels: what each full line multiset scores."""

from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import multisets
from knobel.games.grid import CELLS, LINES, SIZE
from knobel.games.knister import line_points


class Knister(NamedTuple):
    """`points` (12, 4368): what each line scores with each multiset; 0 while it is not full."""

    points: Array


@cache
def knister() -> Knister:
    """The arrays, made once."""

    def points(name: str, line: tuple[int, ...]) -> int:
        grid = [0] * len(CELLS)
        for cell, number in zip(LINES[name], line, strict=False):
            grid[cell] = number
        return (line_points(tuple(grid), name) or 0) if len(line) == SIZE else 0

    return Knister(points=read_only([[points(name, line) for line in multisets()] for name in LINES], np.int32))
