"""A reason for an action: its kind, for which there are templates, and its figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from types import MappingProxyType
from typing import Any, TypeAlias


class Role(IntFlag):
    """Role of a reason among others. Of reasons that explain about as much, the one with the smallest role is shown.

    `GAIN`: a gain of the better action. `HARM`: the harm of the action played. `SUMMARY`: it summarizes others.
    `BARE_VALUE`: its points are the engine's value of lines. `OVERALL`: it says what many small things have in common.
    `AIM`: it states the aim of the better action, and is shown where all other reasons only say what is wrong.
    """

    GAIN = 0
    HARM = 1
    SUMMARY = 2
    BARE_VALUE = 4
    OVERALL = 8
    AIM = 16


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for an action.

    `figures` is plain data. The last word of each name is its type: `cell`, `line`, `field`, `dice`, `number`, `place`
    (a field, perhaps with its column), `points`, `mean` (points), `chance` (0 to 1), `roll_count` (of the 36 rolls of
    two dice), `worth` (a number by its unit), `expected` (a mean by its unit), `balance` (a change of a mean by its
    unit), `needed` (numbers), `outs` (alternative numbers), `ways` (of the 36 rolls of two dice), `seat`. A plural is a
    list. `ends` are the fields in which a turn most likely ends, `gains` and `losses` the largest parts of a
    difference, by lines.

    `states`: the points by which the actions differ according to the reason: a figure (`mean`), the sum of several
    (`mean + later_mean`), or either less others (`mean - points`); empty if it states none. `otherwise`: the
    reason that stands for it where fewer points were lost.
    """

    kind: str
    figures: Mapping[str, Any]
    role: Role = field(default=Role.GAIN, compare=False, repr=False)
    states: str = field(default="", compare=False, repr=False)
    otherwise: "Reason | None" = field(default=None, compare=False, repr=False)


NOT_VISIBLE = Role.SUMMARY | Role.BARE_VALUE | Role.OVERALL | Role.AIM
VAGUE = frozenset({"builds_chance", "harms_chance"})
"""Kinds of reasons that tell little of the board."""
VISIBLE_SHARE = 0.2
"""Minimum share of the largest weight that a visible reason has in order to come first."""
WeightedReason: TypeAlias = tuple[float, Reason]
"""A reason with its weight: the points of the difference between two actions that it explains."""
Reasons: TypeAlias = Iterator[WeightedReason]
Values: TypeAlias = Mapping[str, float]
"""The expected final score after each legal action, by the engine."""
NO_VALUES: Values = MappingProxyType({})
"""Stands for values that are not known."""


def weighted(
    weight: float,
    kind: str,
    states: str = "",
    role: Role = Role.GAIN,
    otherwise: Reason | None = None,
    /,
    **figures: Any,
) -> WeightedReason:
    """Return a reason with its weight."""
    return weight, Reason(kind, figures, role, states, otherwise)


def harm(weight: float, kind: str, states: str = "", /, **figures: Any) -> WeightedReason:
    """Return the harm of the action played as a reason with its weight."""
    return weighted(weight, kind, states, Role.HARM, **figures)


def visible_first(found: Reasons) -> Reasons:
    """Yield reasons with those that the board shows before values that it does not show.

    The strongest visible reason explains at least as much as any value, unless it is slight beside it.
    """
    known = sorted(found, key=lambda each: -each[0])
    visible = (each for each in known if not each[1].role & NOT_VISIBLE and each[1].kind not in VAGUE)
    first = next((each for each in visible if each[0] >= VISIBLE_SHARE * known[0][0]), None)
    if first is not None:
        yield known[0][0], first[1]
    yield from (each for each in known if each is not first)


def roll_count(total: int) -> int:
    """Return the number of the 36 rolls of two dice with this sum, 0 if the sum is impossible."""
    return max(6 - abs(7 - total), 0)


def chance_of_any(ways: int, rolls: int) -> float:
    """Return the probability that at least one of `rolls` rolls of two dice is among `ways` of the 36 rolls."""
    return 1 - (1 - ways / 36) ** rolls
