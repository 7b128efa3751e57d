"""One turn of five dice in NumPy, for one decision: what each keep and each roll is worth, backwards from its end.

It does what `knobel.engines.shared.turn_lanes` does, needs no compiling and so answers at once; that one is for
millions of turns. Worths are arrays (252,) of rolls and (462,) of keeps, or with one more axis for several positions
at a time.
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
        """(210, 252) The probability that a keep becomes a roll up to this one."""
        # Rounded up, so that no number of [0, 1) exceeds the last roll that is possible.
        chance_to: Array = np.cumsum(self._chance, axis=1) + 1e-12
        return chance_to

    @cached_property
    def _parts(self) -> Array:
        """(252, most parts) The parts of each roll but itself; the first, no dice, fills up the rows."""
        counts = np.diff(five_dice().part_start.astype(np.intp)) - 1
        parts = np.arange(counts.max())[None] * (np.arange(counts.max()) < counts[:, None])
        filled: Array = self._part[self._part_start[:, None] + parts]
        return filled

    def throw(self, rolls: Array) -> Array:
        """What each keep of fewer than five dice is worth (210, ...) when each roll is worth so much (252, ...)."""
        return self._chance @ rolls

    def fall(self, keep: Array, rng: np.random.Generator) -> Array:
        """The rolls that come of some keeps (n) of fewer than five dice when the others are thrown."""
        fallen: Array = (self._chance_to[keep] < rng.random((len(keep), 1))).sum(axis=1)
        return fallen

    def best_part(self, thrown: Array, roll: Array) -> tuple[Array, Array]:
        """The part of each roll (n) that is worth most if the other dice, one at least, are thrown, and how much.

        :param thrown: (210, n) what keeps are worth.
        """
        here = np.arange(len(roll))
        parts = self._parts[roll]
        best = parts[here, thrown[parts, here[:, None]].argmax(axis=1)]
        return best, thrown[best, here]

    def choose(self, thrown: Array, entered: Array) -> Array:
        """What each roll is worth (252, ...) if the best part of it is kept, or all of it entered.

        :param thrown: (210, ...) what keeps are worth; `entered`: (252, ...) what entries of rolls are.
        """
        best: Array = np.maximum.reduceat(np.concatenate((thrown, entered))[self._part], self._part_start)
        return best

    def throw_saving(self, thrown: Array, entered: Array) -> Array:
        """What each keep of fewer than five dice is worth (210, ...) where a die once kept stays kept.

        :param thrown: (210, ...) what keeps are worth one roll later; `entered`: (252, ...) what entries of rolls are.
        """
        part, start, chance, falls = _falls()
        best = np.maximum.reduceat(np.concatenate((thrown, entered))[part], start)
        mean: Array = np.add.reduceat(best * chance.reshape(-1, *(1,) * (best.ndim - 1)), falls)
        return mean


@cache
def _falls() -> tuple[Array, Array, Array, Array]:
    """All that can follow when the dice outside a keep are thrown, made once.

    :returns: the parts that hold the keep, of every roll that every keep can become, in turn; where those of each roll
        begin; the probability of that roll; and where the rolls of each keep begin.
    """
    dice = five_dice()
    faces = dice.faces.astype(np.int64)
    part, start, falls = [], [0], []
    chance: list[float] = []
    owner = np.repeat(np.arange(len(dice.part_start) - 1), np.diff(dice.part_start.astype(np.int64)).astype(np.int64))
    parts = dice.part.astype(np.int64)
    for keep in range(FIRST_ROLL):
        rows = np.flatnonzero(parts == keep)
        falls.append(len(chance))
        for row in rows:
            roll = owner[row]
            inside = parts[dice.part_start[roll] : dice.part_start[roll + 1]]
            holding = inside[(faces[inside] >= faces[keep]).all(axis=1)]
            part.append(holding)
            start.append(start[-1] + len(holding))
            chance.append(dice.part_chance[row])
    return np.concatenate(part), np.array(start[:-1]), np.array(chance), np.array(falls)


@cache
def turn() -> Turn:
    """The rolls of one turn, made once."""
    return Turn()
