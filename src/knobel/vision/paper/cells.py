"""Reads a cell in a crop of a picture, in compiled code."""

import numpy as np

from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel.engines.shared.simd import LANES, load, splat, store, vector_add, vector_max, vector_multiply
from knobel.vision.layers import (
    MARGIN,
    UNBOUNDED,
    convolve,
    dense_row,
    depthwise_row,
    new_map,
    number_at,
    row_of,
    softmax,
)
from knobel.vision.paper.finder import ROWS, Scratch
from knobel.vision.paper.settings import (
    CELL_SHARE,
    CROP,
    KINDS,
    MIN_CONTRAST,
    OUTPUTS,
    READER_STRIDES,
    READER_WIDTHS,
    SLOT_CLASSES,
    SLOTS,
)

MAX_SAMPLES = 8
"""Samples of a pixel of a crop in one direction, at most."""
LOOKS = ((0.0, 0.0, 0.8, 1.0), (0.0, 0.0, 0.65, 1.0))
"""Shifts, widths and heights of the further crops of a cell that is not clear, in those of the first one: narrow crops
part digits that touch. Then the whole cell is seen, if the first look was closer.
"""
DIGIT_LOOKS = ((0.0, 0.0, 1.12, 1.12), (0.04, 0.03, 0.95, 0.95))
"""The same where a cell has one digit."""
INNER, ROUND, CORNER = 0.66, 0.7, 0.32
"""Side of the middle of a crop, in which ink is searched, in sides of the crop, and its diameter: corners are left out.
Signs are in the upper left corner, of which more is left out: up to this distance to the left and upwards together.
"""
MIN_INK = 0.3
"""Difference of the darkest ink from the mean, in features, below which there is none."""
SMALL_INK, USUAL_INK, CLOSEST = 0.55, 0.68, 0.45
"""Size of the ink in cells below which the reader looks closer, its size then, and the smallest size of a closer look.
"""
CIRCLED_SIZE = 0.87
"""Size of the first look at a number that may be circled, because the circles of other cells reach into its cell."""
CLEAR = 0.995
"""Probability of the kind and of each digit from which on one look suffices."""
LAST = READER_WIDTHS[-1]
LAST_SIDE = CROP // 8
FIRST_SLOT = len(KINDS)
CIRCLE = FIRST_SLOT + SLOTS * SLOT_CLASSES
TURN = CIRCLE + 2


@nested
def look(
    picture: Array, quad: Array, may_look_again: bool, has_circles: bool, is_digit: bool, weights: Array,
    scratch: Scratch, found: Array,
) -> None:  # fmt: skip
    """Write the probabilities of a cell, see `OUTPUTS`.

    :param picture: brightness, shape (height, width, 1), float32
    :param quad: x and y of the corners, clockwise from the upper left one, shape (4, 2)
    :param has_circles: whether the number may be in a circle: only a look at the whole cell sees it
    :param is_digit: whether the number has one digit
    """
    view, first = np.empty(3), CIRCLED_SIZE if has_circles else 1.0
    view[0], view[1], view[2] = 0, 0, first
    crop = new_map(scratch.one, CROP, CROP, 1)
    cut(picture, quad, 0.0, 0.0, first, first, crop)
    if may_look_again:
        find_ink(crop, view)
    if view[2] < first:
        cut(picture, quad, view[0], view[1], view[2], view[2], crop)
    total = np.empty(OUTPUTS)
    cell_output(crop, weights, scratch, total)
    for i in range(OUTPUTS):
        found[i] = total[i]
    to_probabilities(found)
    if not may_look_again:
        return
    looks = 1
    if not is_clear(found):
        for k in range(len(LOOKS)):
            right, down, width, height = DIGIT_LOOKS[k] if is_digit else LOOKS[k]
            side = view[2]
            crop = new_map(scratch.one, CROP, CROP, 1)
            cut(picture, quad, view[0] + right * side, view[1] + down * side, width * side, height * side, crop)
            cell_output(crop, weights, scratch, found)
            add(found, total)
        looks += len(LOOKS)
    if has_circles or (looks > 1 and view[2] < 1):
        crop = new_map(scratch.one, CROP, CROP, 1)
        cut(picture, quad, 0.0, 0.0, 1.0, 1.0, crop)
        cell_output(crop, weights, scratch, found)
        if not has_circles:
            add(found, total)
            looks += 1
        # The circles of other cells disturb the number where the whole cell is seen.
        for i in range(CIRCLE, TURN):
            total[i] = looks * found[i]
    for i in range(OUTPUTS):
        found[i] = total[i] / looks
    to_probabilities(found)


@nested
def add(logits: Array, total: Array) -> None:
    """Add the logits of a look to those of the looks before."""
    for i in range(OUTPUTS):
        total[i] += logits[i]


@nested
def find_ink(crop: Array, view: Array) -> None:
    """Write the middle and the size of a closer look, in cells, if the ink of a cell takes little room."""
    start, end = int(CROP * (1 - INNER) / 2 + 0.5), int(CROP * (1 + INNER) / 2 + 0.5)
    total, count, low = 0.0, 0, 1.0
    for i in range(start, end):
        for j in range(start, end):
            if is_inside(i, j):
                value = crop[i + MARGIN, j + MARGIN, 0]
                total, count, low = total + value, count + 1, min(low, value)
    mean = total / count
    if mean - low < MIN_INK:
        return
    top, bottom, left, right = CROP, -1, CROP, -1
    for i in range(start, end):
        for j in range(start, end):
            if is_inside(i, j) and crop[i + MARGIN, j + MARGIN, 0] < (mean + low) / 2:
                top, bottom, left, right = min(top, i), max(bottom, i), min(left, j), max(right, j)
    size = max(bottom + 1 - top, right + 1 - left) / (CROP * CELL_SHARE)
    if size < SMALL_INK:
        view[0] = ((left + right + 1) / 2 / CROP - 0.5) / CELL_SHARE * view[2]
        view[1] = ((top + bottom + 1) / 2 / CROP - 0.5) / CELL_SHARE * view[2]
        view[2] *= max(size / USUAL_INK, CLOSEST)


@nested
def is_inside(i: Int, j: Int) -> bool:
    """Return True if a pixel of a crop is in the part in which ink is searched."""
    right, down = (j + 0.5) / CROP - 0.5, (i + 0.5) / CROP - 0.5
    return bool(right * right + down * down < ROUND * ROUND / 4 and right + down > -CORNER)


@nested
def is_clear(found: Array) -> bool:
    """Return True if the kind of a cell and all its digits have a high probability."""
    lowest = highest(found, 0, FIRST_SLOT)
    for slot in range(SLOTS):
        start = FIRST_SLOT + slot * SLOT_CLASSES
        lowest = min(lowest, highest(found, start, start + SLOT_CLASSES))
    return bool(lowest >= CLEAR or found[0] >= CLEAR)


@nested
def highest(numbers: Array, start: Int, end: Int) -> Float:
    """Return the largest number from `start` to before `end`."""
    result = numbers[start]
    for i in range(start + 1, end):
        result = max(result, numbers[i])
    return result


@nested
def cut(picture: Array, quad: Array, shift_x: Float, shift_y: Float, size_x: Float, size_y: Float, out: Array) -> None:
    """Write the features of a cell and its surroundings to a map of `CROP` x `CROP` pixels.

    Every pixel is the mean of several bilinear samples. Pixels outside repeat the picture's edge.

    :param shift_x: distance of the middle from that of the cell in widths of the cell, as `shift_y` in heights
    :param size_x: width in those of the usual crop, as `size_y` the height
    """
    height, width = picture.shape[0], picture.shape[1]
    longest = 0.0
    for k in range(4):
        dx, dy = quad[k, 0] - quad[(k + 1) % 4, 0], quad[k, 1] - quad[(k + 1) % 4, 1]
        longest = max(longest, (dx * dx + dy * dy) ** 0.5)
    samples = min(max(int(longest / (CROP * CELL_SHARE) + 1), 2), MAX_SAMPLES)
    low, high = np.float32(255), np.float32(0)
    for i in range(CROP):
        for j in range(CROP):
            total = np.float32(0)
            for p in range(samples):
                v = ((i + (p + 0.5) / samples) / CROP - 0.5) * size_y / CELL_SHARE + 0.5 + shift_y
                for q in range(samples):
                    u = ((j + (q + 0.5) / samples) / CROP - 0.5) * size_x / CELL_SHARE + 0.5 + shift_x
                    x = (quad[0, 0] * (1 - u) + quad[1, 0] * u) * (1 - v) + (quad[3, 0] * (1 - u) + quad[2, 0] * u) * v
                    y = (quad[0, 1] * (1 - u) + quad[1, 1] * u) * (1 - v) + (quad[3, 1] * (1 - u) + quad[2, 1] * u) * v
                    total += bilinear(
                        picture, min(max(x - 0.5, 0.0), width - 1.0), min(max(y - 0.5, 0.0), height - 1.0)
                    )
            value = total / np.float32(samples * samples)
            low, high = min(low, value), max(high, value)
            out[i + MARGIN, j + MARGIN, 0] = value
    scale = np.float32(2) / max(high - low, np.float32(MIN_CONTRAST))
    for i in range(CROP):
        for j in range(CROP):
            out[i + MARGIN, j + MARGIN, 0] = (out[i + MARGIN, j + MARGIN, 0] - high) * scale + np.float32(1)


@nested
def bilinear(picture: Array, x: Float, y: Float) -> Float:
    """Return the brightness at a place within the picture, in which pixel 0 is at 0."""
    top, left = int(y), int(x)
    below, right = min(top + 1, picture.shape[0] - 1), min(left + 1, picture.shape[1] - 1)
    v, u = np.float32(y - top), np.float32(x - left)
    one = np.float32(1)
    upper = picture[top, left, 0] * (one - u) + picture[top, right, 0] * u
    lower = picture[below, left, 0] * (one - u) + picture[below, right, 0] * u
    return upper * (one - v) + lower * v


@nested
def cell_output(x: Array, weights: Array, scratch: Scratch, found: Array) -> None:
    """Write the logits for the map of a crop, which is in `scratch.one`."""
    inputs, side, at = 1, CROP, ROWS
    for layer in range(len(READER_WIDTHS)):
        side //= READER_STRIDES[layer]
        space = scratch.other if layer % 2 == 0 else scratch.one
        out = new_map(space, side, side, (READER_WIDTHS[layer] + LANES - 1) // LANES * LANES)
        if layer == 0:
            at = first_layer(x, weights, at, out)
        else:
            at = convolve(x, inputs, weights, at, 3, READER_STRIDES[layer], 0.0, out)
        x, inputs = out, READER_WIDTHS[layer]
    # One weight for each channel and cell of the crop.
    line = row_of(scratch.line, LAST)
    at = depthwise_row(x, MARGIN, MARGIN, weights, at, LAST_SIDE, 1, 1, line)
    logits = new_map(scratch.other, 1, 1, (OUTPUTS + LANES - 1) // LANES * LANES)
    dense_row(line, 0, 0, LAST, weights, at, 1, 1, UNBOUNDED, logits, 0)
    for i in range(OUTPUTS):
        found[i] = logits[MARGIN, MARGIN, i]


@nested
def first_layer(x: Array, weights: Array, at: Int, out: Array) -> Int:
    """Write a rectified convolution of a map of one channel; `pack` orders its weights as those of depthwise ones."""
    x, weights, out = borrow(x), borrow(weights), borrow(out)
    stride, columns, edge = READER_STRIDES[0], x.shape[1], MARGIN - 1
    vectors, width = out.shape[2] // LANES, out.shape[1] - 2 * MARGIN
    zero = splat(np.float32(0))
    for i in range(out.shape[0] - 2 * MARGIN):
        for j in range(width):
            for vector in range(vectors):
                total = load(weights, at + vector)
                for tap in range(9):
                    place = (i * stride + edge + tap // 3) * columns + j * stride + edge + tap % 3
                    weight = load(weights, at + (1 + tap) * vectors + vector)
                    total = vector_add(total, vector_multiply(splat(number_at(x, place)), weight))
                store(out, ((i + MARGIN) * out.shape[1] + j + MARGIN) * vectors + vector, vector_max(total, zero))
    return at + vectors * 10


@nested
def to_probabilities(found: Array) -> None:
    """Replace logits by probabilities."""
    softmax(found[:FIRST_SLOT])
    for slot in range(SLOTS):
        start = FIRST_SLOT + slot * SLOT_CLASSES
        softmax(found[start : start + SLOT_CLASSES])
    softmax(found[CIRCLE:TURN])
    softmax(found[TURN:])
