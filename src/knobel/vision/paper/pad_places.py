"""Where the places of a pad are in a picture, from its marks, in compiled code.

The pads are rows of `marks.PAD_FIELDS`.
"""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.vision.paper.marks import MODULES, level

QUIET, MODULE = 4, 4
"""Width of the quiet zone of a code in modules, and of a module in pixels."""
AROUND = 5
"""A module is dark if it is darker than the mean of the modules around it, up to this distance."""
LOOKS_DOWN, LOOKS_ACROSS = 12, 96
"""Places in a cell where ink is searched."""
MIN_INK = 20.0
"""Difference of the darkest ink from the mean brightness of a cell, below which there is none."""
WIDTH = 1.25
"""Width of the part of a wide cell that is read, in its heights."""


@compiled
def place_boxes(pad: Array, boxes: Array, quads: Array) -> None:
    """Write where boxes of a pad are in the picture, by the projection that maps the unit square to its marks.

    :param pad: x and y of the marks, as in `PAD_FIELDS`
    :param boxes: left, top, right and bottom, the marks at 0 and 1, shape (n, 4), float64
    :param quads: result, x and y of the corners, clockwise from the upper left one, shape (n, 4, 2), float64
    """
    forward = np.empty(8)
    project(pad, forward)
    for k in range(len(boxes)):
        for corner in range(4):
            u = boxes[k, 2] if 0 < corner < 3 else boxes[k, 0]
            v = boxes[k, 3] if corner >= 2 else boxes[k, 1]
            quads[k, corner, 0], quads[k, corner, 1] = projected(forward, u, v)


@nested
def project(quad: Array, forward: Array) -> None:
    """Write the projection that maps the unit square to four points, x and y clockwise from the upper left one.

    Heckbert: Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
    """
    sx, sy = quad[0] - quad[2] + quad[4] - quad[6], quad[1] - quad[3] + quad[5] - quad[7]
    dx1, dy1, dx2, dy2 = quad[2] - quad[4], quad[3] - quad[5], quad[6] - quad[4], quad[7] - quad[5]
    determinant = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / determinant, (dx1 * sy - sx * dy1) / determinant
    forward[0], forward[1], forward[2] = quad[2] - quad[0] + g * quad[2], quad[6] - quad[0] + h * quad[6], quad[0]
    forward[3], forward[4], forward[5] = quad[3] - quad[1] + g * quad[3], quad[7] - quad[1] + h * quad[7], quad[1]
    forward[6], forward[7] = g, h


@nested
def projected(forward: Array, u: Float, v: Float) -> tuple[Float, Float]:
    """Return x and y of a place in the unit square."""
    w = forward[6] * u + forward[7] * v + 1
    x, y = forward[0] * u + forward[1] * v + forward[2], forward[3] * u + forward[4] * v + forward[5]
    return x / w, y / w


@nested
def project_code(pad: Array, forward: Array) -> None:
    """Write the projection that maps the unit square to the middles of the finder patterns of a pad's code.

    The place of the missing fourth one follows from the perspective of the pad.
    """
    project(pad, forward)
    g, h = forward[6], forward[7]
    wide = distance(pad[8:10], pad[10:12]) / distance(pad[0:2], pad[2:4])
    high = distance(pad[8:10], pad[12:14]) / distance(pad[2:4], pad[4:6])
    middle, right, below = 1 + g * (1 - wide), 1 + g, 1 + g * (1 - wide) + h * high
    last = 1 + g + h * high
    quad = np.empty(8)
    for axis in range(2):
        quad[axis], quad[2 + axis], quad[6 + axis] = pad[8 + axis], pad[10 + axis], pad[12 + axis]
        quad[4 + axis] = (pad[10 + axis] * right + pad[12 + axis] * below - pad[8 + axis] * middle) / last
    project(quad, forward)


@compiled
def draw_code(brightness: Array, pad: Array, size: Int, sharpness: Int, code: Array) -> None:
    """Write a clean picture of a pad's code, for a library that reads codes.

    :param size: width of the code in modules
    :param sharpness: per cent of the neighbours' brightness that are taken from each module, against blur
    :param code: result, shape (side, side), uint8, of which (`size` + 2 * `QUIET`) * `MODULE` are used
    """
    levels = np.empty((size, size))
    forward = np.empty(8)
    project_code(pad, forward)
    for i in range(size):
        for j in range(size):
            x, y = projected(forward, (j - 3.0) / (size - MODULES), (i - 3.0) / (size - MODULES))
            x, y = min(max(x - 0.5, 0.0), brightness.shape[1] - 1.0), min(max(y - 0.5, 0.0), brightness.shape[0] - 1.0)
            levels[i, j] = level(brightness, x, y)
    code[:] = 255
    for i in range(size):
        for j in range(size):
            beside, mean, looks = 0.0, 0.0, 0.0
            for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                k, m = min(max(i + di, 0), size - 1), min(max(j + dj, 0), size - 1)
                beside += levels[k, m]
            for k in range(max(i - AROUND, 0), min(i + AROUND + 1, size)):
                for m in range(max(j - AROUND, 0), min(j + AROUND + 1, size)):
                    mean, looks = mean + levels[k, m], looks + 1
            mean /= looks
            if (1 + sharpness / 25) * (levels[i, j] - mean) < sharpness / 100 * (beside - 4 * mean):
                top, left = (i + QUIET) * MODULE, (j + QUIET) * MODULE
                code[top : top + MODULE, left : left + MODULE] = 0


@compiled
def centre_wide(brightness: Array, quads: Array) -> None:
    """Narrow wide cells to the part about their ink, in which a number is as wide as in a square cell.

    :param quads: as `place_boxes` writes them
    """
    for k in range(len(quads)):
        quad = quads[k]
        width = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2
        height = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2
        half = WIDTH * height / width / 2
        if half >= 0.5:
            continue
        middle = min(max(ink_middle(brightness, quad), half), 1 - half)
        for upper, lower in ((0, 1), (3, 2)):
            x, y = quad[upper, 0], quad[upper, 1]
            dx, dy = quad[lower, 0] - x, quad[lower, 1] - y
            quad[upper, 0], quad[upper, 1] = x + (middle - half) * dx, y + (middle - half) * dy
            quad[lower, 0], quad[lower, 1] = x + (middle + half) * dx, y + (middle + half) * dy


@nested
def distance(a: Array, b: Array) -> Float:
    """Return the distance of two points."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


@nested
def ink_middle(brightness: Array, quad: Array) -> Float:
    """Return the middle of the ink in a cell, from 0 at its left to 1 at its right edge; 0.5 if there is none."""
    total, low, looks = 0.0, 255.0, 0
    seen = np.full((LOOKS_DOWN, LOOKS_ACROSS), 255.0)
    for i in range(LOOKS_DOWN):
        v = 0.2 + 0.6 * i / (LOOKS_DOWN - 1)
        for j in range(LOOKS_ACROSS):
            u = 0.06 + 0.88 * j / (LOOKS_ACROSS - 1)
            x = (quad[0, 0] * (1 - u) + quad[1, 0] * u) * (1 - v) + (quad[3, 0] * (1 - u) + quad[2, 0] * u) * v - 0.5
            y = (quad[0, 1] * (1 - u) + quad[1, 1] * u) * (1 - v) + (quad[3, 1] * (1 - u) + quad[2, 1] * u) * v - 0.5
            if 0 <= x <= brightness.shape[1] - 1 and 0 <= y <= brightness.shape[0] - 1:
                seen[i, j] = level(brightness, x, y)
                total, low, looks = total + seen[i, j], min(low, seen[i, j]), looks + 1
    if looks == 0 or total / looks - low < MIN_INK:
        return 0.5
    limit = (total / looks + low) / 2
    first, last = LOOKS_ACROSS, -1
    for j in range(LOOKS_ACROSS):
        for i in range(LOOKS_DOWN):
            if seen[i, j] < limit:
                first, last = min(first, j), max(last, j)
    return 0.06 + 0.88 * (first + last) / 2 / (LOOKS_ACROSS - 1)
