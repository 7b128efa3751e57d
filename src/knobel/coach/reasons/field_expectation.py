"""Expected points of five dice in one field or row when the rest of a turn is played for that field alone."""

from collections.abc import Callable, Iterator, Sequence

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

    def mean(self, field: str, kept: Dice = (), rolls: int = combinations.ROLLS) -> float:
        """Return the mean points in a field when these dice are kept and `rolls` rolls (at least one) are left.

        No dice are kept before the first roll.
        """
        return self._value(self._means, field, self.points[field], kept, rolls)

    def chance(self, field: str, kept: Dice = (), rolls: int = combinations.ROLLS) -> float:
        """Return the probability of any points in a field when these dice are kept and `rolls` rolls are left."""
        return self._value(self._chances, field, [float(points > 0) for points in self.points[field]], kept, rolls)

    def fixed_points(self, field: str) -> int | None:
        """Return the points of a field that brings the same points whenever it brings any; None for another field."""
        found = set(self.points[field]) - {0}
        return found.pop() if len(found) == 1 else None

    def preparation(self) -> Iterator[None]:
        """Compute the values of all fields in steps."""
        for field in self.points:
            for value in (self.mean, self.chance):
                value(field)
                yield

    def _value(
        self, known: dict[str, list[list[float]]], field: str, entered: Sequence[float], kept: Dice, rolls: int
    ) -> float:
        if field not in known:
            found = self.keeping.value_keeps(entered, combinations.ROLLS - 1)
            known[field] = [*found, [self.keeping.value_turn(entered, found[-1])]]
        return known[field][rolls - 1][NUMBER[kept]]
