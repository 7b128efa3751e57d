"""Resampling of pictures: shrinking to a side, and crops about a place."""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.vision.settings import CROP

STRIP = 512
"""Rows of a large picture that are shrunk at once."""


def normalise(picture: Array) -> Array:
    """Return a picture (height, width, 3), 0 to 255, as features (3, height, width) from -1 to 1."""
    return np.asarray(picture, np.float32).transpose(2, 0, 1) / np.float32(127.5) - np.float32(1)


def shrink(picture: Array, side: int) -> tuple[Array, float]:
    """Return a picture whose longest side is at most `side` pixels, and the factor between its sizes and the original.

    Each new pixel is the mean of the area that it covers.
    """
    height, width, _ = picture.shape
    factor = min(1.0, side / max(height, width))
    if factor == 1:
        return picture, factor
    rows = area_matrix(height, max(1, round(height * factor)))
    columns = area_matrix(width, max(1, round(width * factor)))
    # Columns first, in strips: few floating-point numbers at a time, however large the picture is.
    strips = [picture[top : top + STRIP] for top in range(0, height, STRIP)]
    narrow = np.concatenate([[columns @ strip[:, :, c].T.astype(np.float32) for c in range(3)] for strip in strips], 2)
    small = np.stack([rows @ plane.T for plane in narrow], -1)
    return np.clip(np.rint(small), 0, 255).astype(np.uint8), factor


def area_matrix(old: int, new: int) -> Array:
    """Return the shares of old pixels in new ones along one axis, shape (new, old), float32. Rows sum to 1."""
    edges = np.arange(new + 1) * (old / new)
    pixels = np.arange(old)
    covered = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
    covered = np.maximum(covered, 0)
    return np.asarray(covered / covered.sum(1, keepdims=True), np.float32)


def crop(picture: Array, x: float, y: float, side: float) -> Array:
    """Return the square of `side` pixels about a place as `CROP` x `CROP` pixels, float32 from 0 to 255.

    Every pixel is the mean of four bilinear samples. What lies outside repeats the picture's edge.
    """
    height, width, _ = picture.shape
    t = (np.arange(2 * CROP, dtype=np.float32) + 0.5) / (2 * CROP) - 0.5
    columns = np.clip(x + t * side - 0.5, 0, max(0, width - 1.001))
    rows = np.clip(y + t * side - 0.5, 0, max(0, height - 1.001))
    left, top = columns.astype(int), rows.astype(int)
    right, below = np.minimum(left + 1, width - 1), np.minimum(top + 1, height - 1)
    u, v = (columns - left)[None, :, None], (rows - top)[:, None, None]
    upper = picture[top[:, None], left] * (1 - u) + picture[top[:, None], right] * u
    lower = picture[below[:, None], left] * (1 - u) + picture[below[:, None], right] * u
    samples = upper * (1 - v) + lower * v
    return np.asarray(samples.reshape(CROP, 2, CROP, 2, 3).mean((1, 3)), np.float32)
