"""Surfaces of tables and flat objects on them, chosen at random."""

import math

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.layout import (
    OBJECT_A,
    OBJECT_B,
    OBJECT_BORDER,
    OBJECT_COS,
    OBJECT_H,
    OBJECT_KIND,
    OBJECT_P,
    OBJECT_Q,
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


def surface(rng: Generator, kind: int) -> Array:
    """Return the numbers of a surface: seed, scale, two colours, strength of the noise, two numbers, direction."""
    u = rng.uniform
    g = np.zeros(16)
    g[0] = rng.integers(1, 100000)
    g[1] = u(0.25, 1.2)
    if kind == 1:
        a = hsv(u(0.04, 0.11), u(0.25, 0.8), u(0.2, 0.9))
        b = np.clip(a * u(0.5, 0.9), 0, 1)
    elif kind == 2:
        a = hsv(rng.choice([0.36, 0.4, 0.6, 0.0, 0.98, 0.75, u(0, 1)]), u(0.3, 1), u(0.12, 0.6))
        b = np.clip(a * u(0.55, 0.9), 0, 1)
    elif kind in (4, 7):
        a = hsv(u(0.08, 0.16), u(0, 0.15), u(0.7, 1))
        b = a * 0.5 + 0.5 * hsv(u(0, 1), u(0, 0.6), u(0.1, 0.7))
    elif kind in (3, 5):
        a = hsv(u(0, 1), u(0, 0.7), u(0.2, 1))
        b = hsv(u(0, 1), u(0, 0.7), u(0.1, 1)) if rng.random() < 0.5 else np.clip(a * u(0.4, 1.4), 0, 1)
    else:
        a = hsv(
            u(0, 1),
            u(0, 0.12) if rng.random() < 0.6 else u(0, 0.8),
            u(0.12, 1) if rng.random() < 0.6 else u(0.65, 0.95),
        )
        b = np.clip(a * u(0.75, 1.25), 0, 1)
    g[2:5] = linear(a)
    g[5:8] = linear(b)
    g[8] = u(0, 0.12) if rng.random() < 0.7 else u(0, 0.4)
    g[9] = u(0, 1)
    g[10] = u(0, 1)
    angle = u(0, 6.28)
    g[11], g[12] = math.cos(angle), math.sin(angle)
    return g


def objects_on_table(rng: Generator, reach: float, *, printed: bool = True) -> Array:
    """Return rows of flat objects, shape (n, 24): pens, fingers, pads, coins, boxes, spots, cubes, printed dice.

    :param reach: half side of the area in which they lie
    :param printed: printed dice are among them
    """
    rows = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 5], p=[0.42, 0.2, 0.17, 0.13, 0.08]))):
        t = np.zeros(OBJECT_SIZE)
        u = rng.uniform
        what = rng.random() * (1.0 if printed else 0.9)
        angle = u(0, 6.28)
        t[OBJECT_COS], t[OBJECT_SIN] = math.cos(angle), math.sin(angle)
        t[OBJECT_X], t[OBJECT_Y] = u(-reach, reach, 2)
        a = hsv(u(0, 1), u(0, 0.9) * (rng.random() < 0.6), u(0.05, 1))
        b = hsv(u(0, 1), u(0, 0.9) * (rng.random() < 0.5), u(0.05, 1))
        t[OBJECT_SHADOW] = u(0, 0.7)
        t[OBJECT_SEED] = rng.integers(1, 99999)
        t[OBJECT_P], t[OBJECT_Q] = u(0.3, 3), u(0, 1)
        if what < 0.17:  # a pen
            t[OBJECT_KIND], t[OBJECT_W], t[OBJECT_H] = 1, u(5, 14), u(0.25, 0.6)
            t[OBJECT_ROUND] = t[OBJECT_H] * u(0, 1)
            t[OBJECT_P] = u(0.4, 1.2)
        elif what < 0.29:  # a finger
            t[OBJECT_KIND], t[OBJECT_W], t[OBJECT_H] = 1, u(5, 12), u(0.8, 1.3)
            t[OBJECT_ROUND] = t[OBJECT_H]
            t[OBJECT_P] = u(0.8, 1.0)
            a = hsv(u(0.02, 0.09), u(0.25, 0.6), u(0.3, 0.95))
            b = np.clip(a * u(0.9, 1.2), 0, 1)
        elif what < 0.45:  # a pad, a sheet
            t[OBJECT_KIND], t[OBJECT_W], t[OBJECT_H] = 3, u(3, 14), u(3, 10)
            t[OBJECT_BORDER] = rng.choice([0, 0, 0.1, 0.3])
            a = hsv(u(0.08, 0.16), u(0, 0.3), u(0.75, 1))
            b = hsv(u(0, 1), u(0, 0.8), u(0.05, 0.5))
        elif what < 0.57:  # coins, buttons, chips, lids
            t[OBJECT_KIND] = 6
            t[OBJECT_W] = t[OBJECT_H] = t[OBJECT_ROUND] = u(0.3, 3)
            t[OBJECT_P] = u(0.2, 1.2)
            t[OBJECT_BORDER] = rng.choice([0, 0.1, 0.3])
        elif what < 0.72:  # boxes, cards, edges
            t[OBJECT_KIND], t[OBJECT_W], t[OBJECT_H] = rng.choice([0, 5, 2]), u(0.4, 12), u(0.4, 8)
            t[OBJECT_ROUND] = u(0, 0.3)
            t[OBJECT_BORDER] = rng.choice([0, 0, 0.1, 0.5])
            t[OBJECT_P] = u(0.3, 8) if t[OBJECT_KIND] == 2 else u(0.2, 2)
        elif what < 0.82:  # spots without order
            t[OBJECT_KIND], t[OBJECT_W], t[OBJECT_H] = 7, u(1, 6), u(1, 6)
            t[OBJECT_Q] = u(0.2, 0.9)
        elif what < 0.9:  # cubes of sugar, erasers: no pips
            t[OBJECT_KIND] = 0
            t[OBJECT_W] = u(0.6, 1.4)
            t[OBJECT_H] = t[OBJECT_W] * u(0.8, 1.5)
            t[OBJECT_ROUND] = u(0, 0.4)
            t[OBJECT_BORDER] = rng.choice([0, 0.1, 0.2])
        else:  # small printed dice
            x, y = t[OBJECT_X], t[OBJECT_Y]
            w = u(0.2, 0.5)
            for k in range(int(rng.integers(1, 7))):
                p = t.copy()
                p[OBJECT_KIND], p[OBJECT_W], p[OBJECT_H], p[OBJECT_ROUND] = 4, w, w, w * u(0, 0.3)
                p[OBJECT_X], p[OBJECT_Y] = x + t[OBJECT_COS] * k * w * 2.5, y + t[OBJECT_SIN] * k * w * 2.5
                p[OBJECT_P], p[OBJECT_Q] = k % 6 + 1, rng.integers(2)
                p[OBJECT_A : OBJECT_A + 3], p[OBJECT_B : OBJECT_B + 3] = (1, 1, 1), (0.02, 0.02, 0.02)
                p[OBJECT_BORDER] = w * 0.12
                p[OBJECT_SHADOW] = 0
                rows.append(p)
            continue
        t[OBJECT_A : OBJECT_A + 3] = linear(a)
        t[OBJECT_B : OBJECT_B + 3] = linear(b)
        rows.append(t)
    return np.array(rows) if rows else np.zeros((0, OBJECT_SIZE))
