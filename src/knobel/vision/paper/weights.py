"""The weights of both networks of the reader of paper, in `weights.npz`.

`paper.npz` in the folder that `KNOBEL_DATA` names replaces it.
"""

from functools import cache
from pathlib import Path
from typing import Any

from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import fingerprint, load, save
from knobel.vision.paper import settings
from knobel.vision.paper.kernels import SHIPPED
from knobel.vision.reader import packed
from knobel.vision.weights import Network, quantise, restore

NAME = "paper"
"""Name of the file in the folder `KNOBEL_DATA`, without its ending."""


def stamp() -> str:
    """Return the hash of the shapes and classes on which the weights depend."""
    names = sorted(name for name in vars(settings) if name.isupper())
    return fingerprint(names, (getattr(settings, name) for name in names))


def save_networks(path: Path, layers: Network, **facts: Any) -> None:
    """Write both networks, quantised, with the stamp."""
    save(path, stamp(), quantise(layers), compress=True, **facts)


def weights_path() -> Path:
    """Return the path of the weights: `paper.npz` in the folder `KNOBEL_DATA`, or else the shipped file.

    :raises BadSetup: if `KNOBEL_DATA` is not a folder.
    """
    try:
        return weights.path(NAME)
    except FileNotFoundError:
        return SHIPPED


@cache
def packed_file(path: Path) -> Array:
    """Return the weights of a file as the kernels read them.

    :raises StaleData: if the file is broken, or was made with other shapes.
    """
    return packed(restore(load(path, stamp())[0]))
