"""Kernels that Numba compiles for this machine, with NumPy's arrays: a `Memory`."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import source_hash
from knobel.engines.shared.data_files import fingerprint


class NativeMemory:
    """The kernels of a game and their arguments, see `Memory`."""

    def __init__(
        self,
        entries: Sequence[Callable[..., Any]],
        records: Mapping[str, np.dtype[Any]],
        data: Path,
        load: Callable[[], Mapping[str, Any]],
        examples: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    ) -> None:
        """Create the memory of a game.

        :param entries: the entry kernels.
        :param records: the types of records, by name.
        :param data: the file of trained data.
        :param load: returns the `arguments`; it is called on first use.
        :param examples: returns an argument for each parameter of the entry kernels, given the `arguments`.
        """
        self.entries, self.records, self.data = entries, records, data
        self._load, self._examples = load, examples
        self.kernels = SimpleNamespace(**{kernel.__name__: kernel for kernel in entries})

    @cached_property
    def stamp(self) -> str:
        """The stamp, see `Memory`: a hash of the data and of the sources in the folder of the kernels."""
        code = source_hash(Path(self.entries[0].__code__.co_filename).parent)
        return fingerprint([np.fromfile(self.data, np.uint8), code])

    @cached_property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments that exist once."""
        return self._load()

    def integers(self, values: Sequence[int]) -> Array:
        """Return a read-only array of 64-bit integers."""
        return read_only(values, np.int64)

    def zeros(self, kind: str, *shape: int) -> Array:
        return np.zeros(shape, self.records.get(kind, kind))

    def example_arguments(self) -> Mapping[Callable[..., Any], tuple[Any, ...]]:
        """Return arguments of the usual types for each entry kernel."""
        examples = self._examples(self.arguments)
        return {kernel: tuple(examples[name] for name in signature(kernel).parameters) for kernel in self.entries}
