"""Whether a drawn roll can be read at all: a lamp mirrored over pips hides them, and so does another die."""

from dataclasses import replace

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.layout import DIE_A, DIE_COS, DIE_FACES, DIE_PIPS, DIE_SIN, DIE_X, DIE_Y, DIE_Z
from knobel_lab.reader.drawing.plastic import PIPS
from knobel_lab.reader.drawing.scene import Setting, arrange, draw

MIN_CONTRAST = 12
"""Difference in brightness, of 255, between a pip and the same place without it, below which the pip is not visible."""


def is_legible(seed: int, setting: Setting, picture: Array) -> bool:
    """Return True if every pip of every upper face is visible.

    :param picture: the picture that `draw` returns for this seed and setting
    """
    blank, _ = draw(seed, replace(setting, blank=True))
    contrast = np.abs(picture.astype(float) - blank).mean(2)
    return all(
        contrast_about(contrast, place, reach) >= MIN_CONTRAST
        for places, reach in upper_pips(seed, setting)
        for place in places
    )


def contrast_about(contrast: Array, place: Array, reach: float) -> float:
    """Return the highest contrast within a square about a place, 0 outside of the picture.

    :param reach: half side of the square in pixels
    """
    (x0, y0), (x1, y1) = np.floor(place - reach).astype(int), np.ceil(place + reach).astype(int)
    return float(contrast[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)].max(initial=0))


def upper_pips(seed: int, setting: Setting) -> list[tuple[Array, float]]:
    """Return the centres of the pips on the upper face of each die, (pips, 2), and half their radius, in pixels."""
    view, *_, rows, _ = arrange(np.random.default_rng(seed), setting)
    found = []
    for die in rows:
        places = np.array([view.project(centre) for centre in pips_above(die)])
        radius = die[DIE_PIPS + int(die[DIE_FACES + 4]) - 1] * die[DIE_A]
        depth = (die[[DIE_X, DIE_Y, DIE_Z]] - view.eye) @ view.ahead
        found.append((places, max(1.0, 0.5 * radius * view.focal / depth)))
    return found


def pips_above(die: Array) -> Array:
    """Return the centres of the pips on the upper face of a die, shape (pips, 3)."""
    value = int(die[DIE_FACES + 4])
    places = np.array(PIPS[value], float) * die[DIE_PIPS + 5 + value]
    if die[DIE_FACES + 10] > 0.5:
        places = places[:, ::-1]
    across, along = die[[DIE_COS, DIE_SIN]], np.array([-die[DIE_SIN], die[DIE_COS]])
    centres = die[[DIE_X, DIE_Y]] + die[DIE_A] * (places[:, :1] * across + places[:, 1:] * along)
    return np.column_stack([centres, np.full(value, die[DIE_Z] + die[DIE_A])])
