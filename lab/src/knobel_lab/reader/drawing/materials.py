"""Colours and plastics of dice, chosen at random."""

import colorsys
import math

import numpy as np
from numpy.random import Generator

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.layout import (
    DIE_BALL,
    DIE_BODY,
    DIE_CLEAR,
    DIE_CREASE,
    DIE_DEPTH,
    DIE_DOME,
    DIE_FACES,
    DIE_GLOSS,
    DIE_INK,
    DIE_KIND,
    DIE_PIPS,
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


FAINT, USUAL, STRONG = 0.12, 0.25, 0.4
"""Least distances between the colours of pips and plastic; white and black are 1.3 apart."""
DARK_COLOURS = 1, 1, 1, 2, 2, 3, 6, 7, 8, 10
DARK_INKS = 3, 3, 3, 3, 2, 5, 6, 7, 8
"""Colours of the plastic and of the pips of dark sets, each as often as it is listed."""
CLEAR = 0.25
"""Least difference in brightness between clear pips and plastic, from 0 to 1."""
BRIGHTNESS = 0.3, 0.59, 0.11
"""Shares of red, green and blue."""


def distance(a: Array, b: Array) -> float:
    """Return how much two colours differ."""
    return float(np.sqrt((0.6 * (a - b) ** 2).sum()))


def dice_set(rng: Generator, *, clear: bool = False) -> tuple[Array, int, bool]:
    """Return the common properties of a set of dice: a row without place and values, the colour, the direction of
    values.

    The colour is an index in `COLOURS`, -1 if the dice have several colours.

    :param clear: pips that differ clearly from the plastic, which has shades of one colour and is no glass; no print
    """
    die = np.zeros(DIE_SIZE)
    colour = int(rng.choice(11, p=[0.17, 0.13, 0.03, 0.15, 0.05, 0.09, 0.12, 0.13, 0.06, 0.03, 0.04]))
    body = plastic(rng, colour)
    style = rng.random()
    kind = 0 if style < 0.55 else (1 if style < 0.72 else (2 if style < 0.85 else (3 if style < 0.92 else 4)))
    second_colour = colour
    if clear or rng.random() < 0.55:
        second = np.clip(body * (rng.uniform(0.7, 1.3) if clear else rng.uniform(0.35, 1.5)), 0, 1)
    else:
        second_colour = int(rng.integers(11))
        second = plastic(rng, second_colour)
    third = (
        plastic(rng, int(rng.integers(11)))
        if rng.random() < 0.3 and not clear
        else np.clip(body * rng.uniform(0.3, 1.7) + rng.uniform(0, 0.2), 0, 1)
    )
    others = [second] * (kind != 0) + [third] * (kind == 2)
    least = rng.choice([FAINT, USUAL, STRONG], p=[0.15, 0.3, 0.55])
    for _ in range(60):
        k = rng.random()
        if k < 0.45:
            ink = np.full(3, rng.uniform(0.8, 1.0))
        elif k < 0.67:
            ink = np.full(3, rng.uniform(0.0, 0.15))
        elif k < 0.78:
            ink = np.array([rng.uniform(0.7, 0.95), rng.uniform(0.5, 0.75), rng.uniform(0.1, 0.35)])  # gold
            if rng.random() < 0.4:
                ink = np.array([0.95, 0.85, 0.1])
        else:
            ink = plastic(rng, int(rng.choice([3, 3, 3, 7, 6, 2, 0])))
        if clear:
            if min(abs((ink - other) @ BRIGHTNESS) for other in (body, *others)) > CLEAR:
                break
        elif min(distance(ink, body), *(1.6 * distance(ink, other) for other in others), 9) > least:
            break
    else:
        if clear:
            return dice_set(rng, clear=True)
    die[DIE_BODY : DIE_BODY + 3] = linear(body)
    die[DIE_SECOND : DIE_SECOND + 3] = linear(second)
    die[DIE_THIRD : DIE_THIRD + 3] = linear(third)
    die[DIE_INK : DIE_INK + 3] = linear(ink)
    die[DIE_KIND] = kind
    die[DIE_ROUND] = rng.uniform(0.04, 0.3) if rng.random() < 0.75 else rng.uniform(0.3, 0.5)
    die[DIE_BALL] = 9.0 if rng.random() < 0.45 else rng.uniform(1.25, 1.6)
    die[DIE_CREASE] = rng.uniform(0.01, 0.16)
    choose_pips(rng, die, printed=not clear and rng.random() < 0.06)
    die[DIE_DEPTH] = 0 if rng.random() < 0.2 else rng.uniform(0.1, 0.9)
    die[DIE_GLOSS] = rng.uniform(0, 0.25) if rng.random() < 0.2 else rng.uniform(0.5, 1.6)
    die[DIE_ROUGH] = rng.uniform(0.05, 0.5)
    die[DIE_CLEAR] = rng.uniform(0.3, 0.95) if rng.random() < 0.22 and not clear else 0
    die[DIE_DOME] = (
        rng.choice([0, 0, 0.02, 0.05, 0.1, 0.16]) * rng.uniform(0.5, 1.2) * (1 if rng.random() < 0.75 else -1)
    )
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


def coloured_set(rng: Generator, colour: int) -> tuple[Array, int, bool]:
    """Return a set with clear pips and this colour, an index in `COLOURS`; see `dice_set`."""
    while True:
        found = dice_set(rng, clear=True)
        if found[1] == colour:
            return found


def dark_set(rng: Generator) -> tuple[Array, int, bool]:
    """Return a set of dark marbled plastic with faint coloured pips and faces that end in circles; see `dice_set`."""
    u = rng.uniform
    die, _, mirrored = dice_set(rng)
    shades = [plastic(rng, int(rng.choice(DARK_COLOURS))) * u(0.4, 1.0) for _ in range(3)]
    for _ in range(60):
        ink = plastic(rng, int(rng.choice(DARK_INKS))) * u(0.5, 1.0)
        if min(distance(ink, shade) for shade in shades) > FAINT:
            break
    for first, rgb in zip((DIE_BODY, DIE_SECOND, DIE_THIRD, DIE_INK), (*shades, ink), strict=True):
        die[first : first + 3] = linear(rgb)
    die[DIE_KIND] = rng.integers(1, 4)
    die[DIE_BALL] = u(1.3, 1.52)
    die[DIE_ROUND] = u(0.04, 0.3)
    die[DIE_CREASE] = u(0.01, 0.12)
    die[DIE_GLOSS] = u(0.5, 1.6)
    die[DIE_ROUGH] = u(0.05, 0.35)
    die[DIE_CLEAR] = u(0.1, 0.6) if rng.random() < 0.4 else 0
    return die, -1, mirrored


def choose_pips(rng: Generator, die: Array, *, printed: bool) -> None:
    """Set the radius and the distances of the pips for each value; `printed`: a star in place of the one or the six."""
    u = rng.uniform
    radius = u(0.13, 0.235)
    gap = max(min(u(0.4, 0.62), 0.93 - radius - 0.4 * die[DIE_ROUND]), radius + 0.14)
    radii, gaps = np.full(6, radius), np.full(6, gap)
    if rng.random() < 0.15:  # a large one
        radii[0] = min(radius * u(1.2, 2.0), 0.45)
    if rng.random() < 0.12:  # large pips where there are few
        radii[1:3] = min(radius * u(1.05, 1.35), 0.3)
    if rng.random() < 0.4:  # a two whose pips lie closer to the centre than those of the four
        gaps[1] = gap * u(0.4, 1.0)
    if rng.random() < 0.2:
        gaps[2] = gap * u(0.75, 1.0)
    # Pips of one face do not touch: two lie on a diagonal, three and five with one in the centre, six in rows.
    for value, steps in ((2, 2 * math.sqrt(2)), (3, math.sqrt(2)), (5, math.sqrt(2)), (6, 1)):
        least = (2 * radii[value - 1] + 0.02) / steps
        if gaps[value - 1] < least:
            if value == 2:
                gaps[1] = least
            else:
                radii[value - 1] = gaps[value - 1] * steps / 2 - 0.01
    die[DIE_PIPS : DIE_PIPS + 6] = radii
    die[DIE_PIPS + 6 : DIE_PIPS + 12] = gaps
    if printed:
        die[DIE_PIPS + 12 + (0 if rng.random() < 0.7 else 5)] = rng.integers(3, 9)


def put_pips_in_corners(rng: Generator, die: Array) -> None:
    """Move the pips of a set close to the corners of its faces; half of the sets become white with dark pips."""
    u = rng.uniform
    gap = u(0.62, 0.8)
    radius = min(u(0.1, 0.2), 0.95 - gap)
    die[DIE_ROUND] = u(0.03, max(0.04, min(0.2, 2.2 * (0.97 - gap - radius))))
    die[DIE_BALL] = 9.0 if rng.random() < 0.7 else u(1.5, 1.6)
    die[DIE_PIPS : DIE_PIPS + 6] = radius
    die[DIE_PIPS + 6 : DIE_PIPS + 12] = gap
    if rng.random() < 0.3:  # a large one
        die[DIE_PIPS] = radius * u(1.2, 1.8)
    if rng.random() < 0.5:
        for first in (DIE_BODY, DIE_SECOND, DIE_THIRD):
            die[first : first + 3] = linear(plastic(rng, 0))
        die[DIE_KIND] = die[DIE_CLEAR] = 0
        die[DIE_INK : DIE_INK + 3] = linear(
            np.full(3, u(0, 0.2)) if rng.random() < 0.7 else plastic(rng, 3) * u(0.6, 1)
        )


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
