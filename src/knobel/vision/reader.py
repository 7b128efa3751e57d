"""Reads the dice in a picture: a finder locates them, a classifier reads each one in a crop."""

from dataclasses import dataclass

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.vision.layers import convolve, relu, separable, sigmoid, softmax
from knobel.vision.sampling import crop, normalise, shrink
from knobel.vision.settings import (
    CLASSIFIER_STRIDES,
    COLOURS,
    CROP_SIZES,
    PADDING,
    SIDE,
    STRIDE,
    VALUE_CLASSES,
)
from knobel.vision.weights import Network, load_networks, weights_path

MIN_HEAT = 0.3
"""Probability of a die above which the finder reports a place."""
MIN_DIE = 0.85
"""Probability of a die above which the classifier accepts it."""
MIN_DISTANCES = 0.6, 0.45
"""Distances of two dice, in sizes of the smaller and of the larger one, below which only the more probable one counts.
"""
BOX_SIZES = 1.3
"""Side of the reported box in sizes of the die."""
MAX_LOG_SIZE = 5.0
SURE_AT_ONCE = 0.98
"""Probability of the most probable value below which a die is looked at again, turned and mirrored."""
SECOND_LOOKS = 1.0, 1.1
"""Sides of the crops of the second look, in those of the first one."""
SURE = 0.95
"""Probability of a reading from which on it may be taken over without a question."""


@dataclass(frozen=True)
class Place:
    """A place in which the finder sees a die, in pixels; the size is the root of the die's area."""

    x: float
    y: float
    size: float
    heat: float


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

    @property
    def is_sure(self) -> bool:
        """Whether the reading may be taken over without a question."""
        return bool(self.dice) and self.probability >= SURE


def read_dice(picture: Array, network: Network | None = None) -> list[ReadDie]:
    """Return the dice in a picture, from the top to the bottom; see `read_picture`."""
    return read_picture(picture, network).dice


def read_picture(picture: Array, network: Network | None = None) -> Reading:
    """Return the dice in a picture.

    :param picture: RGB, shape (height, width, 3), uint8
    :param network: layers of both networks; by default the shipped ones
    :raises StaleData: if the weights are broken, or were made with other shapes.
    """
    if network is None:
        network = load_networks(weights_path())
    small, factor = shrink(picture, SIDE)
    found = []
    probability = 1.0
    for place in find(small, network):
        values, colours = classify(small, place, network)
        if 1 - values[-1] <= MIN_DIE:
            probability *= float(values[-1])
            continue
        best, colour = int(values[:-1].argmax()), int(colours.argmax())
        probability *= float(values[best])
        found.append(
            ReadDie(
                place.x / factor,
                place.y / factor,
                place.size / factor,
                best + 1,
                float(values[best]),
                COLOURS[colour],
                float(colours[colour]),
            )
        )
    return Reading(sorted(found, key=lambda die: (die.y, die.x)), probability)


def find(picture: Array, network: Network) -> list[Place]:
    """Return the places of dice in a picture, the most probable first."""
    height, width, _ = picture.shape
    padded = np.pad(picture, ((0, -height % PADDING), (0, -width % PADDING), (0, 0)), mode="edge")
    heat, shift_x, shift_y, log_size = finder_output(normalise(padded), network)
    heat = sigmoid(heat)
    around = np.pad(heat, 1)
    rows, columns = heat.shape
    highest = np.max([around[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], 0)
    places = [
        Place(
            float(j + 0.5 + shift_x[i, j]) * STRIDE,
            float(i + 0.5 + shift_y[i, j]) * STRIDE,
            float(np.exp(min(log_size[i, j], MAX_LOG_SIZE))) * STRIDE,
            float(heat[i, j]),
        )
        for i, j in np.argwhere((heat == highest) & (heat > MIN_HEAT))
    ]
    kept: list[Place] = []
    for place in sorted(places, key=lambda place: -place.heat):
        if all(are_apart(place, other) for other in kept):
            kept.append(place)
    return kept


def are_apart(a: Place, b: Place) -> bool:
    """Whether two places can be those of two dice."""
    small, large = sorted((a.size, b.size))
    return float(np.hypot(a.x - b.x, a.y - b.y)) > max(MIN_DISTANCES[0] * small, MIN_DISTANCES[1] * large)


def finder_output(x: Array, network: Network) -> Array:
    """Return logits of dice, shifts in cells, and logs of sizes in cells, shape (4, height / 8, width / 8).

    :param x: features of the picture, shape (3, height, width), from -1 to 1
    """
    x = relu(convolve(x, network["finder.stem"], stride=2))
    for number, stride in enumerate((2, 1, 2, 1, 1), 1):
        x = separable(x, network, f"finder.fine{number}", stride=stride)
    wide = x
    for number, stride in enumerate((2, 1, 1), 1):
        wide = separable(wide, network, f"finder.wide{number}", stride=stride)
    wide = relu(convolve(wide, network["finder.wide_out"]))
    x = separable(x + wide.repeat(2, 1).repeat(2, 2), network, "finder.head1")
    return convolve(relu(convolve(x, network["finder.head2"])), network["finder.out"])


def classify(picture: Array, place: Place, network: Network) -> tuple[Array, Array]:
    """Return the probabilities of values, shape (7,), of which the last means no die, and of colours, shape (11,)."""
    crops = (normalise(crop(picture, place.x, place.y, place.size * CROP_SIZES * factor)) for factor in SECOND_LOOKS)
    x = next(crops)
    first = classifier_output(x, network)
    if first[0].max() >= SURE_AT_ONCE:
        return first
    views = [
        np.rot90(side, quarters, (1, 2)) for y in (x, *crops) for side in (y, y[:, :, ::-1]) for quarters in range(4)
    ]
    values, colours = zip(first, *(classifier_output(view, network) for view in views[1:]), strict=True)
    return np.mean(values, 0), np.mean(colours, 0)


def classifier_output(x: Array, network: Network) -> tuple[Array, Array]:
    """Return the probabilities of values and colours for the features of a crop, shape (3, CROP, CROP)."""
    for number, stride in enumerate(CLASSIFIER_STRIDES, 1):
        x = relu(convolve(x, network[f"classifier.conv{number}"], stride=stride))
    kernel, bias = network["classifier.place"]
    x = relu((x * kernel[:, 0]).sum((1, 2)) + bias)
    logits = convolve(x[:, None, None], network["classifier.out"])[:, 0, 0]
    return softmax(logits[:VALUE_CLASSES]), softmax(logits[VALUE_CLASSES:])
