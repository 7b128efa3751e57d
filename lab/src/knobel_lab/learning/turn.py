"""One turn of five dice in NumPy, for one decision: the value of each keep and each roll, by backward induction.

This module computes the same values as `knobel.engines.shared.turn_simd` without compilation, so it answers
immediately; the other module serves millions of turns. Values are arrays of shape (252,) for rolls and (462,) for
keeps, with one more axis for several positions.
"""

from functools import cache, cached_property

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEPS, five_dice


class Turn:
    """The rolls of one turn."""

    def __init__(self) -> None:
        dice = five_dice()
        rolls = len(KEEPS) - FIRST_ROLL
        chance = np.vstack([np.zeros((FIRST_ROLL, rolls)), np.eye(rolls)])
        for keep in range(FIRST_ROLL - 1, -1, -1):
            chance[keep] = chance[dice.add[keep]].mean(axis=0)
        self._chance = np.ascontiguousarray(chance[:FIRST_ROLL])
        self._part = dice.part.astype(np.intp)
        self._part_start = dice.part_start[:-1].astype(np.intp)

    @cached_property
    def _chance_to(self) -> Array:
        """(210, 252) The cumulative probability that a keep becomes a roll with at most this number."""
        # The sums are rounded up, so that no random number in [0, 1) exceeds the last possible roll.
        chance_to: Array = np.cumsum(self._chance, axis=1) + 1e-12
        return chance_to

    @cached_property
    def _parts(self) -> Array:
        """(252, most parts) The parts of each roll except the roll itself, padded with the first part, no dice."""
        counts = np.diff(five_dice().part_start.astype(np.intp)) - 1
        parts = np.arange(counts.max())[None] * (np.arange(counts.max()) < counts[:, None])
        filled: Array = self._part[self._part_start[:, None] + parts]
        return filled

    def value_keeps(self, rolls: Array) -> Array:
        """Return the value of each keep of fewer than five dice (210, ...), given the value of each roll (252, ...)."""
        return self._chance @ rolls

    def sample_rolls(self, keep: Array, rng: np.random.Generator) -> Array:
        """Return the random rolls that result from keeps (n) of fewer than five dice when the others are thrown."""
        fallen: Array = (self._chance_to[keep] < rng.random((len(keep), 1))).sum(axis=1)
        return fallen

    def best_keep(self, thrown: Array, roll: Array) -> tuple[Array, Array]:
        """Return the most valuable part of each roll (n) if at least one die is thrown, and its value.

        :param thrown: (210, n) the values of keeps.
        """
        here = np.arange(len(roll))
        parts = self._parts[roll]
        best = parts[here, thrown[parts, here[:, None]].argmax(axis=1)]
        return best, thrown[best, here]

    def best_keeps(self, thrown: Array, entered: Array) -> Array:
        """Return the value of each roll (252, ...) if the best part of it is kept or the whole roll is entered.

        :param thrown: (210, ...) the values of keeps; `entered`: (252, ...) the values of entering rolls.
        """
        best: Array = np.maximum.reduceat(np.concatenate((thrown, entered))[self._part], self._part_start)
        return best


@cache
def turn() -> Turn:
    """Return the rolls of one turn, computed once."""
    return Turn()
