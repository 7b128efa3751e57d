"""Reads a die in a crop of a picture, in compiled code."""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel.engines.shared.simd import LANES
from knobel.vision.dice.finder import Scratch, feature
from knobel.vision.dice.settings import CLASSIFIER_STRIDES, CLASSIFIER_WIDTHS, COLOURS, CROP, CROP_SIZES, VALUE_CLASSES
from knobel.vision.layers import MARGIN, UNBOUNDED, convolve, dense_row, depthwise_row, new_map, row_of, softmax
from knobel.vision.rows import largest

SURE_AT_ONCE = 0.98
"""Probability of the most probable value below which a die is looked at again, turned and mirrored."""
SECOND_LOOKS = 1.0, 1.1
"""Sides of the crops of the second look, in those of the first one."""
CLASSES = VALUE_CLASSES + len(COLOURS)
LAST = CLASSIFIER_WIDTHS[-1]
LAST_SIDE = CROP // 8


@nested
def classify(picture: Array, place: Array, may_look_again: bool, weights: Array, at: Int, scratch: Scratch) -> Array:
    """Return the probabilities of values, of which the last means no die, then those of colours, shape (18,).

    :param place: three numbers: x, y and the size
    """
    x, y, size = place[0], place[1], place[2]
    total, found = np.zeros(CLASSES), np.empty(CLASSES)
    looks = 0
    for factor in SECOND_LOOKS:
        view = new_map(scratch.kept, CROP, CROP, 3)
        crop(picture, x, y, size * CROP_SIZES * factor, view)
        for turn in range(8):
            classifier_output(turned(view, turn, scratch), weights, at, scratch, found)
            for i in range(CLASSES):
                total[i] += found[i]
            looks += 1
            is_enough = not may_look_again or found[largest(found, 0, VALUE_CLASSES)] >= SURE_AT_ONCE
            if looks == 1 and is_enough:
                return total
    for i in range(CLASSES):
        total[i] /= looks
    return total


@nested
def crop(picture: Array, x: Float, y: Float, side: Float, out: Array) -> None:
    """Write the features of the square of `side` pixels about a place to a map of `CROP` x `CROP` pixels.

    Every pixel is the mean of four bilinear samples. Pixels outside repeat the picture's edge.
    """
    height, width = picture.shape[0], picture.shape[1]
    step = side / (2 * CROP)
    for i in range(CROP):
        for j in range(CROP):
            for channel in range(3):
                out[i + MARGIN, j + MARGIN, channel] = 0
            for quarter in range(4):
                sample_y = y - side / 2 + (2 * i + quarter // 2 + 0.5) * step - 0.5
                sample_x = x - side / 2 + (2 * j + quarter % 2 + 0.5) * step - 0.5
                sample_y = min(max(sample_y, 0.0), max(0.0, height - 1.001))
                sample_x = min(max(sample_x, 0.0), max(0.0, width - 1.001))
                top, left = int(sample_y), int(sample_x)
                below, right = min(top + 1, height - 1), min(left + 1, width - 1)
                v, u = np.float32(sample_y - top), np.float32(sample_x - left)
                for channel in range(3):
                    upper = picture[top, left, channel] * (1 - u) + picture[top, right, channel] * u
                    lower = picture[below, left, channel] * (1 - u) + picture[below, right, channel] * u
                    out[i + MARGIN, j + MARGIN, channel] += upper * (1 - v) + lower * v
            for channel in range(3):
                out[i + MARGIN, j + MARGIN, channel] = feature(out[i + MARGIN, j + MARGIN, channel] / 4)


@nested
def turned(view: Array, turn: Int, scratch: Scratch) -> Array:
    """Return a map of a crop in one of its eight orientations; in the first one it is as it was."""
    out = new_map(scratch.one, CROP, CROP, 3)
    for i in range(CROP):
        for j in range(CROP):
            row, column = i, j
            for _ in range(turn % 4):
                row, column = column, CROP - 1 - row
            if turn >= 4:
                column = CROP - 1 - column
            for channel in range(3):
                out[i + MARGIN, j + MARGIN, channel] = view[row + MARGIN, column + MARGIN, channel]
    return out


@nested
def classifier_output(x: Array, weights: Array, at: Int, scratch: Scratch, found: Array) -> None:
    """Write the probabilities of values and colours for the map of a crop.

    :param x: a map in `scratch.one`
    """
    inputs, side = 3, CROP
    for layer in range(len(CLASSIFIER_WIDTHS)):
        side //= CLASSIFIER_STRIDES[layer]
        space = scratch.other if layer % 2 == 0 else scratch.one
        out = new_map(space, side, side, (CLASSIFIER_WIDTHS[layer] + LANES - 1) // LANES * LANES)
        at = convolve(x, inputs, weights, at, 3, CLASSIFIER_STRIDES[layer], 0.0, out)
        x, inputs = out, CLASSIFIER_WIDTHS[layer]
    # One weight for each channel and cell of the crop.
    line = row_of(scratch.line, LAST)
    at = depthwise_row(x, MARGIN, MARGIN, weights, at, LAST_SIDE, 1, 1, line)
    logits = new_map(scratch.one, 1, 1, (CLASSES + LANES - 1) // LANES * LANES)
    dense_row(line, 0, 0, LAST, weights, at, 1, 1, UNBOUNDED, logits, 0)
    for i in range(CLASSES):
        found[i] = logits[MARGIN, MARGIN, i]
    softmax(found[:VALUE_CLASSES])
    softmax(found[VALUE_CLASSES:])
