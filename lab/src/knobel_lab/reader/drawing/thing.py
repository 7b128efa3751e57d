"""A thing composed of flat, curved and embossed shapes; see `layout`."""

import math
from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.layout import (
    OBJECT_A,
    OBJECT_B,
    OBJECT_BORDER,
    OBJECT_COS,
    OBJECT_DOME,
    OBJECT_GLOSS,
    OBJECT_H,
    OBJECT_HOLE,
    OBJECT_KIND,
    OBJECT_LIGHT,
    OBJECT_P,
    OBJECT_Q,
    OBJECT_RELIEF,
    OBJECT_ROUND,
    OBJECT_SEED,
    OBJECT_SHADOW,
    OBJECT_SIN,
    OBJECT_SIZE,
    OBJECT_W,
    OBJECT_X,
    OBJECT_Y,
)
from knobel_lab.reader.drawing.materials import hsv, linear

PLAIN, TUBE, WRITTEN, PICTURE, RING = 0, 1, 3, 5, 6
"""Kinds of objects, see `table_rays.object_at`."""
WHITE, BLACK = np.full(3, 0.95), np.full(3, 0.04)


class Thing:
    """A thing about the origin, composed of shapes of which the later ones cover the earlier ones."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng
        self.rows: list[Array] = []

    def add(
        self,
        colour: Array,
        x: float = 0,
        y: float = 0,
        w: float = 1,
        h: float | None = None,
        *,
        turn: float = 0,
        corner: float | None = None,
        kind: int = PLAIN,
        second: Array | None = None,
        features: Mapping[str, float] | None = None,
        **others: float,
    ) -> None:
        """Add a rounded rectangle; without a height it is a disc.

        :param colour: sRGB from 0 to 1; `second` likewise, for the border and for patterns
        :param w: half side; `h` likewise
        :param corner: radius of the corners, as a part of the shorter half side
        :param features: numbers of `FEATURES`; `others` likewise
        """
        t = np.zeros(OBJECT_SIZE)
        height = w if h is None else h
        round_ = (1.0 if h is None else 0.0) if corner is None else corner
        t[OBJECT_KIND], t[OBJECT_X], t[OBJECT_Y], t[OBJECT_W], t[OBJECT_H] = kind, x, y, w, height
        t[OBJECT_COS], t[OBJECT_SIN] = math.cos(turn), math.sin(turn)
        t[OBJECT_ROUND] = round_ * min(w, height)
        t[OBJECT_A : OBJECT_A + 3] = linear(np.clip(colour, 0, 1))
        t[OBJECT_B : OBJECT_B + 3] = linear(np.clip(colour * 0.5 if second is None else second, 0, 1))
        t[OBJECT_SEED] = self.rng.integers(1, 99999)
        for name, value in (*(features or {}).items(), *others.items()):
            t[FEATURES[name]] = value
        self.rows.append(t)

    def placed(self, x: float, y: float, turn: float, scale: float, light: float) -> list[Array]:
        """Return the shapes turned, scaled and moved; `light` is the direction of the light in radians."""
        cos, sin = math.cos(turn), math.sin(turn)
        for t in self.rows:
            u, v = t[OBJECT_X] * scale, t[OBJECT_Y] * scale
            t[OBJECT_X], t[OBJECT_Y] = x + cos * u - sin * v, y + sin * u + cos * v
            c, s = t[OBJECT_COS], t[OBJECT_SIN]
            t[OBJECT_COS], t[OBJECT_SIN] = cos * c - sin * s, sin * c + cos * s
            for length in (OBJECT_W, OBJECT_H, OBJECT_ROUND, OBJECT_BORDER, OBJECT_HOLE):
                t[length] *= scale
            t[OBJECT_LIGHT] = light
        return self.rows


FEATURES = {
    "border": OBJECT_BORDER,
    "hole": OBJECT_HOLE,
    "dome": OBJECT_DOME,
    "relief": OBJECT_RELIEF,
    "gloss": OBJECT_GLOSS,
    "shadow": OBJECT_SHADOW,
    "p": OBJECT_P,
    "q": OBJECT_Q,
}
"""Other numbers of a shape by name."""


def any_colour(rng: Generator) -> Array:
    """Return a strong, pale or grey colour, sRGB."""
    u = rng.uniform
    return hsv(u(0, 1), u(0.5, 1) if rng.random() < 0.6 else u(0, 0.3), u(0.08, 1))


def metal(rng: Generator) -> Array:
    """Return the colour of steel, brass or copper, sRGB."""
    u = rng.uniform
    return hsv(u(0.05, 0.14), u(0, 0.15) if rng.random() < 0.55 else u(0.3, 0.65), u(0.35, 0.95))


def disc(thing: Thing, colour: Array, radius: float, shadow: float) -> None:
    """Add a disc of metal or plastic with its edge."""
    u = thing.rng.uniform
    thing.add(
        colour,
        0,
        0,
        radius,
        border=radius * u(0, 0.14),
        second=colour * u(0.5, 1.3),
        shadow=shadow,
        dome=u(0, 0.35),
        gloss=u(0, 0.6),
    )


def plus(thing: Thing, colour: Array, x: float, y: float, size: float) -> None:
    """Add a plus sign."""
    thing.add(colour, x, y, size, 0.25 * size)
    thing.add(colour, x, y, 0.25 * size, size)
