"""Shrinking of pictures."""

import numpy as np

from knobel.engines.shared.arrays import Array

STRIP = 64
"""Number of rows of the result that are computed in one step: few floating-point numbers at a time."""


def shrink(picture: Array, side: int) -> tuple[Array, float]:
    """Return a picture whose longest side is at most `side` pixels, and the factor between its sizes and the original.

    Each new pixel is the mean of the area that it covers.
    """
    height, width, _ = picture.shape
    factor = min(1.0, side / max(height, width))
    if factor == 1:
        return picture, factor
    rows, columns = (covered(length, max(1, round(length * factor))) for length in (height, width))
    small = np.empty((len(rows[0][0]), len(columns[0][0]), 3), np.uint8)
    for top in range(0, len(small), STRIP):
        strip = slice(top, top + STRIP)
        low = np.zeros((len(small[strip]), width, 3), np.float32)
        for places, shares in rows:
            low += picture[places[strip]] * shares[strip, None, None]
        # Columns first, so that the numbers of a new pixel are beside each other.
        turned = np.ascontiguousarray(low.transpose(1, 0, 2)).reshape(width, -1)
        narrow = np.zeros((small.shape[1], turned.shape[1]), np.float32)
        for places, shares in columns:
            narrow += turned[places] * shares[:, None]
        small[strip] = np.rint(narrow).reshape(small.shape[1], -1, 3).transpose(1, 0, 2)
    return small, factor


def covered(old: int, new: int) -> list[tuple[Array, Array]]:
    """Return the old pixels along one axis of which each new one is the mean, the first of each, the second and so on.

    :return: the places of the old pixels, int64, and their shares in the new ones, float32, both of shape (new,)
    """
    edges = np.arange(new + 1) * (old / new)
    first = edges[:-1].astype(np.int64)
    result = []
    for pixel in (first + k for k in range(int((edges[1:] - first).max()) + 1)):
        length = np.minimum(edges[1:], pixel + 1) - np.maximum(edges[:-1], pixel)
        result.append((np.minimum(pixel, old - 1), (np.maximum(length, 0) * (new / old)).astype(np.float32)))
    return result
