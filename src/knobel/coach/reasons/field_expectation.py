"""Expected points of five dice in one field or row when the rest of a turn is played for that field alone."""

from collections.abc import Callable, Sequence

from knobel.coach.reasons.keeping_dice import NUMBER, ROLLS, KeepingDice
from knobel.dice import Dice
from knobel.games import combinations


class FieldExpectation:
    """Mean points and probability of any points, for each field."""

    def __init__(self, fields: Sequence[str], points: Callable[[str, Dice], int], *, saving: bool) -> None:
        """Compute the points of all fields for all rolls of five dice, `points`, by field.

        :param points: returns the points of five dice in a field.
        :param saving: a kept die stays kept for the rest of the turn.
        """
        self.keeping = KeepingDice(saving=saving)
        self.points = {field: [points(field, dice) for dice in ROLLS] for field in fields}
        self._means: dict[str, list[list[float]]] = {}
        self._chances: dict[str, list[list[float]]] = {}
        """Values of keeps, by the rolls left. Mean points and probabilities are optimized separately."""

    def mean(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """Return the mean points in a field when these dice are kept and `rolls` rolls (at least one) are left."""
        if field not in self._means:
            self._means[field] = self.keeping.value_keeps(self.points[field], combinations.ROLLS)
        return self._means[field][rolls - 1][NUMBER[kept]]

    def chance(self, field: str, kept: Dice = (), rolls: int = 3) -> float:
        """Return the probability of any points in a field when these dice are kept and `rolls` rolls are left."""
        if field not in self._chances:
            any_points = [float(points > 0) for points in self.points[field]]
            self._chances[field] = self.keeping.value_keeps(any_points, combinations.ROLLS)
        return self._chances[field][rolls - 1][NUMBER[kept]]
