"""Contribution of each field to the value of keeping dice, when the turn is played for the best entry.

A field on its own does not show this, because five dice are entered in only one field. The value of an entry is its
points and the worth of the rest of the game after it. The contribution of a field to the value of a keep is the mean
value of an entry there above a reference, times the probability of that entry. The contributions of all fields add up
to the value of the keep above the reference.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import fsum, inf
from operator import itemgetter
from typing import NamedTuple

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.keeping_dice import NUMBER, Choices
from knobel.coach.reasons.reason import Values
from knobel.dice import Dice

ROUNDING = 1e-6
"""Differences of worth that count as none."""
CACHED_OUTLOOKS = 2
"""Number of outlooks that are kept: the reasons and the parts of one decision use the same one."""


class Entered(NamedTuple):
    """An entry: its field, its points, and the expected final score after it."""

    field: str
    points: int
    value: float


class Ending(NamedTuple):
    """A field in which a turn may end with points: its probability, and the mean of the points that it then brings."""

    field: str
    chance: float
    points: float


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
        return _outlook(expectation, tuple(fields), tuple(entries.items()))

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

    @cached_property
    def values(self) -> list[float]:
        """The worth of the best entry of each roll."""
        return [value for _, value in self.best_entries]

    def chances_to_end(self, dice: Dice, rolls: int) -> dict[str, float]:
        """Return the probability of each field that the turn ends there, if these dice are kept.

        :param rolls: the number of rolls left, at least one.
        """
        parts: list[list[float]] = [[] for _ in self.fields]
        for roll, chance in self.chances_to_enter(dice, rolls).items():
            parts[self.best_entries[roll][0]].append(chance)
        return dict(zip(self.fields, map(fsum, parts), strict=True))

    def endings(self, dice: Dice, rolls: int) -> list[Ending]:
        """Return the fields in which the turn ends with points, the likeliest first, if these dice are kept.

        Fields that are struck then are left out.

        :param rolls: the number of rolls left, at least one.
        """
        chances, points = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
        for roll, chance in self.chances_to_enter(dice, rolls).items():
            place = self.fields[self.best_entries[roll][0]]
            if found := self.expectation.points[place][roll]:
                chances[place].append(chance)
                points[place].append(chance * found)
        ended = [Ending(place, fsum(each), fsum(points[place]) / fsum(each)) for place, each in chances.items()]
        return sorted(ended, key=lambda each: -each.chance)

    def mean_points(self, dice: Dice, rolls: int) -> float:
        """Return the mean points of the entry with which the turn ends, if these dice are kept.

        :param rolls: the number of rolls left, at least one.
        """
        chances = self.chances_to_enter(dice, rolls)
        entered = ((chance, self.fields[self.best_entries[roll][0]], roll) for roll, chance in chances.items())
        return fsum(chance * self.expectation.points[place][roll] for chance, place, roll in entered)

    def chance_of_worth(self, worth: float, dice: Dice, rolls: int) -> float:
        """Return the probability that the turn ends with an entry of at least this worth, if these dice are kept.

        :param rolls: the number of rolls left, at least one.
        """
        chances = self.chances_to_enter(dice, rolls)
        return fsum(chance for roll, chance in chances.items() if self.values[roll] >= worth - ROUNDING)

    def chance_made(self, field: str, dice: Dice, rolls: int, above: float = -inf) -> float:
        """Return the probability that the dice make a field at the end of the turn, in whichever they are entered.

        :param above: the worth of an entry; only better ones count.
        """
        made, chances = self.expectation.points[field], self.chances_to_enter(dice, rolls)
        return fsum(chance for roll, chance in chances.items() if made[roll] and self.values[roll] > above + ROUNDING)

    def chances_to_enter(self, dice: Dice, rolls: int) -> Mapping[int, float]:
        """Return the probability of each roll that is entered in the end, if these dice are kept.

        :param rolls: the number of rolls left, at least one.
        """
        if (dice, rolls) not in self._entered:
            if rolls not in self._choices:
                later = self.expectation.keeping.value_keeps(self.values, rolls - 1)
                self._choices[rolls] = self.expectation.keeping.choices(self.values, later)
            self._entered[dice, rolls] = self.expectation.keeping.chances_to_enter(dice, self._choices[rolls])
        return self._entered[dice, rolls]

    @cached_property
    def _choices(self) -> dict[int, list[Choices]]:
        """The best choices of the turn, by the rolls left."""
        return {}

    @cached_property
    def _entered(self) -> dict[tuple[Dice, int], Mapping[int, float]]:
        """The probability of each roll that is entered in the end, by the dice kept and the rolls left."""
        return {}

    @cached_property
    def _contributions(self) -> dict[tuple[Dice, Dice | None, int, float], dict[str, float]]:
        """The known `contributions`: several reasons and the parts of a loss ask for the same ones."""
        return {}

    def contributions(self, better: Dice, worse: Dice | None, rolls: int, reference: float = 0.0) -> dict[str, float]:
        """Return the contribution of each field to the value of keeping `better` above another choice, in points.

        :param worse: the dice of the other choice if it is a keep; otherwise `reference` is its value.
        :param rolls: the number of rolls left, at least one.
        :returns: the contributions. If entries are equally good, the first field has them all.
        """
        known = self._contributions
        if (found := known.get((better, worse, rolls, reference))) is None:
            found = known[better, worse, rolls, reference] = self._contributed(better, worse, rolls, reference)
        return found

    def _contributed(self, better: Dice, worse: Dice | None, rolls: int, reference: float) -> dict[str, float]:
        if worse is not None:
            reference = self.expectation.keeping.value_keeps(self.values, rolls)[-1][NUMBER[worse]]
        parts: list[list[float]] = [[] for _ in self.fields]
        for dice, sign in ((better, 1), (worse, -1)):
            for roll, chance in {} if dice is None else self.chances_to_enter(dice, rolls).items():
                place, value = self.best_entries[roll]
                parts[place].append(sign * chance * (value - reference))
        return dict(zip(self.fields, map(fsum, parts), strict=True))


@lru_cache(CACHED_OUTLOOKS)
def _outlook(
    expectation: FieldExpectation, fields: tuple[str, ...], entries: tuple[tuple[str, Entered], ...]
) -> TurnOutlook:
    later = dict[str, float]()
    for _, (place, points, value) in entries:
        later[place] = max(later.get(place, value - points), value - points)
    if not later.keys() >= set(fields):
        return TurnOutlook(expectation, {each: -expectation.mean(each) for each in fields})
    values = {action: entry.value for action, entry in entries}
    return TurnOutlook(expectation, {each: later[each] for each in fields}, values)
