"""The weights of both networks of the reader of paper, in `weights.npz`."""

from functools import cache
from pathlib import Path

from knobel.engines.shared.arrays import Array
from knobel.vision.packing import packed
from knobel.vision.paper import settings
from knobel.vision.paper.kernels import SHIPPED
from knobel.vision.weights import WeightsFile

PAPER = WeightsFile("paper", settings, SHIPPED, highest=63)


@cache
def packed_file(path: Path) -> Array:
    """Return the weights of a file as the kernels read them.

    :raises StaleData: if the file is broken, or was made with other shapes.
    """
    return packed(PAPER.load(path))
