"""The format in which large arrays of weights ship; `knobel.engines.shared.data_files.unpack` reads it."""

import numpy as np

from knobel.engines.shared.arrays import Array


def rounded(weights: Array, step: float) -> Array:
    """Return weights in points as multiples of a step, which compress better the larger it is."""
    return np.rint(weights / step) * step


def pack(name: str, weights: Array, known: Array) -> dict[str, Array]:
    """Convert a large sparse array of 16-bit weights to small named arrays that compress well.

    Only the weights that are `known` (boolean) and the gaps between them are stored, split into bytes.
    """
    places = np.flatnonzero(known.reshape(-1))
    steps = np.diff(places, prepend=0)
    # Gaps of 2**16 and more are rare and are listed separately.
    wide = np.flatnonzero(steps >= 1 << 16)
    halves = weights.reshape(-1)[places].view(np.uint16)
    return {
        f"{name}_steps": split_bytes(steps),
        f"{name}_wide": wide.astype(np.uint32),
        f"{name}_more": (steps[wide] >> 16).astype(np.uint32),
        f"{name}_weights": split_bytes(halves),
        f"{name}_type": weights[:0],
    }


def split_bytes(numbers: Array) -> Array:
    """Return the low bytes of all numbers, followed by the second bytes. Shape (2, numbers), uint8."""
    return np.array([numbers & 0xFF, numbers >> 8 & 0xFF], np.uint8)
