"""The kernels of the reader that Python and the page call, and their arguments."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.native_memory import NativeMemory
from knobel.vision.classifier import CLASSES, classify
from knobel.vision.finder import MAX_PLACES, SCRATCH, divided, find
from knobel.vision.layers import pack, weights_size
from knobel.vision.rows import copy_row, insert_sorted, largest
from knobel.vision.settings import VALUE_CLASSES
from knobel.vision.weights import SHIPPED

NONE = VALUE_CLASSES - 1
"""The class of a place without a die."""
MIN_DIE = 0.85
"""Probability of a die above which the classifier accepts it."""
DOUBTFUL = 0.5, 0.97
"""Probabilities of a die between which the expected number of dice decides."""
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
def read(picture: Array, counts: Array, weights: Array, scratch: Array, dice: Array) -> tuple[Int, Float, Int]:
    """Read the dice in a picture of up to `SIDE` pixels.

    :param picture: colours in the first three channels, shape (height, width, 3 or more), uint8
    :param counts: numbers of dice that are expected, int64; 0 says nothing
    :param weights: the result of `pack`
    :param scratch: scratch space, shape (`SCRATCH`), float32
    :param dice: the result, from the top to the bottom: a row of `FIELDS` for each die, float64
    :return: the number of dice, the probability that these are all dice, with their values, and whether it is enough
    """
    spaces = divided(scratch)
    places, classes = np.empty((MAX_PLACES, 4)), np.empty((MAX_PLACES, CLASSES))
    nones = np.empty((MAX_PLACES, 1))
    found, at = find(picture, weights, spaces, places)
    for i in range(found):
        copy_row(classify(picture, places[i, 1], places[i, 2], places[i, 3], weights, at, spaces), classes[i])
        insert_sorted(nones, i, classes[i, NONE:VALUE_CLASSES])
    expected = number_of_dice(nones[:found], counts)
    count, probability = 0, 1.0
    die = np.empty(len(FIELDS))
    for i in range(found):
        if expected == 0 or classes[i, NONE] > nones[expected - 1, 0]:
            probability *= classes[i, NONE]
            continue
        value = largest(classes[i], 0, NONE)
        colour = largest(classes[i], VALUE_CLASSES, CLASSES)
        probability *= classes[i, value]
        die[0], die[1], die[2] = places[i, 2], places[i, 1], places[i, 3]
        die[3], die[4] = value + 1, classes[i, value]
        die[5], die[6] = colour - VALUE_CLASSES, classes[i, colour]
        count = insert_sorted(dice, count, die)
    return count, probability, int(count > 0 and probability >= SURE)


@nested
def number_of_dice(nones: Array, counts: Array) -> Int:
    """Return how many places are taken for dice: those above `MIN_DIE`, or the nearest expected number.

    :param nones: the probabilities that a place shows no die, the lowest first, shape (places, 1)
    """
    usual, certain, possible = 0, 0, 0
    for i in range(len(nones)):
        probability = 1 - nones[i, 0]
        usual += int(probability > MIN_DIE)
        certain += int(probability > DOUBTFUL[1])
        possible += int(probability > DOUBTFUL[0])
    best, gap = usual, MAX_PLACES
    for k in range(len(counts)):
        if counts[k] > 0 and certain <= counts[k] <= possible and abs(counts[k] - usual) < gap:
            best, gap = counts[k], abs(counts[k] - usual)
    return best


ENTRIES = scratch_size, weights_size, pack, read


def memory() -> NativeMemory:
    """Return the kernels with arguments of the usual types."""
    return NativeMemory(ENTRIES, {}, SHIPPED, dict, examples)


def examples(_: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    numbers = np.zeros(1, np.float32)
    return {
        "picture": np.zeros((1, 1, 3), np.uint8),
        "counts": np.zeros(1, np.int64),
        "values": numbers,
        "shapes": np.zeros((1, 4), np.int64),
        "weights": numbers,
        "scratch": numbers,
        "dice": np.zeros((MAX_DICE, len(FIELDS))),
    }
