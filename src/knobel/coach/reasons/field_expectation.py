"""Expected points of five dice in one field or row when the rest of a turn is played for that field alone."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from knobel.dice import Dice
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP_NUMBER, ROLLS
from knobel.engines.shared.turn import turn
from knobel.games import combinations


class FieldExpectation:
    """Mean points and probability of any points, for each field."""

    def __init__(self, fields: Sequence[str], points: Callable[[str, Dice], int], *, saving: bool) -> None:
        """Compute the points of all fields for all rolls of five dice, `points` (252, fields).

        :param points: returns the points of five dice in a field.
        :param saving: a kept die stays kept for the rest of the turn.
        """
        self.fields = {field: i for i, field in enumerate(fields)}
        self._saving = saving
        self.points = np.array([[points(field, dice) for field in fields] for dice in ROLLS], float)

    def value_keeps(self, entered: Array, rolls: int) -> tuple[Array, ...]:
        """Return the values of keeps (210, ...) with one to `rolls` rolls left, including the next one.

        :param entered: (252, ...) the values of entering rolls.
        """
        lattice = turn()
        keeps = [lattice.value_keeps(entered)]
        for _ in range(rolls - 1):
            thrown = keeps[-1]
            keeps.append(
                lattice.value_keeps_saving(thrown, entered)
                if self._saving
                else lattice.value_keeps(lattice.best_keeps(thrown, entered))
            )
        return tuple(keeps)

    @cached_property
    def _keeps(self) -> tuple[Array, ...]:
        """Values of keeps by rolls left, including the next one: (3, 210, fields, 2), mean and probability.

        Each is optimized separately.
        """
        entered = np.stack((self.points, self.points > 0), axis=-1).reshape(len(ROLLS), -1)
        return tuple(each.reshape(-1, len(self.fields), 2) for each in self.value_keeps(entered, combinations.ROLLS))

    def mean(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """Return the mean points in a field when these dice are kept and `rolls` rolls (at least one) are left."""
        return float(self._keeps[rolls - 1][KEEP_NUMBER[kept], self.fields[field], 0])

    def chance(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """Return the probability of any points in a field when these dice are kept and `rolls` rolls are left."""
        return float(self._keeps[rolls - 1][KEEP_NUMBER[kept], self.fields[field], 1])
