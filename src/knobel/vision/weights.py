"""Files with the quantised weights of a reader's networks."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import fingerprint, load, save

INT8_MAX = 127
MIN_SCALE = 1e-6
MIN_INT8_WEIGHTS = 16_384
"""Layers with fewer weights are stored as 16-bit floating-point numbers."""


class Layer(NamedTuple):
    """A convolution with its normalisation."""

    kernel: Array
    """Shape (output channels, input channels in a group, height, width), float32."""
    bias: Array
    """Shape (output channels), float32."""


Network: TypeAlias = Mapping[str, Layer]
"""Layers by name."""


def quantise(layers: Network, highest: int = INT8_MAX) -> dict[str, Array]:
    """Return named arrays: large layers as 8-bit integers with a scale for each output, small ones as 16-bit numbers.

    The finder's layers are small; with 8 bits the sizes of dice would be off by 1 %, and 2 in 100 values with them.

    :param highest: the highest one of the integers; lower ones make files smaller
    """
    arrays = {}
    for name, (kernel, bias) in layers.items():
        arrays[f"{name}/bias"] = bias.astype(np.float32)
        if kernel.size < MIN_INT8_WEIGHTS:
            arrays[f"{name}/kernel"] = kernel.astype(np.float16)
            continue
        largest = np.abs(kernel).max((1, 2, 3), keepdims=True)
        scale = np.maximum(largest / highest, MIN_SCALE).astype(np.float16)
        steps = np.rint(kernel / scale.astype(np.float32))
        arrays[f"{name}/kernel"] = np.clip(steps, -highest, highest).astype(np.int8)
        arrays[f"{name}/scale"] = scale
    return arrays


def restore(arrays: Mapping[str, Array]) -> dict[str, Layer]:
    """Return the layers that `quantise` stored."""
    layers = {}
    for name in dict.fromkeys(name.rpartition("/")[0] for name in arrays):
        kernel = arrays[f"{name}/kernel"].astype(np.float32)
        if f"{name}/scale" in arrays:
            kernel = kernel * arrays[f"{name}/scale"].astype(np.float32)
        layers[name] = Layer(kernel, arrays[f"{name}/bias"])
    return layers


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """The file with the weights of a reader's networks: a shipped one, which another one in `KNOBEL_DATA` replaces."""

    name: str
    """Name of the file in the folder `KNOBEL_DATA`, without its ending."""
    settings: ModuleType
    """The shapes and classes on which the weights depend."""
    shipped: Path
    highest: int = INT8_MAX
    """See `quantise`."""

    def stamp(self) -> str:
        """Return the hash of the shapes and classes on which the weights depend."""
        names = sorted(name for name in vars(self.settings) if name.isupper())
        return fingerprint(names, (getattr(self.settings, name) for name in names))

    def save(self, path: Path, layers: Network, **facts: Any) -> None:
        """Write all networks, quantised, with the stamp."""
        save(path, self.stamp(), quantise(layers, self.highest), compress=True, **facts)

    def path(self) -> Path:
        """Return the path of the weights: the file in the folder `KNOBEL_DATA`, or else the shipped one.

        :raises BadSetup: if `KNOBEL_DATA` is not a folder.
        """
        try:
            return weights.path(self.name)
        except FileNotFoundError:
            return self.shipped

    def load(self, path: Path) -> Network:
        """Return the layers of all networks.

        :raises StaleData: if the file is broken, or was made with other shapes.
        :raises FileNotFoundError: if there is no such file.
        """
        return restore(load(path, self.stamp())[0])
