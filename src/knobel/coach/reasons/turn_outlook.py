"""Contribution of each field to the value of keeping dice, when the turn is played for the best entry.

A field on its own does not show this, because five dice are entered in only one field. The value of an entry is its
points and the worth of the rest of the game after it. The contribution of a field to the value of a keep is the mean
value of an entry there above a reference, times the probability of that entry. The contributions of all fields add up
to the value of the keep above the reference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from operator import itemgetter
from typing import NamedTuple

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.keeping_dice import NUMBER
from knobel.coach.reasons.reason import Values
from knobel.dice import Dice


class Entered(NamedTuple):
    """An entry: its field, its points, and the expected final score after it."""

    field: str
    points: int
    value: float


@dataclass(frozen=True)
class TurnOutlook:
    """The open fields of a sheet: the points in them, and the worth of the rest of the game after an entry in each.

    `later`: by open field the expected points of all later turns, up to a constant that is the same for all fields.
    """

    expectation: FieldExpectation
    later: Mapping[str, float]

    entered: Values = field(default_factory=dict)
    """The value of each entry, if the engine's values are known."""

    @classmethod
    def of(cls, expectation: FieldExpectation, fields: Sequence[str], entries: Mapping[str, Entered]) -> "TurnOutlook":
        """Return the outlook of open fields.

        :param entries: the legal entries with their values. If a field has none, an entry costs a turn for its field.
        """
        later = dict[str, float]()
        for place, points, value in entries.values():
            later[place] = max(later.get(place, value - points), value - points)
        if not later.keys() >= set(fields):
            return cls(expectation, {each: -expectation.mean(each) for each in fields})
        values = {action: entry.value for action, entry in entries.items()}
        return cls(expectation, {each: later[each] for each in fields}, values)

    @property
    def fields(self) -> tuple[str, ...]:
        """The open fields."""
        return tuple(self.later)

    def worth(self, action: str, place: str, points: int) -> float:
        """Return the worth of an entry: its points and those of all later turns, up to the constant of `later`."""
        return self.entered.get(action, points + self.later.get(place, 0.0))

    @cached_property
    def best_entries(self) -> list[tuple[int, float]]:
        """The best entry of each roll: the number of its field in `fields`, and its worth."""
        worths = [[points + self.later[place] for points in self.expectation.points[place]] for place in self.fields]
        return [max(enumerate(each), key=itemgetter(1)) for each in zip(*worths, strict=True)]

    @property
    def values(self) -> list[float]:
        """The worth of the best entry of each roll."""
        return [value for _, value in self.best_entries]

    def chances_to_end(self, dice: Dice, rolls: int) -> dict[str, float]:
        """Return the probability of each field that the turn ends there, if these dice are kept.

        :param rolls: the number of rolls left, at least one.
        """
        parts: list[list[float]] = [[] for _ in self.fields]
        keeping = self.expectation.keeping
        later = keeping.value_keeps(self.values, rolls - 1)
        [chances] = keeping.chances_to_enter([dice], self.values, later)
        for roll, chance in chances.items():
            parts[self.best_entries[roll][0]].append(chance)
        return dict(zip(self.fields, map(fsum, parts), strict=True))

    def contributions(self, better: Dice, worse: Dice | None, rolls: int, reference: float = 0.0) -> dict[str, float]:
        """Return the contribution of each field to the value of keeping `better` above another choice, in points.

        :param worse: the dice of the other choice if it is a keep; otherwise `reference` is its value.
        :param rolls: the number of rolls left, at least one.
        :returns: the contributions. If entries are equally good, the first field has them all.
        """
        keeping, places, values = self.expectation.keeping, self.fields, self.values
        *later, now = keeping.value_keeps(values, rolls)
        if worse is not None:
            reference = now[NUMBER[worse]]
        parts: list[list[float]] = [[] for _ in places]
        kept = [better] if worse is None else [better, worse]
        for chances, sign in zip(keeping.chances_to_enter(kept, values, later), (1, -1), strict=False):
            for roll, chance in chances.items():
                place, value = self.best_entries[roll]
                parts[place].append(sign * chance * (value - reference))
        return dict(zip(places, map(fsum, parts), strict=True))
