"""The interface by which an engine uses kernels and their arrays, native or in WebAssembly.

Numba compiles the kernels of a game for this machine, or a WebAssembly module contains them and has its own memory. An
engine that uses only this interface needs neither NumPy nor Numba, and is the same for both.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol


class Memory(Protocol):
    """The kernels of a game, and the arrays that they receive.

    Arrays have a length, elements by index, slices and `tolist`, and are passed to kernels, alone or in named tuples.
    The types of elements are those of NumPy (`float64`) and the records of the game.
    """

    @property
    def stamp(self) -> str:
        """Changes whenever the results of kernels may change: with their code or the trained data."""
        ...

    @property
    def kernels(self) -> Any:
        """The entry kernels of the game, as attributes."""
        ...

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments that exist once: tables of the rules, trained values, extents of searches, scratch space."""
        ...

    def integers(self, values: Sequence[int]) -> Any:
        """Return a read-only array of 64-bit integers."""
        ...

    def zeros(self, kind: str, *shape: int) -> Any:
        """Return a new array of zeros; `kind` is the type of its elements."""
        ...


class ProvidedMemory(Memory, Protocol):
    """A memory in place of compiled kernels, with the other files that ship beside the trained data of the game."""

    @property
    def figures(self) -> Mapping[str, Any]:
        """The measured figures of the game, by the names of their files."""
        ...


_provided: dict[str, ProvidedMemory] = {}


def provide(game: str, memory: ProvidedMemory) -> None:
    """Let the engines of a game that are created from now on use a memory, in place of compiled kernels."""
    _provided[game] = memory


def provided(game: str) -> ProvidedMemory | None:
    """Return the memory that `provide` was given for a game, None if there is none."""
    return _provided.get(game)


def memory_for(game: str) -> Memory:
    """Return the memory for a new engine of a game."""
    if game in _provided:
        return _provided[game]
    memory: Memory = import_module(f"knobel.engines.{game}.kernels").memory()
    return memory
