"""Knaster for kernels: what a completed line earns and what a fully circled one scores."""

from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.arrays import Array, read_only
from knobel.arrays.grid import multisets
from knobel.games.grid import LINES, SIZE
from knobel.games.knaster import LINE_POINTS, circles_earned


class Knaster(NamedTuple):
    """`earned` (4368): the circles that each line multiset earns; 0 while it is not full. `line_points` (12): what each
    line scores with all its cells circled.
    """

    earned: Array
    line_points: Array


@cache
def knaster() -> Knaster:
    """The arrays, made once."""
    return Knaster(
        earned=read_only([circles_earned(line) if len(line) == SIZE else 0 for line in multisets()], np.int64),
        line_points=read_only([LINE_POINTS[line] for line in LINES], np.int64),
    )
