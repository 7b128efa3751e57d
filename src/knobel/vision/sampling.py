"""Shrinking of pictures."""

import numpy as np

from knobel.engines.shared.arrays import Array

STRIP = 512
"""Number of rows of a large picture that are shrunk in one step."""


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
