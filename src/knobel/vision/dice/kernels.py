"""The kernels of the reader that Python and the page call, and their arguments."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.native_memory import NativeMemory
from knobel.vision.dice.classifier import CLASSES, classify
from knobel.vision.dice.finder import MAX_PLACES, SCRATCH, divided, find
from knobel.vision.dice.settings import VALUE_CLASSES
from knobel.vision.dice.weights import SHIPPED
from knobel.vision.layers import pack, weights_size
from knobel.vision.rows import copy_row, insert_sorted, largest

NONE = VALUE_CLASSES - 1
"""The class of a place without a die."""
MIN_DIE = 0.85
"""Probability of a die above which the classifier accepts it."""
DOUBTFUL = 0.5, 0.97
"""Probabilities of a die between which the expected number of dice decides."""
SURE = 0.95
"""Probability of a reading from which on it may be taken over without a question."""
MISSED = 0.9
"""Probability of a die in a faint place above which a reading is not sure."""
FAINT_PLACES = 8
"""The less probable faint places beyond this number are not looked at."""
MIN_SIZE = 18.0
"""Size of a die in pixels below which a reading is not sure: dice beside it may be too small to be found."""
FIELDS = "y", "x", "size", "value", "probability", "colour", "colour_probability"
"""The numbers of a die that was read, in their order."""
MAX_DICE = 100


@compiled
def scratch_size() -> Int:
    """Return the size of the scratch space of `read`, in numbers."""
    return SCRATCH


@compiled
def read(picture: Array, counts: Array, weights: Array, scratch: Array, dice: Array) -> tuple[Int, Float, Int, Int]:
    """Read the dice in a picture of up to `SIDE` pixels.

    :param picture: colours in the first three channels, shape (height, width, 3 or more), uint8
    :param counts: numbers of dice that are expected, int64; 0 says nothing
    :param weights: the result of `pack`
    :param scratch: scratch space, shape (`SCRATCH`), float32
    :param dice: the result, from the top to the bottom: a row of `FIELDS` for each die, float64
    :return: the number of dice, the probability that these are all dice, with their values, whether the reading is
        sure, and whether a die is too small for that
    """
    spaces = divided(scratch)
    places, classes = np.empty((MAX_PLACES, 4)), np.empty((MAX_PLACES, CLASSES))
    nones = np.empty((MAX_PLACES, 1))
    found, all_, at = find(picture, weights, spaces, places)
    for i in range(found):
        copy_row(classify(picture, places[i, 1:], True, weights, at, spaces), classes[i])
        insert_sorted(nones, i, classes[i, NONE:VALUE_CLASSES])
    expected = number_of_dice(nones[:found], counts)
    count, probability, is_small = 0, 1.0, False
    die = np.empty(len(FIELDS))
    for i in range(found):
        if expected == 0 or classes[i, NONE] > nones[expected - 1, 0]:
            probability *= classes[i, NONE]
            continue
        value = largest(classes[i], 0, NONE)
        colour = largest(classes[i], VALUE_CLASSES, CLASSES)
        probability *= classes[i, value]
        is_small = is_small or places[i, 3] < MIN_SIZE
        die[0], die[1], die[2] = places[i, 2], places[i, 1], places[i, 3]
        die[3], die[4] = value + 1, classes[i, value]
        die[5], die[6] = colour - VALUE_CLASSES, classes[i, colour]
        count = insert_sorted(dice, count, die)
    is_sure = count > 0 and probability >= SURE and not is_small and is_expected(count, counts)
    for i in range(found, min(all_, found + FAINT_PLACES)):
        is_sure = is_sure and 1 - classify(picture, places[i, 1:], False, weights, at, spaces)[NONE] <= MISSED
    return count, probability, int(is_sure), int(is_small)


@nested
def is_expected(count: Int, counts: Array) -> bool:
    """Return True if a number of dice is one of the expected ones, or if none are expected."""
    is_known = False
    for k in range(len(counts)):
        if counts[k] == count:
            return True
        is_known = is_known or counts[k] > 0
    return not is_known


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
