"""Noise for surfaces: hashes of the integer grid, interpolated and summed (value noise)."""

import math

from knobel.engines.shared.compiled import Float, Int, inlined, nested


@inlined
def smoothstep(low: Float, high: Float, x: Float) -> Float:
    """Return 0 below `low`, 1 above `high`, and the cubic step between them."""
    t = (x - low) / (high - low)
    t = min(1.0, max(0.0, t))
    return t * t * (3.0 - 2.0 * t)


@inlined
def hash_noise(x: Int, y: Int, seed: Int) -> Float:
    """Return a number from 0 to 1 that is a hash of a point of the integer grid."""
    h = (x * 374761393 + y * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((h ^ (h >> 15)) & 0xFFFFFF) / 16777216.0


@nested
def value_noise(x: Float, y: Float, seed: Int) -> Float:
    """Return value noise from 0 to 1: hashes of the grid, interpolated."""
    xi = math.floor(x)
    yi = math.floor(y)
    fx = x - xi
    fy = y - yi
    fx = fx * fx * (3 - 2 * fx)
    fy = fy * fy * (3 - 2 * fy)
    i = int(xi)
    j = int(yi)
    a = hash_noise(i, j, seed)
    b = hash_noise(i + 1, j, seed)
    c = hash_noise(i, j + 1, seed)
    d = hash_noise(i + 1, j + 1, seed)
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy


@nested
def fractal_noise(x: Float, y: Float, seed: Int, octaves: Int) -> Float:
    """Return the sum of octaves of value noise, from 0 to 1."""
    s = 0.0
    k = 0.5
    for o in range(octaves):
        s += k * value_noise(x, y, seed + o)
        x = x * 2.03 + 1.7
        y = y * 2.03 - 3.1
        k *= 0.5
    return s / (1.0 - k * 2 * 0.5)
