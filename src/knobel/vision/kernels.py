"""The kernels of the reader that Python and the page call, and their arguments."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.native_memory import NativeMemory
from knobel.vision.classifier import CLASSES, classify
from knobel.vision.finder import MAX_PLACES, SCRATCH, divided, find
from knobel.vision.layers import pack, weights_size
from knobel.vision.rows import insert_sorted, largest
from knobel.vision.settings import VALUE_CLASSES
from knobel.vision.weights import SHIPPED

MIN_DIE = 0.85
"""Probability of a die above which the classifier accepts it."""
SURE = 0.95
"""Probability of a reading from which on it may be taken over without a question."""
FIELDS = "y", "x", "size", "value", "probability", "colour", "colour_probability"
"""The numbers of a die that was read, in their order."""
MAX_DICE = 100


@compiled
def scratch_size() -> Int:
    """Return the size of the scratch space of `read`, in numbers."""
    return SCRATCH


@compiled
def read(picture: Array, weights: Array, scratch: Array, dice: Array) -> tuple[Int, Float, Int]:
    """Read the dice in a picture of up to `SIDE` pixels.

    :param picture: colours in the first three channels, shape (height, width, 3 or more), uint8
    :param weights: the result of `pack`
    :param scratch: scratch space, shape (`SCRATCH`), float32
    :param dice: the result, from the top to the bottom: a row of `FIELDS` for each die, float64
    :return: the number of dice, the probability that these are all dice, with their values, and whether it is enough
    """
    spaces = divided(scratch)
    places = np.empty((MAX_PLACES, 4))
    found, at = find(picture, weights, spaces, places)
    count, probability = 0, 1.0
    die = np.empty(len(FIELDS))
    for i in range(found):
        x, y, size = places[i, 1], places[i, 2], places[i, 3]
        probabilities = classify(picture, x, y, size, weights, at, spaces)
        none = probabilities[VALUE_CLASSES - 1]
        if 1 - none <= MIN_DIE:
            probability *= none
            continue
        value = largest(probabilities, 0, VALUE_CLASSES - 1)
        colour = largest(probabilities, VALUE_CLASSES, CLASSES)
        probability *= probabilities[value]
        die[0], die[1], die[2], die[3], die[4] = y, x, size, value + 1, probabilities[value]
        die[5], die[6] = colour - VALUE_CLASSES, probabilities[colour]
        count = insert_sorted(dice, count, die)
    return count, probability, int(count > 0 and probability >= SURE)


ENTRIES = scratch_size, weights_size, pack, read


def memory() -> NativeMemory:
    """Return the kernels with arguments of the usual types."""
    return NativeMemory(ENTRIES, {}, SHIPPED, dict, examples)


def examples(_: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    numbers = np.zeros(1, np.float32)
    return {
        "picture": np.zeros((1, 1, 3), np.uint8),
        "values": numbers,
        "shapes": np.zeros((1, 4), np.int64),
        "weights": numbers,
        "scratch": numbers,
        "dice": np.zeros((MAX_DICE, len(FIELDS))),
    }
