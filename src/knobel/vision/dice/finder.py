"""Finds the places of dice in a picture, in compiled code."""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.simd import LANES
from knobel.engines.shared.special_functions import exp
from knobel.vision.dice.settings import FINDER_WIDTHS, PADDING, SIDE, STRIDE
from knobel.vision.layers import MARGIN, UNBOUNDED, add_doubled, convolve, is_peak, new_map, row_of, separable
from knobel.vision.rows import copy_row, insert_sorted

MIN_HEAT = 0.3
"""Probability of a die above which the finder reports a place."""
FAINT_HEAT = 0.05
"""Probability of a die above which the finder reports a faint place, where a die may have been missed."""
MIN_HEAT_LOGIT, FAINT_HEAT_LOGIT = (float(np.log(heat / (1 - heat))) for heat in (MIN_HEAT, FAINT_HEAT))
MIN_DISTANCES = 0.6, 0.45
"""Distances of two dice, in sizes of the smaller and of the larger one, below which only the more probable one counts.
"""
MAX_LOG_SIZE = 5.0
MAX_PLACES = 256
"""The less probable places beyond this number are left out."""

A, B, C, D = FINDER_WIDTHS
FIRST, SECOND, THIRD, FOURTH = (-(-width // LANES) * LANES for width in FINDER_WIDTHS)
"""The channels of the finder's maps, see `layers`."""
LARGEST = max((SIDE // 2 + 2 * MARGIN) ** 2 * FIRST, (SIDE + 2 * MARGIN) ** 2 * 3)
KEPT = (SIDE // STRIDE + 2 * MARGIN) ** 2 * THIRD
LONGEST = (SIDE // 4 + 1) * FOURTH


class Scratch(NamedTuple):
    """Scratch space of both networks for pictures of up to `SIDE` pixels: parts of one array.

    Layers alternate between `one` and `other`; `kept` is a map that is needed again, `line` a row of a map.
    """

    one: Array
    other: Array
    kept: Array
    line: Array


SCRATCH = 2 * LARGEST + KEPT + LONGEST
"""The size of that array, in numbers."""


@nested
def divided(scratch: Array) -> Scratch:
    """Return the parts of scratch space."""
    kept, line = 2 * LARGEST, 2 * LARGEST + KEPT
    return Scratch(scratch[:LARGEST], scratch[LARGEST:kept], scratch[kept:line], scratch[line:])


@nested
def find(picture: Array, weights: Array, scratch: Scratch, places: Array) -> tuple[Int, Int, Int]:
    """Write the places of dice in a picture as rows: the negative logit of a die, x, y, and the size, in pixels.

    :param places: the rows, the most probable place first, shape (`MAX_PLACES`, 4), float64
    :return: the number of places that are not faint, the number of all, and the row of the weights after the finder's
    """
    output, end = finder_output(picture, weights, scratch)
    count = 0
    found = np.empty(4)
    for i in range(MARGIN, output.shape[0] - MARGIN):
        for j in range(MARGIN, output.shape[1] - MARGIN):
            if output[i, j, 0] > FAINT_HEAT_LOGIT and is_peak(output, i, j):
                found[0] = -output[i, j, 0]
                found[1] = (j - MARGIN + 0.5 + output[i, j, 1]) * STRIDE
                found[2] = (i - MARGIN + 0.5 + output[i, j, 2]) * STRIDE
                found[3] = exp(min(output[i, j, 3], MAX_LOG_SIZE)) * STRIDE
                count = insert_sorted(places, count, found)
    kept, clear = 0, 0
    for i in range(count):
        apart = True
        for k in range(kept):
            apart = apart and are_apart(places[i, 1:], places[k, 1:])
        if apart:
            copy_row(places[i], places[kept])
            kept += 1
            clear += int(-places[i, 0] > MIN_HEAT_LOGIT)
    return clear, kept, end


@compiled
def are_apart(one: Array, other: Array) -> bool:
    """Whether two places can be those of two dice.

    :param one: x, y and the size
    """
    small, large = min(one[2], other[2]), max(one[2], other[2])
    limit = max(MIN_DISTANCES[0] * small, MIN_DISTANCES[1] * large)
    return bool((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > limit * limit)


@nested
def finder_output(picture: Array, weights: Array, scratch: Scratch) -> tuple[Array, Int]:
    """Return a map with logits of dice, shifts in cells, and logs of sizes in cells, and the next row of the weights.

    :param picture: colours in the first three channels, shape (height, width, 3 or more), uint8
    """
    one, other, kept = scratch.one, scratch.other, scratch.kept
    height = (picture.shape[0] + PADDING - 1) // PADDING * PADDING
    width = (picture.shape[1] + PADDING - 1) // PADDING * PADDING
    line = scratch.line

    features = new_map(one, height, width, 3)
    for i in range(height):
        for j in range(width):
            # What is missing repeats the picture's edge.
            pixel = picture[min(i, picture.shape[0] - 1), min(j, picture.shape[1] - 1)]
            for channel in range(3):
                features[i + MARGIN, j + MARGIN, channel] = feature(pixel[channel])
    stem = new_map(other, height // 2, width // 2, FIRST)
    at = convolve(features, 3, weights, 0, 3, 2, 0.0, stem)

    height, width = height // 4, width // 4
    fine1 = new_map(one, height, width, SECOND)
    at = separable(stem, A, weights, at, 3, 2, row_of(line, FIRST), fine1)
    fine2 = new_map(other, height, width, SECOND)
    at = separable(fine1, B, weights, at, 3, 1, row_of(line, SECOND), fine2)

    height, width = height // 2, width // 2
    fine3 = new_map(one, height, width, THIRD)
    at = separable(fine2, B, weights, at, 3, 2, row_of(line, SECOND), fine3)
    fine4 = new_map(other, height, width, THIRD)
    at = separable(fine3, C, weights, at, 5, 1, row_of(line, THIRD), fine4)
    fine5 = new_map(kept, height, width, THIRD)
    at = separable(fine4, C, weights, at, 5, 1, row_of(line, THIRD), fine5)

    wide1 = new_map(one, height // 2, width // 2, FOURTH)
    at = separable(fine5, C, weights, at, 3, 2, row_of(line, THIRD), wide1)
    wide2 = new_map(other, height // 2, width // 2, FOURTH)
    at = separable(wide1, D, weights, at, 5, 1, row_of(line, FOURTH), wide2)
    wide3 = new_map(one, height // 2, width // 2, FOURTH)
    at = separable(wide2, D, weights, at, 5, 1, row_of(line, FOURTH), wide3)
    wide_out = new_map(other, height // 2, width // 2, THIRD)
    at = convolve(wide3, D, weights, at, 1, 1, 0.0, wide_out)

    add_doubled(fine5, wide_out)
    head1 = new_map(one, height, width, THIRD)
    at = separable(fine5, C, weights, at, 5, 1, row_of(line, THIRD), head1)
    head2 = new_map(other, height, width, THIRD)
    at = convolve(head1, C, weights, at, 1, 1, 0.0, head2)
    output = new_map(one, height, width, LANES)
    at = convolve(head2, C, weights, at, 1, 1, UNBOUNDED, output)
    return output, at


@nested
def feature(value: Int) -> Float:
    """Return the feature of a colour's value from 0 to 255: -1 to 1."""
    return np.float32(value) * np.float32(1 / 127.5) - np.float32(1)
