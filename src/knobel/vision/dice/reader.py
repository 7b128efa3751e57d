"""Reads the dice in a picture: a finder locates them, a classifier reads each one in a crop (`kernels`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.vision.dice.kernels import FIELDS, MAX_DICE, read, scratch_size
from knobel.vision.dice.settings import COLOURS, SIDE
from knobel.vision.dice.weights import DICE
from knobel.vision.packing import aligned, packed
from knobel.vision.sampling import shrink
from knobel.vision.weights import Network

BOX_SIZES = 1.3
"""Side of the reported box in sizes of the die."""


@dataclass(frozen=True)
class ReadDie:
    """A die that was read. Lengths are in pixels of the given picture."""

    x: float
    y: float
    size: float
    """Root of the die's area in the picture."""
    value: int
    probability: float
    """Estimated probability that there is a die with this value."""
    colour: str
    colour_probability: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a square about the die."""
        half = self.size * BOX_SIZES / 2
        return self.x - half, self.y - half, self.x + half, self.y + half


@dataclass(frozen=True)
class Reading:
    """The dice of a picture, from the top to the bottom."""

    dice: list[ReadDie]
    probability: float
    """Estimated probability that these are all dice, with their values."""
    is_sure: bool
    """Whether the reading may be taken over without a question."""
    is_too_small: bool = False
    """Whether a die is so small that others may have been missed."""


def read_picture(picture: Array, network: Network | None = None, counts: Sequence[int] = ()) -> Reading:
    """Return the dice in a picture.

    :param picture: RGB, shape (height, width, 3), uint8
    :param network: layers of both networks; by default the shipped ones
    :param counts: numbers of dice that are expected, which decide about places that may or may not show a die; a
        reading of another number is not sure
    :raises StaleData: if the weights are broken, or were made with other shapes.
    """
    weights = packed_file(DICE.path()) if network is None else packed(network)
    small, factor = shrink(picture, SIDE)
    dice = np.empty((MAX_DICE, len(FIELDS)))
    scratch = aligned(scratch_size())
    expected = np.array([0, *counts])
    count, probability, is_sure, is_small = read(np.array(small, order="C"), expected, weights, scratch, dice)
    found = [
        ReadDie(x / factor, y / factor, size / factor, int(value), sure, COLOURS[int(colour)], colour_sure)
        for y, x, size, value, sure, colour, colour_sure in dice[:count].tolist()
    ]
    return Reading(found, probability, bool(is_sure), bool(is_small))


@cache
def packed_file(path: Path) -> Array:
    """Return the weights of a file as the kernels read them."""
    return packed(DICE.load(path))
