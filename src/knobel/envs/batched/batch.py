"""Common parts of all batches of games: arrays with a row for each game, and kernels that fill them.

The module of a game adds `start` (reset a game), `play` (apply an action) and the kernel `step`, which restarts
finished games and applies an action in the others.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from knobel.core import Game
from knobel.encodings import Encoding
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.rng import generator

ALIGNMENT_BYTES = 64
"""Alignment of arrays in bytes, which JAX requires to take them over without a copy."""

T = TypeVar("T")


def aligned_zeros(shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """Return an array of zeros that other libraries can take over without a copy."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + ALIGNMENT_BYTES, np.uint8)
    begin = -raw.ctypes.data % ALIGNMENT_BYTES
    return raw[begin : begin + size].view(dtype).reshape(shape)


class Results(NamedTuple):
    """A row for each game: the state of its random generator, the mask of legal actions (games, actions), the reward of
    the last step, whether the game is over, whether an illegal action ended it, and the sum of all rewards
    (`rewarded`)."""

    rng: Array
    masks: Array
    rewards: Array
    over: Array
    illegal: Array
    rewarded: Array


@inlined
def reset_results(results: Results, i: Int) -> None:
    """Reset the results of a game."""
    results.rewarded[i] = 0
    results.rewards[i] = 0.0
    results.over[i] = results.illegal[i] = False


@inlined
def end_game(results: Results, i: Int) -> None:
    """Mark a game as over."""
    results.over[i] = True
    results.masks[i] = 0


@inlined
def set_reward(results: Results, i: Int, points: Int) -> None:
    """Set the reward to the points on the sheet that earlier rewards did not include."""
    results.rewards[i] = points - results.rewarded[i]
    results.rewarded[i] = points


@inlined
def check_legal(results: Results, i: Int, action: Int) -> bool:
    """True if an action is legal. An illegal action ends the game and takes all points away."""
    if 0 <= action < results.masks.shape[1] and results.masks[i, action]:
        return True
    results.illegal[i] = True
    results.rewards[i] = -results.rewarded[i]
    end_game(results, i)
    return False


class BatchArrays:
    """The arrays of a number of games: `observations`, by field of the encoding, and `results`."""

    def __init__(self, encoding: Encoding, count: int) -> None:
        self.count, self._hidden = count, list[Array]()
        self.observations = {field.name: aligned_zeros((count, *field.shape), field.dtype) for field in encoding.fields}
        self.results = Results(
            rng=np.ones((count, 1), np.uint64),
            masks=aligned_zeros((count, encoding.num_actions), np.int8),
            rewards=aligned_zeros((count,), np.float64),
            over=np.ones(count, np.bool_),
            illegal=np.zeros(count, np.bool_),
            rewarded=np.zeros(count, np.int64),
        )

    def __getitem__(self, name: str) -> Array:
        """Return a field in the shape that kernels use: (games, numbers), or (games) for a single number."""
        rows = self.observations[name].reshape(self.count, -1)
        return rows.reshape(self.count) if rows.shape[1] == 1 else rows

    def fields(self, kind: type[T]) -> T:
        """Return a named tuple filled with the fields of the same names."""
        names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        return kind(*(self[name] for name in names))

    def hidden(self, *shape: int, dtype: DTypeLike = np.int64) -> Array:
        """Return an array (games, ...) that is not part of observations."""
        self._hidden.append(np.zeros((self.count, *shape), dtype))
        return self._hidden[-1]

    @property
    def buffers(self) -> list[Array]:
        """All arrays that own their memory, always in the same order. The others are views of these."""
        return [*self.observations.values(), *self.results, *self._hidden]


class GameBatch:
    """A batch of games in which one seat acts, always the first of the encoding `encoding`.

    Results are written into the same arrays at each step, a row for each game: `observations`, by field of the
    encoding; `masks` (games, num_actions), int8; `rewards` (games), float64, in points; `over` (games), true if the
    game is over; `illegal` (games), true if an illegal action ended it, which takes all points away.
    """

    def __init__(
        self,
        encoding: Encoding,
        rows: BatchArrays,
        games: Any,
        rules: Any,
        step: Callable[[Any, Any, Array, Array], None],
        make: Callable[[Any, int], "GameBatch"],
    ) -> None:
        """`step` is called with `games`, a named tuple of rows; `rules`, a named tuple for all games; a boolean array
        of the games to advance; and their actions. `make` is the function that made this batch, for copies of it."""
        self.encoding, self.observations = encoding, rows.observations
        self._rng, self.masks, self.rewards, self.over, self.illegal, _ = rows.results
        self._arrays, self._games, self._rules, self._step, self._make = rows, games, rules, step, make
        self._all, self._no_actions = np.ones(rows.count, np.bool_), np.zeros(rows.count, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the contents of the arrays only: a copied view would no longer share its memory."""
        return restore_batch, (self._make, self.encoding.game, self._arrays.buffers)

    def seed(self, seeds: Mapping[int, int]) -> None:
        """Seed the random generators of the games at these indices."""
        for i, seed in seeds.items():
            self._rng[i] = generator(seed)

    def begin(self, selected: Array) -> None:
        """Start a new game where `selected` is true. Shape: (games,)."""
        self.over[selected] = True
        self._step(self._games, self._rules, selected, self._no_actions)

    def step(self, actions: Array) -> None:
        """Apply an action in every game, in one compiled call. Shape: (games,), int64.

        Finished games restart, and their action is ignored.
        """
        self._step(self._games, self._rules, self._all, actions)


def restore_batch(make: Callable[[Game[Any], int], GameBatch], game: Game[Any], buffers: list[Array]) -> GameBatch:
    """Return a batch of games whose arrays have these contents (`BatchArrays.buffers`)."""
    batch = make(game, len(buffers[0]))
    for buffer, contents in zip(batch._arrays.buffers, buffers, strict=True):  # noqa: SLF001 -- as a constructor does
        buffer[...] = contents
    return batch
