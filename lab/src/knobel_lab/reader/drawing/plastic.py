"""Tracing of a ray that meets a die: a face, its pips, the plastic, and reflections of lamps."""

import math
from typing import Any

from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel_lab.reader.drawing.layout import DIE_BODY, DIE_KIND, DIE_PIPS, DIE_SECOND, DIE_SHARP, DIE_THIRD, DIE_WAVES
from knobel_lab.reader.drawing.noise import hash_noise, smoothstep

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (1, 1), (0, 0)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""Places of the pips of a value, as `nearest_pip` has them."""


@nested
def ink_at(die: Array, value: Int, turned: Any, u: Float, v: Float) -> tuple[Float, Float, Float]:
    """Return how far (u, v) on the face with a value is from ink, below 1 in it, and the vector to the pip's centre.

    Both are in radii of a pip; a printed star is flat, its vector is 0.
    """
    radius = die[DIE_PIPS + value - 1]
    gap = die[DIE_PIPS + 6 + value - 1]
    points = die[DIE_PIPS + 12 + value - 1]
    if points == 0:
        return nearest_pip(value, turned, u, v, gap, radius)
    # a star with a hole, as makers print it
    reach = math.sqrt(u * u + v * v) / (2 * gap)
    edge = 0.7 + 0.3 * math.cos(points * math.atan2(v, u))
    return (reach / edge if reach > 0.3 else 1.6 - 2 * reach), 0.0, 0.0


@nested
def nearest_pip(value: Int, turned: Any, u: Float, v: Float, gap: Float, radius: Float) -> tuple[Float, Float, Float]:
    """Return the distance of (u, v) from the centre of the nearest pip, in radii, and the vector to it."""
    if turned:
        u, v = v, u
    best = 1e9
    near_u = 0.0
    near_v = 0.0
    for k in range(value):
        if value == 1:
            x = 0.0
            y = 0.0
        elif value == 6:
            x = -1.0 if k < 3 else 1.0
            y = float(k % 3 - 1)
        else:
            x = 0.0
            y = 0.0
            if k == 0:
                x, y = -1.0, -1.0
            elif k == 1:
                x, y = 1.0, 1.0
            elif (value == 4 or value == 5) and k == 2:
                x, y = -1.0, 1.0
            elif (value == 4 or value == 5) and k == 3:
                x, y = 1.0, -1.0
        du = u - x * gap
        dv = v - y * gap
        d = du * du + dv * dv
        if d < best:
            best = d
            near_u = du
            near_v = dv
    if turned:
        near_u, near_v = near_v, near_u
    return math.sqrt(best) / radius, near_u / radius, near_v / radius


@nested
def face_at(x: Float, y: Float, z: Float) -> tuple[Int, Float, Float]:
    """Return the index of the face that a direction meets, and the coordinates on it, in half sides."""
    ax = abs(x)
    ay = abs(y)
    az = abs(z)
    if az >= ax and az >= ay:
        return (4 if z > 0 else 5), x, y
    if ax >= ay:
        return (0 if x > 0 else 1), y, z
    return (2 if y > 0 else 3), x, z


@nested
def add_sky(rx: Float, ry: Float, rz: Float, lamps: Array, table: Array, rough: Float, rgb: Array) -> None:
    """Write the light that arrives from a direction into `rgb`: sky, table and lamps."""
    if rz >= 0:
        k = lamps[0, 0] * (0.45 + 0.55 * rz)
        for c in range(3):
            rgb[c] = k * lamps[0, 1 + c]
    else:
        for c in range(3):
            rgb[c] = table[c] * 0.75
    for n in range(1, lamps.shape[0]):
        w = rx * lamps[n, 0] + ry * lamps[n, 1] + rz * lamps[n, 2]
        if w > 0.05 and lamps[n, 9] != 0:
            u = abs(rx * lamps[n, 3] + ry * lamps[n, 4] + rz * lamps[n, 5]) / w / lamps[n, 12]
            v = abs(rx * lamps[n, 6] + ry * lamps[n, 7] + rz * lamps[n, 8]) / w / lamps[n, 13]
            if lamps[n, 14] > 0:  # a ring or a round lamp
                q = math.sqrt(u * u + v * v)
                if lamps[n, 14] > 1:
                    q = 0.6 + abs(q - 0.8) * 2.0
            else:
                q = max(u, v)
            k = lamps[n, 9] * (1.0 - smoothstep(1.0 - rough, 1.0 + rough, q))
            if k > 0:
                rgb[0] += k * lamps[n, 10]
                rgb[1] += k
                rgb[2] += k * lamps[n, 11]


@nested
def plastic_at(die: Array, x: Float, y: Float, z: Float, rgb: Array) -> None:
    """Write the colour of the plastic at a point into `rgb`."""
    kind = die[DIE_KIND]
    m = 0.0
    n = 0.0
    if kind > 0:
        p1 = math.sin(die[DIE_WAVES] * x + die[DIE_WAVES + 1] * y + die[DIE_WAVES + 2] * z + die[DIE_WAVES + 3])
        p2 = math.sin(
            die[DIE_WAVES + 4] * x + die[DIE_WAVES + 5] * y + die[DIE_WAVES + 6] * z + die[DIE_WAVES + 7] + 1.8 * p1
        )
        p3 = math.sin(
            die[DIE_WAVES + 8] * x + die[DIE_WAVES + 9] * y + die[DIE_WAVES + 10] * z + die[DIE_WAVES + 11] + 1.6 * p2
        )
        p4 = math.sin(
            die[DIE_WAVES + 12] * x + die[DIE_WAVES + 13] * y + die[DIE_WAVES + 14] * z + die[DIE_WAVES + 15] + 1.4 * p3
        )
        s = die[DIE_SHARP]
        if kind == 3:
            m = smoothstep(-1.2, 1.2, p1 + 0.3 * p2)
            n = 0.0
        else:
            m = smoothstep(-s, s, p3 + 0.4 * p1)
            n = smoothstep(1.0 - s * 0.5, 1.3, p4 + 0.4 * p2) if kind == 2 else 0.0
    for c in range(3):
        q = die[DIE_BODY + c] * (1 - m) + die[DIE_SECOND + c] * m
        rgb[c] = q * (1 - n) + die[DIE_THIRD + c] * n
    if kind == 4:
        i = math.floor(x * 9 + 40)
        j = math.floor(y * 9 + 40) + 97 * math.floor(z * 9 + 40)
        if hash_noise(i, j, int(die[DIE_WAVES + 3] * 1000)) < 0.16:
            for c in range(3):
                rgb[c] = die[DIE_SECOND + c]
