"""What all games have in common when they are played in single steps: rows of arrays, and kernels that fill them.

A game's module adds how it begins (`start`), what an action does (`play`), and the kernel `step`, which begins
those that are over and takes an action in the others.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from knobel.encodings import Encoding
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.rng import generator

ALIGNED = 64
"""Bytes: JAX takes over without a copy only what begins at a multiple of so many."""

T = TypeVar("T")


def zeros(shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """An array that other libraries can take over as it is."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + ALIGNED, np.uint8)
    begin = -raw.ctypes.data % ALIGNED
    return raw[begin : begin + size].view(dtype).reshape(shape)


class Results(NamedTuple):
    """A row a game: its generator of random numbers; what is legal (games, actions); the points gained by the last
    step; whether the game is over, and whether by what was not legal; and all the points that steps have told of."""

    rng: Array
    masks: Array
    rewards: Array
    over: Array
    illegal: Array
    told: Array


@inlined
def begin(results: Results, i: Int) -> None:
    """A game begins, of which nothing is told yet."""
    results.told[i] = 0
    results.rewards[i] = 0.0
    results.over[i] = results.illegal[i] = False


@inlined
def end(results: Results, i: Int) -> None:
    """A game is over."""
    results.over[i] = True
    results.masks[i] = 0


@inlined
def reward(results: Results, i: Int, points: Int) -> None:
    """Tell of the points on the sheet what is not told yet."""
    results.rewards[i] = points - results.told[i]
    results.told[i] = points


@inlined
def legal(results: Results, i: Int, action: Int) -> bool:
    """Whether an action is legal; one that is not ends the game and takes all points away."""
    if 0 <= action < results.masks.shape[1] and results.masks[i, action]:
        return True
    results.illegal[i] = True
    results.rewards[i] = -results.told[i]
    end(results, i)
    return False


class Rows:
    """The arrays of so many games: `observations`, the fields of their encoding, and `results`."""

    def __init__(self, numbers: Encoding, count: int) -> None:
        self.count = count
        self.observations = {field.name: zeros((count, *field.shape), field.dtype) for field in numbers.fields}
        self.results = Results(
            rng=np.ones((count, 1), np.uint64),
            masks=zeros((count, numbers.num_actions), np.int8),
            rewards=zeros((count,), np.float64),
            over=np.ones(count, np.bool_),
            illegal=np.zeros(count, np.bool_),
            told=np.zeros(count, np.int64),
        )

    def __getitem__(self, name: str) -> Array:
        """A field as kernels write it: (games, numbers), or (games) if it is one number."""
        rows = self.observations[name].reshape(self.count, -1)
        return rows.reshape(self.count) if rows.shape[1] == 1 else rows

    def fields(self, kind: type[T]) -> T:
        """A named tuple of the fields that it is named after."""
        names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        return kind(*(self[name] for name in names))

    def hidden(self, *shape: int, dtype: DTypeLike = np.int64) -> Array:
        """An array (games, ...) that observations do not show."""
        return np.zeros((self.count, *shape), dtype)


class Stepper:
    """So many games at once, one of whose seats acts, always the first of the encoding `numbers`.

    What it writes, always into the same arrays, with a row a game: `observations`, the fields of the encoding;
    `masks` (games, num_actions), int8; `rewards` (games), float64: the points gained; `over` (games), whether the game
    is over, and `illegal` (games), whether it ended by what was not legal, which takes all points away.
    """

    def __init__(
        self,
        numbers: Encoding,
        rows: Rows,
        games: Any,
        rules: Any,
        step: Callable[[Any, Any, Array, Array], None],
    ) -> None:
        """`step` gets `games`, a named tuple of rows, and `rules`, one of what holds for all games; which games
        shall go on (games), bool; and what action they take."""
        self.numbers, self.observations = numbers, rows.observations
        self._rng, self.masks, self.rewards, self.over, self.illegal, _ = rows.results
        self._games, self._rules, self._step = games, rules, step
        self._all, self._no_actions = np.ones(rows.count, np.bool_), np.zeros(rows.count, np.int64)

    def seed(self, which: Array, seeds: Array) -> None:
        """Give the games at these indices dice of their own."""
        for i, seed in zip(which, seeds, strict=True):
            self._rng[i] = generator(int(seed))

    def begin(self, which: Array) -> None:
        """Begin a new game where this is true (games), bool."""
        self.over[which] = True
        self._step(self._games, self._rules, which, self._no_actions)

    def step(self, actions: Array) -> None:
        """Take an action (games), int64, in every game, in one compiled call.

        Games that are over begin anew, whatever the action.
        """
        self._step(self._games, self._rules, self._all, actions)
