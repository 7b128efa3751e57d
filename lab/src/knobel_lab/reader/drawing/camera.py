"""Camera and lamps, chosen at random."""

import math

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array

LIGHTS = "day", "lamp"
"""Light of the sky from all sides, and that of one lamp."""


def lamps_above(rng: Generator, light: str | None = None) -> Array:
    """Return the sky (row 0: strength, RGB) and four lamps, shape (5, 16), of which the upper faces mirror some.

    A lamp has three axes, strength, red and blue in relation to green, half sides, form and strength of direct light.

    :param light: one of `LIGHTS`, or none for any
    """
    u = rng.uniform
    lamps = np.zeros((5, 16))
    warm = u(-1, 1)
    lamps[0, 0] = u(0.35, 1.0)
    lamps[0, 1:4] = (1 + 0.15 * warm, 1, 1 - 0.2 * warm)
    for n in range(1, 5):
        if (n == 2 and rng.random() < 0.5) or (n > 2 and rng.random() < 0.55):
            lamps[n, 2] = 1
            continue
        high = u(0.35, 1.0) if n < 3 else u(0.15, 1)
        if n == 3 and rng.random() < 0.5:  # beside the camera, or a ring about it
            high = u(0.93, 1.0)
        angle = u(0, 6.28)
        flat = math.sqrt(max(0, 1 - high * high))
        w = np.array([flat * math.cos(angle), flat * math.sin(angle), high])
        a = np.cross(w, [0.3, 0.5, 0.81] if abs(high) < 0.95 else [1, 0, 0])
        a /= np.linalg.norm(a)
        b = np.cross(w, a)
        k = u(0, 6.28)
        a, b = a * math.cos(k) + b * math.sin(k), b * math.cos(k) - a * math.sin(k)
        lamps[n, 0:3], lamps[n, 3:6], lamps[n, 6:9] = w, a, b
        lamps[n, 9] = 10 ** u(0.2, 1.7)
        warm = u(-1, 1)
        lamps[n, 10], lamps[n, 11] = 1 + 0.15 * warm, 1 - 0.25 * warm
        lamps[n, 12] = u(0.05, 0.5)
        lamps[n, 13] = lamps[n, 12] if rng.random() < 0.5 else u(0.03, 0.9)
        lamps[n, 14] = rng.choice([0, 0, 1, 2])
        if n < 3:
            lamps[n, 15] = u(0.0, 1.0) if n == 1 else u(0, 0.5)
    if rng.random() < 0.3:  # cloudy: no shadow that one sees
        lamps[1:3, 15] = 0
        lamps[0, 0] = 1
    if light:
        lamps[2:] = 0, 0, 1, *[0] * 13
    if light == "day":
        lamps[0, 0] = u(0.75, 1.0)
        lamps[1, 15] = u(0, 0.3)
    elif light == "lamp":
        lamps[0, 0] = u(0.3, 0.6)
        lamps[1, 15] = u(0.5, 1.0)
    return lamps


def camera(
    rng: Generator, size: int, full: float, tilt: float, view: float
) -> tuple[float, float, float, Array, Array, Array, Array]:
    """Return a camera over the table: focal length, principal point, axes, and the direction of the picture's centre.

    :param size: side of the picture in pixels
    :param full: side in pixels of the whole picture, from which it is cut
    :param tilt: angle to the vertical in degrees
    :param view: angle of view of the whole picture in degrees
    """
    focal = full / (2 * math.tan(math.radians(view) / 2))
    px, py = full / 2 - rng.uniform(0, full - size, 2)
    around, turn = rng.uniform(0, 2 * math.pi, 2)
    t = math.radians(tilt)
    right = np.array([math.cos(turn), math.sin(turn), 0])
    down = np.array([math.sin(turn), -math.cos(turn), 0])
    ahead = np.array([0, 0, -1.0])
    axis = np.array([math.cos(around), math.sin(around), 0])

    def lean(v: Array) -> Array:
        return np.asarray(v * math.cos(t) + np.cross(axis, v) * math.sin(t) + axis * (axis @ v) * (1 - math.cos(t)))

    right, down, ahead = lean(right), lean(down), lean(ahead)
    middle = ahead + (size / 2 - px) / focal * right + (size / 2 - py) / focal * down
    return focal, px, py, right, down, ahead, middle
