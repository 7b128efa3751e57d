"""Moves the cells of a pad onto their printed outlines, as paper is bent between the marks, in compiled code."""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.special_functions import exp
from knobel.vision.paper.marks import level
from knobel.vision.paper.pad_places import distance

STEP, STEPS = 0.05, 7
"""Steps by which a cell is moved, in heights of the cell, and most steps in each of four directions."""
PLACES = 4
"""Places on each quarter of an outline where its ink is searched."""
ASIDE = 0.09
"""Distance of the paper that is compared with the ink of an outline, in heights of the cell."""
MOST_INK = 0.3
"""Darkness in parts of the paper's brightness above which ink counts no more: writing is darker than outlines."""
STIFFNESS = 1.2
"""Distance in heights of a cell over which the paper bends little."""
RELUCTANCE = 0.03
"""Ink that outweighs a move by the height of a cell."""
INSIDE = 0.72
"""Side of the square within a circle in which a number is read, in diameters; signs are outside of it."""


@compiled
def align(brightness: Array, quads: Array, is_round: Int) -> None:
    """Move cells onto their outlines, each together with those about it, and narrow round ones to their inside.

    :param brightness: shape (height, width), uint8
    :param quads: x and y of the corners, clockwise from the upper left one, shape (n, 4, 2), float64
    :param is_round: 1 if the outlines are circles in the cells, 0 if they are the cells' edges
    """
    n, side = len(quads), 2 * STEPS + 1
    inks, middles = np.empty((n, side, side)), np.empty((n, 2))
    for k in range(n):
        middles[k, 0], middles[k, 1] = place(quads[k], 0.5, 0.5)
        for i in range(side):
            for j in range(side):
                right, down = STEP * (j - STEPS), STEP * (i - STEPS)
                ink = outline_ink(brightness, quads[k], right, down, is_round)
                inks[k, i, j] = ink - RELUCTANCE * (right * right + down * down) ** 0.5
    near, moved = np.empty(n), np.empty((4, 2))
    for k in range(n):
        height = distance(quads[k, 0], quads[k, 3])
        for other in range(n):
            near[other] = exp(-0.5 * (distance(middles[k], middles[other]) / (STIFFNESS * height)) ** 2)
        best, right, down = -1e9, 0.0, 0.0
        for i in range(side):
            for j in range(side):
                total = 0.0
                for other in range(n):
                    total += near[other] * inks[other, i, j]
                if total > best:
                    best, right, down = total, STEP * (j - STEPS), STEP * (i - STEPS)
        right *= height / distance(quads[k, 0], quads[k, 1])
        share = INSIDE if is_round else 1.0
        for corner in range(4):
            u, v = right + 0.5 + share * (int(0 < corner < 3) - 0.5), down + 0.5 + share * (int(corner >= 2) - 0.5)
            moved[corner, 0], moved[corner, 1] = place(quads[k], u, v)
        for corner in range(4):
            quads[k, corner, 0], quads[k, corner, 1] = moved[corner, 0], moved[corner, 1]


@nested
def outline_ink(brightness: Array, quad: Array, right: Float, down: Float, is_round: Int) -> Float:
    """Return how dark the outline of a cell is that is moved, in parts of the paper's brightness."""
    narrow = distance(quad[0], quad[3]) / distance(quad[0], quad[1])
    total = 0.0
    for number in range(PLACES):
        a, b, normal_a, normal_b = (number + 0.5) / PLACES - 0.5, 0.5, 0.0, 1.0
        if is_round:
            # The tangent of the half angle in a quarter of a circle runs from -0.41 to 0.41.
            tangent = 0.82842712 * a
            normal_a, normal_b = 2 * tangent / (1 + tangent**2), (1 - tangent**2) / (1 + tangent**2)
            a, b = normal_a / 2, normal_b / 2
        for _ in range(4):
            a, b, normal_a, normal_b = -b, a, -normal_b, normal_a
            line, paper = 255.0, 255.0
            for k in range(-2, 3):
                off = ASIDE * k / 2 if abs(k) == 2 else STEP * k / 3
                u, v = 0.5 + a + (right + normal_a * off) * narrow, 0.5 + b + down + normal_b * off
                x, y = place(quad, u, v)
                x, y = (
                    min(max(x - 0.5, 0.0), brightness.shape[1] - 1.0),
                    min(max(y - 0.5, 0.0), brightness.shape[0] - 1.0),
                )
                seen = level(brightness, x, y)
                if abs(k) == 2:
                    paper = min(paper, seen)
                else:
                    line = min(line, seen)
            total += min(max(1 - line / max(paper, 1.0), 0.0), MOST_INK)
    return total / (4 * PLACES)


@nested
def place(quad: Array, u: Float, v: Float) -> tuple[Float, Float]:
    """Return x and y of a place in a cell, of which the corners are at 0 and 1."""
    x = (quad[0, 0] * (1 - u) + quad[1, 0] * u) * (1 - v) + (quad[3, 0] * (1 - u) + quad[2, 0] * u) * v
    y = (quad[0, 1] * (1 - u) + quad[1, 1] * u) * (1 - v) + (quad[3, 1] * (1 - u) + quad[2, 1] * u) * v
    return x, y
