"""Knapp Daneben! for kernels: the colours, the boxes and what they score."""

from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.dice import distribution
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import SUMS
from knobel.games.grid import EMPTY, LINES, SIZE, put
from knobel.games.knapp_daneben import BOX_LINES, COLOURS, LATIN_SQUARE, TICK_POINTS, number_points, ticks


class KnappDaneben(NamedTuple):
    """`rolls` (7776, 5): the faces less one, by colour, of each of the equally likely rolls; two of them added are the
    index of their sum. `colour` (25): the colour of each circle. `boxes` (10, 4, 2): the two circles beside each box,
    by row or column. `ticked` (11, 11): whether a box is ticked between two sums. `tick_points` (5): by the ticks in a
    row or column. `number_points` (11): for a sum written.
    """

    rolls: Array
    colour: Array
    boxes: Array
    ticked: Array
    tick_points: Array
    number_points: Array


@cache
def knapp_daneben(layout: str = LATIN_SQUARE) -> KnappDaneben:
    """The arrays for a layout of colours, made once."""
    line = LINES[BOX_LINES[0]]

    def ticked(a: int, b: int) -> bool:
        return ticks(put(put(EMPTY, line[0], a), line[1], b), BOX_LINES[0])[0]

    return KnappDaneben(
        rolls=read_only([[face - 1 for face in dice] for dice in distribution(len(COLOURS), ordered=True)], np.int64),
        colour=read_only([COLOURS.index(colour) for colour in layout], np.int64),
        boxes=read_only([[LINES[name][box : box + 2] for box in range(SIZE - 1)] for name in BOX_LINES], np.int64),
        ticked=read_only([[ticked(a, b) for b in SUMS] for a in SUMS], np.int64),
        tick_points=read_only(TICK_POINTS, np.int64),
        number_points=read_only([number_points(put(EMPTY, 0, total)) for total in SUMS], np.int64),
    )
