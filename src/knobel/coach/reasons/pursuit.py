"""What five dice bring to one field or row when the rest of a turn is played for that alone."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from knobel.dice import Dice
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP, ROLLS
from knobel.engines.shared.turn import turn


class Pursuit:
    """Of each field: the mean points, and how likely there are any."""

    def __init__(self, fields: Sequence[str], points: Callable[[str, Dice], int], *, saving: bool) -> None:
        """
        :param points: of a field and five dice.
        :param saving: a die once kept stays kept.
        """
        self.fields = {field: i for i, field in enumerate(fields)}
        self._saving = saving
        self._points = np.array([[points(field, dice) for field in fields] for dice in ROLLS], float)

    @cached_property
    def _keeps(self) -> tuple[Array, ...]:
        """What keeps are worth by rolls left, one of them about to fall: (3, 210, fields, 2), the mean and the chance.
        Each is the best for itself."""
        rolls = turn()
        entered = np.stack((self._points, self._points > 0), axis=-1).reshape(len(ROLLS), -1)
        keeps = [rolls.throw(entered)]
        for _ in range(2):
            thrown = keeps[-1]
            keeps.append(
                rolls.throw_saving(thrown, entered) if self._saving else rolls.throw(rolls.choose(thrown, entered))
            )
        return tuple(each.reshape(-1, len(self.fields), 2) for each in keeps)

    def mean(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """The mean points in a field when these dice are kept and so many rolls, one at least, are left."""
        return float(self._keeps[rolls - 1][KEEP[kept], self.fields[field], 0])

    def chance(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """How likely there are any points in a field then."""
        return float(self._keeps[rolls - 1][KEEP[kept], self.fields[field], 1])
