"""A reason for an action: its kind, for which there are templates, and its figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for an action.

    `figures` is plain data. The last word of each name is its type: `cell`, `line`, `field`, `dice`, `number`, `place`
    (a field, perhaps with its column), `points`, `mean` (points), `chance` (0 to 1), `roll_count` (of the 36 rolls of
    two dice), `worth` (a number by its unit), `expected` (a mean by its unit), `balance` (a change of a mean by its
    unit), `needed` (numbers), `outs` (alternative numbers), `ways` (of the 36 rolls of two dice), `seat`. A plural is a
    list.
    """

    kind: str
    figures: Mapping[str, Any]


WeightedReason: TypeAlias = tuple[float, Reason]
"""A reason with its weight: the points of the difference between two actions that it explains."""
Reasons: TypeAlias = Iterator[WeightedReason]
Values: TypeAlias = Mapping[str, float]
"""The expected final score after each legal action, by the engine."""
NO_VALUES: Values = MappingProxyType({})
"""Stands for values that are not known."""


def weighted(weight: float, kind: str, **figures: Any) -> WeightedReason:
    """Return a reason with its weight."""
    return weight, Reason(kind, figures)


def roll_count(total: int) -> int:
    """Return the number of the 36 rolls of two dice with this sum, 0 if the sum is impossible."""
    return max(6 - abs(7 - total), 0)


def chance_of_any(ways: int, rolls: int) -> float:
    """Return the probability that at least one of `rolls` rolls of two dice is among `ways` of the 36 rolls."""
    return 1 - (1 - ways / 36) ** rolls
