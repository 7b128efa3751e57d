"""What each field contributes to the value of keeping dice, when the turn is played for the best entry.

A field on its own does not show this, because five dice are entered in only one field. The value of an entry is its
points and the worth of the rest of the game after it. The contribution of a field to the value of a keep is the mean
of what an entry there is worth above a reference, times the probability of that entry. The contributions of all fields
add up to the value of the keep above the reference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.reason import Values
from knobel.dice import Dice
from knobel.engines.shared.five_dice import KEEP_NUMBER

NUDGE = 1e-6
"""Relative change of a field's values by which its contribution is computed."""


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

    def contributions(self, better: Dice, worse: Dice | None, rolls: int, reference: float = 0.0) -> dict[str, float]:
        """Return what each field contributes to the value of keeping `better` above another choice, in points.

        :param worse: the dice of the other choice if it is a keep; otherwise `reference` is its value.
        :param rolls: the number of rolls left, at least one.
        """
        columns = [self.expectation.fields[each] for each in self.fields]
        values = self.expectation.points[:, columns] + np.array(list(self.later.values()))
        if worse is not None:
            reference = float(self.expectation.value_keeps(values.max(axis=1), rolls)[-1][KEEP_NUMBER[worse]])
        values -= reference
        # The value is piecewise linear in the values of a field: its slope is the contribution.
        nudged = (values[:, None, :] * (1 + NUDGE * np.eye(len(columns)))).max(axis=2)
        keeps = self.expectation.value_keeps(np.column_stack((values.max(axis=1), nudged)), rolls)[-1]
        slopes = (keeps[:, 1:] - keeps[:, :1]) / NUDGE
        found = slopes[KEEP_NUMBER[better]] - (0.0 if worse is None else slopes[KEEP_NUMBER[worse]])
        return dict(zip(self.fields, found.tolist(), strict=True))
