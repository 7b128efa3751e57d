"""What a stepper is."""

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike

from knobel.engines.shared.arrays import Array

ALIGNED = 64
"""Bytes: JAX takes over without a copy only what begins at a multiple of so many."""


def zeros(shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """An array that other libraries can take over as it is."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + ALIGNED, np.uint8)
    begin = -raw.ctypes.data % ALIGNED
    return raw[begin : begin + size].view(dtype).reshape(shape)


class Stepper(Protocol):
    """So many games at once, each of one player.

    What it writes, always into the same arrays, with a row a game: `observations`, the fields of the game's encoding;
    `masks` (games, num_actions), int8; `rewards` (games), float64: the points gained; `over` (games), whether the game
    is over, and `illegal` (games), whether it ended by what was not legal, which takes all points away.
    """

    observations: Mapping[str, Array]
    masks: Array
    rewards: Array
    over: Array
    illegal: Array

    def seed(self, which: Array, seeds: Array) -> None:
        """Give the games at these indices dice of their own."""
        ...

    def begin(self, which: Array) -> None:
        """Begin a new game where this is true (games), bool."""
        ...

    def step(self, actions: Array, *, begin_anew: bool) -> None:
        """Take an action (games), int64, in every game, in one compiled call.

        Games that are over begin anew, whatever the action, or else stay as they are.
        """
        ...
