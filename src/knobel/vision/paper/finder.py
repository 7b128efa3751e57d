"""Finds the junctions of grids in a picture, in compiled code."""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel.engines.shared.simd import LANES
from knobel.vision.layers import MARGIN, UNBOUNDED, add_doubled, convolve, is_peak, new_map, row_of, separable
from knobel.vision.paper.settings import FINDER_WIDTHS, PADDING, SIDE, STRIDE
from knobel.vision.rows import insert_sorted

MIN_HEAT = 0.25
"""Probability of a junction above which the finder reports it."""
MIN_HEAT_LOGIT = float(np.log(MIN_HEAT / (1 - MIN_HEAT)))
MAX_JUNCTIONS = 1500
"""The less probable junctions beyond this number are left out."""

A, B, C, D, E = FINDER_WIDTHS
FIRST, SECOND, THIRD, FOURTH, FIFTH = (-(-width // LANES) * LANES for width in FINDER_WIDTHS)
"""The channels of the finder's maps, see `layers`."""


def map_size(part: int, channels: int) -> int:
    """Return the size of a map at a part of the highest resolution, in numbers."""
    return (SIDE // part + 2 * MARGIN) ** 2 * channels


def layer_rows(inputs: int, outputs: int) -> int:
    """Return the rows of weights of a pointwise layer, see `layers`."""
    return -(-outputs // LANES) * (1 + inputs)


def separable_rows(inputs: int, outputs: int, side: int) -> int:
    """Return the rows of weights of a separable layer."""
    return -(-inputs // LANES) * (1 + side * side) + layer_rows(inputs, outputs)


ROWS = (
    layer_rows(9, A)
    + sum(separable_rows(*layer) for layer in ((A, B, 3), (B, B, 3), (B, C, 3), (C, C, 5), (C, D, 3), (D, D, 5)))
    + sum(separable_rows(*layer) for layer in ((D, E, 3), (E, E, 5), (E, E, 5), (B, B, 5), (B, B, 3)))
    + sum(layer_rows(*layer) for layer in ((E, D), (D, C), (C, B), (B, 4)))
)
"""Rows of the finder's weights; those of the reader of cells follow."""

LARGEST = max(map_size(1, 1), map_size(2, FIRST), map_size(4, SECOND))
FINE, MIDDLE, WIDE = map_size(4, SECOND), map_size(8, THIRD), map_size(16, FOURTH)
LONGEST = (SIDE // 2 + 1) * max(FIRST, SECOND)
PLANE = SIDE * SIDE


class Scratch(NamedTuple):
    """Scratch space of both networks: parts of one array.

    Layers alternate between `one` and `other`; the next three are maps that are needed again, `line` is a row of a map
    and `plane` the shrunk picture.
    """

    one: Array
    other: Array
    fine: Array
    middle: Array
    wide: Array
    line: Array
    plane: Array


ENDS = tuple(int(end) for end in np.cumsum([LARGEST, LARGEST, FINE, MIDDLE, WIDE, LONGEST, PLANE]))
SCRATCH = ENDS[-1]
"""The size of that array, in numbers."""
ONE, OTHER, FINE_END, MIDDLE_END, WIDE_END, LINE_END, _ = ENDS


@nested
def divided(scratch: Array) -> Scratch:
    """Return the parts of scratch space."""
    return Scratch(
        scratch[:ONE],
        scratch[ONE:OTHER],
        scratch[OTHER:FINE_END],
        scratch[FINE_END:MIDDLE_END],
        scratch[MIDDLE_END:WIDE_END],
        scratch[WIDE_END:LINE_END],
        scratch[LINE_END:],
    )


@nested
def finder_output(plane: Array, weights: Array, scratch: Scratch) -> Array:
    """Return a map with logits of junctions, shifts in cells and logits of lines.

    :param plane: brightness from 0 to 255, shape (height, width, 1), at most `SIDE` each, float32
    """
    one, other, line = scratch.one, scratch.other, scratch.line
    height = (plane.shape[0] + PADDING - 1) // PADDING * PADDING
    width = (plane.shape[1] + PADDING - 1) // PADDING * PADDING

    features = new_map(one, height, width, 1)
    for i in range(height):
        for j in range(width):
            # What is missing repeats the picture's edge.
            value = plane[min(i, plane.shape[0] - 1), min(j, plane.shape[1] - 1), 0]
            features[i + MARGIN, j + MARGIN, 0] = value * np.float32(1 / 127.5) - np.float32(1)
    stem = new_map(other, height // 2, width // 2, FIRST)
    at = convolve(features, 1, weights, 0, 3, 2, 0.0, stem)

    height, width = height // 4, width // 4
    fine1 = new_map(one, height, width, SECOND)
    at = separable(stem, A, weights, at, 3, 2, row_of(line, FIRST), fine1)
    fine2 = new_map(scratch.fine, height, width, SECOND)
    at = separable(fine1, B, weights, at, 3, 1, row_of(line, SECOND), fine2)

    middle1 = new_map(one, height // 2, width // 2, THIRD)
    at = separable(fine2, B, weights, at, 3, 2, row_of(line, SECOND), middle1)
    middle2 = new_map(scratch.middle, height // 2, width // 2, THIRD)
    at = separable(middle1, C, weights, at, 5, 1, row_of(line, THIRD), middle2)

    wide1 = new_map(one, height // 4, width // 4, FOURTH)
    at = separable(middle2, C, weights, at, 3, 2, row_of(line, THIRD), wide1)
    wide2 = new_map(scratch.wide, height // 4, width // 4, FOURTH)
    at = separable(wide1, D, weights, at, 5, 1, row_of(line, FOURTH), wide2)

    far1 = new_map(one, height // 8, width // 8, FIFTH)
    at = separable(wide2, D, weights, at, 3, 2, row_of(line, FOURTH), far1)
    far2 = new_map(other, height // 8, width // 8, FIFTH)
    at = separable(far1, E, weights, at, 5, 1, row_of(line, FIFTH), far2)
    far3 = new_map(one, height // 8, width // 8, FIFTH)
    at = separable(far2, E, weights, at, 5, 1, row_of(line, FIFTH), far3)
    far_out = new_map(other, height // 8, width // 8, FOURTH)
    at = convolve(far3, E, weights, at, 1, 1, 0.0, far_out)

    add_doubled(wide2, far_out)
    wide_out = new_map(one, height // 4, width // 4, THIRD)
    at = convolve(wide2, D, weights, at, 1, 1, 0.0, wide_out)
    add_doubled(middle2, wide_out)
    middle_out = new_map(other, height // 2, width // 2, SECOND)
    at = convolve(middle2, C, weights, at, 1, 1, 0.0, middle_out)
    add_doubled(fine2, middle_out)
    head1 = new_map(one, height, width, SECOND)
    at = separable(fine2, B, weights, at, 5, 1, row_of(line, SECOND), head1)
    head2 = new_map(other, height, width, SECOND)
    at = separable(head1, B, weights, at, 3, 1, row_of(line, SECOND), head2)
    output = new_map(one, height, width, LANES)
    convolve(head2, B, weights, at, 1, 1, UNBOUNDED, output)
    return output


@nested
def find_junctions(output: Array, junctions: Array) -> Int:
    """Write the junctions of a finder's output as rows: the negative logit, x and y; return their number.

    :param junctions: the rows, the most probable one first, shape (`MAX_JUNCTIONS`, 3), float64
    """
    count = 0
    found = np.empty(3)
    for i in range(MARGIN, output.shape[0] - MARGIN):
        for j in range(MARGIN, output.shape[1] - MARGIN):
            if output[i, j, 0] > MIN_HEAT_LOGIT and is_peak(output, i, j):
                found[0] = -output[i, j, 0]
                found[1] = (j - MARGIN + 0.5 + output[i, j, 1]) * STRIDE
                found[2] = (i - MARGIN + 0.5 + output[i, j, 2]) * STRIDE
                count = insert_sorted(junctions, count, found)
    return count


@nested
def line_at(output: Array, x: Float, y: Float) -> Float:
    """Return how clearly a line passes at a place, -1 to 1, by the nearest cells."""
    v, u = y / STRIDE - 0.5, x / STRIDE - 0.5
    v = min(max(v, 0.0), output.shape[0] - 2 * MARGIN - 1.001)
    u = min(max(u, 0.0), output.shape[1] - 2 * MARGIN - 1.001)
    i, j = int(v), int(u)
    p, q = v - i, u - j
    total = 0.0
    for k in range(2):
        for m in range(2):
            share = (p if k else 1 - p) * (q if m else 1 - q)
            total += share * min(max(output[i + k + MARGIN, j + m + MARGIN, 3] / 3, -1.0), 1.0)
    return total
