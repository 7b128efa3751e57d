"""What speaks for an action: a kind, which the words know, and the figures that back it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Reason:
    """`figures` is plain data. The last word of each name says what it is: `cell`, `line`, `field`, `dice`, `number`,
    `place` (a field, perhaps in a column), `points`, `mean` (points), `chance` (0 to 1), `ways` (of the 36 rolls of two
    dice), `worth` (a number by its unit), `needed` (numbers), `seat`; in the plural, a list.
    """

    kind: str
    figures: Mapping[str, Any]


Weighed: TypeAlias = tuple[float, Reason]
"""A reason with about how many points there are in it: the more, the sooner it is named."""
Reasons: TypeAlias = Iterator[Weighed]


def weighed(weight: float, kind: str, **figures: Any) -> Weighed:
    """A reason of that weight."""
    return weight, Reason(kind, figures)


def ways(total: int) -> int:
    """How many of the 36 rolls of two dice show a sum; 0 for what is none."""
    return max(6 - abs(7 - total), 0)
