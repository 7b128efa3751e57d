"""Colours and plastics of dice, chosen at random."""

import colorsys

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel.vision.drawing.layout import (
    DIE_BALL,
    DIE_BODY,
    DIE_CLEAR,
    DIE_DEPTH,
    DIE_DOME,
    DIE_FACES,
    DIE_GAP,
    DIE_GLOSS,
    DIE_INK,
    DIE_KIND,
    DIE_ONE,
    DIE_PIP,
    DIE_ROUGH,
    DIE_ROUND,
    DIE_SECOND,
    DIE_SHARP,
    DIE_SIZE,
    DIE_THIRD,
    DIE_WAVES,
    DIE_WEAR,
)


def hsv(h: float, s: float, v: float) -> Array:
    """Return sRGB from 0 to 1."""
    return np.array(colorsys.hsv_to_rgb(h % 1.0, min(1, max(0, s)), min(1, max(0, v))))


def plastic(rng: Generator, colour: int) -> Array:
    """Return a shade that people call by the name of a colour, sRGB from 0 to 1."""
    u = rng.uniform
    if colour == 0:
        return hsv(u(0.08, 0.16), u(0, 0.12) if rng.random() < 0.7 else u(0.1, 0.24), u(0.82, 1))
    if colour == 1:
        return hsv(u(0, 1), u(0, 0.35), u(0.03, 0.2))
    if colour == 2:
        return hsv(u(0, 1), u(0, 0.08), u(0.36, 0.66))
    if colour == 3:
        return hsv(u(-0.035, 0.02), u(0.65, 1), u(0.42, 0.95))
    if colour == 4:
        return hsv(u(0.05, 0.085), u(0.8, 1), u(0.82, 1))
    if colour == 5:
        return hsv(u(0.125, 0.175), u(0.65, 1), u(0.8, 1))
    if colour == 6:
        return hsv(u(0.24, 0.47), u(0.5, 1), u(0.25, 0.85))
    if colour == 7:
        return hsv(u(0.52, 0.69), u(0.5, 1), u(0.3, 0.95))
    if colour == 8:
        return hsv(u(0.73, 0.84), u(0.35, 1), u(0.22, 0.7))
    if colour == 9:
        return hsv(u(0.88, 0.97), u(0.3, 0.65), u(0.8, 1))
    return hsv(u(0.04, 0.11), u(0.45, 0.85), u(0.25, 0.52))


def linear(c: Array) -> Array:
    """Return linear RGB of sRGB, both from 0 to 1."""
    return np.asarray(c) ** 2.2


def dice_set(rng: Generator) -> tuple[Array, int, bool]:
    """Return what the dice of a set share: a row without place and values, the colour, and the direction of the values.

    The colour is an index in `COLOURS`, -1 if the dice have several colours.
    """
    die = np.zeros(DIE_SIZE)
    colour = int(rng.choice(11, p=[0.17, 0.13, 0.03, 0.15, 0.05, 0.09, 0.12, 0.13, 0.06, 0.03, 0.04]))
    body = plastic(rng, colour)
    style = rng.random()
    kind = 0 if style < 0.55 else (1 if style < 0.72 else (2 if style < 0.85 else (3 if style < 0.92 else 4)))
    second_colour = colour
    if rng.random() < 0.55:
        second = np.clip(body * rng.uniform(0.35, 1.5), 0, 1)
    else:
        second_colour = int(rng.integers(11))
        second = plastic(rng, second_colour)
    third = (
        plastic(rng, int(rng.integers(11)))
        if rng.random() < 0.3
        else np.clip(body * rng.uniform(0.3, 1.7) + rng.uniform(0, 0.2), 0, 1)
    )
    for _ in range(60):
        k = rng.random()
        if k < 0.5:
            ink = np.full(3, rng.uniform(0.8, 1.0))
        elif k < 0.75:
            ink = np.full(3, rng.uniform(0.0, 0.15))
        elif k < 0.85:
            ink = np.array([rng.uniform(0.7, 0.95), rng.uniform(0.5, 0.75), rng.uniform(0.1, 0.35)])  # gold
            if rng.random() < 0.4:
                ink = np.array([0.95, 0.85, 0.1])
        else:
            ink = plastic(rng, int(rng.choice([3, 3, 7, 6, 2, 0])))
        apart = np.sqrt((0.6 * (ink - body) ** 2).sum())
        if kind in (1, 2, 4):
            apart = min(apart, 1.6 * np.sqrt((0.6 * (ink - second) ** 2).sum()))
        if apart > (0.22 if rng.random() < 0.35 else 0.4):
            break
    die[DIE_BODY : DIE_BODY + 3] = linear(body)
    die[DIE_SECOND : DIE_SECOND + 3] = linear(second)
    die[DIE_THIRD : DIE_THIRD + 3] = linear(third)
    die[DIE_INK : DIE_INK + 3] = linear(ink)
    die[DIE_KIND] = kind
    die[DIE_ROUND] = rng.uniform(0.04, 0.3) if rng.random() < 0.75 else rng.uniform(0.3, 0.5)
    die[DIE_BALL] = 9.0 if rng.random() < 0.5 else rng.uniform(1.3, 1.6)
    die[DIE_PIP] = rng.uniform(0.13, 0.235)
    die[DIE_GAP] = min(rng.uniform(0.44, 0.62), 0.93 - die[DIE_PIP] - 0.4 * die[DIE_ROUND])
    die[DIE_GAP] = max(die[DIE_GAP], die[DIE_PIP] + 0.14)
    die[DIE_DEPTH] = 0 if rng.random() < 0.2 else rng.uniform(0.1, 0.9)
    die[DIE_GLOSS] = rng.uniform(0, 0.25) if rng.random() < 0.2 else rng.uniform(0.5, 1.6)
    die[DIE_ROUGH] = rng.uniform(0.05, 0.5)
    die[DIE_CLEAR] = rng.uniform(0.3, 0.95) if rng.random() < 0.22 else 0
    die[DIE_DOME] = (
        rng.choice([0, 0, 0.02, 0.05, 0.1, 0.16]) * rng.uniform(0.5, 1.2) * (1 if rng.random() < 0.75 else -1)
    )
    die[DIE_ONE] = 1 if rng.random() < 0.85 else min(rng.uniform(1.2, 2.0), 0.45 / die[DIE_PIP])
    waves = rng.normal(size=(4, 4))
    waves[:, :3] *= rng.uniform(0.7, 2.6)
    waves[:, 3] = rng.uniform(0, 6.28, 4)
    die[DIE_WAVES : DIE_WAVES + 16] = waves.ravel()
    die[DIE_SHARP] = rng.uniform(0.15, 1.0)
    die[DIE_WEAR] = rng.uniform(0, 0.35) if rng.random() < 0.12 else 0
    die[DIE_WEAR + 1] = rng.uniform(0, 1.0)
    mirrored = rng.random() < 0.4
    plain = (
        kind == 0
        or (second_colour == colour and kind in (3, 4))
        or (kind in (1, 2) and second_colour == colour and 0.65 < second.sum() / max(0.1, body.sum()) < 1.4)
    )
    return die, (colour if plain else -1), mirrored


def show_value(rng: Generator, die: Array, value: int, mirrored: bool) -> None:
    """Set the faces of a die that shows a value; opposite faces add up to seven."""
    rest = [v for v in range(1, 7) if v not in (value, 7 - value)]
    a = rest[int(rng.integers(4))]
    b = next(v for v in rest if v not in (a, 7 - a))
    if mirrored:
        b = 7 - b
    die[DIE_FACES : DIE_FACES + 6] = (a, 7 - a, b, 7 - b, value, 7 - value)
    die[DIE_FACES + 6 : DIE_FACES + 12] = rng.integers(0, 2, 6)
    # Each die is cut from another place of the same plastic.
    die[DIE_WAVES + 3 : DIE_WAVES + 16 : 4] += rng.uniform(0, 6.28, 4)
