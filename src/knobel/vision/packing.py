"""The weights of networks as compiled kernels read them."""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.simd import CACHE_LINE_BYTES, LANES
from knobel.vision.layers import pack, weights_size
from knobel.vision.weights import Network


def packed(network: Network) -> Array:
    """Return the weights as the kernels read them."""
    values = np.concatenate([part.ravel() for layer in network.values() for part in layer])
    shapes = np.array([layer.kernel.shape for layer in network.values()])
    weights = aligned(weights_size(shapes))
    pack(values, shapes, weights)
    return weights


def aligned(size: int) -> Array:
    """Return zeros, float32, that begin at a cache line."""
    numbers = np.zeros(size + LANES, np.float32)
    first = -numbers.ctypes.data % CACHE_LINE_BYTES // numbers.itemsize
    return numbers[first : first + size]
