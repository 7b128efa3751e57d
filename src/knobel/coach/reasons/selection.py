"""Selection of the reasons that carry a loss.

A reason is chosen by how much of the difference between two actions it explains, not by its form. If one reason
explains at least half of the loss, it is the only one; of reasons that explain about as much, a gain of the better
action comes before a harm of the other one. Otherwise several reasons are combined. If even these explain less than
half, the loss is the sum of many small things: then the first reason that names their common property is given, if
there is one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum

from knobel.coach.grades import THRESHOLDS, Grade
from knobel.coach.reasons.reason import Reason, Role, WeightedReason
from knobel.texts import DEFAULT, messages

CARRYING_SHARE = 0.5
"""Share of the loss from which reasons carry it."""
CLOSE_SHARE = 0.8
"""Share of the points that the strongest reason explains, from which another one explains about as much."""
OVERALL_SHARE = 0.25
"""Minimum share of the loss that a reason for many small losses explains."""
LEAST_SHARE = 0.1
"""Minimum share of the loss that a further reason explains."""
MAX_COMBINED = 3
"""Maximum number of reasons that are combined."""
MANY_SMALL = Reason("many_small", {})
"""Said where the known reasons do not carry the loss."""
MOST_MANY_SMALL = next(limit.points for limit in THRESHOLDS if limit.grade is Grade.MISTAKE)
"""Largest loss in points that is the sum of many small things. A mistake gets the strongest reasons."""
ROUNDING = 0.05
OPTIONAL_PART = re.compile(r"\[(.*?)\]")


def credible(candidates: Iterable[WeightedReason], loss: float) -> Iterator[WeightedReason]:
    """Yield the reasons so that none of them states more points than were lost: other things make up for the rest."""
    for weight, reason in candidates:
        told: Reason | None = reason
        while told is not None and told.states and stated_points(told) > loss + ROUNDING:
            # The reason that stands for another one may state too many points as well.
            told = without_points(told)
        if told is not None:
            yield weight, told


def without_points(reason: Reason) -> Reason | None:
    """Return a reason without the points that it states, None if it does not say why without them."""
    if reason.otherwise is not None or not reason.states:
        return reason.otherwise or reason
    sentence = messages(DEFAULT, "coach")[f"sentence.{reason.kind}"]
    optional = [
        name for name in reason.states.split(" - ") if f"{{{name}}}" in "".join(OPTIONAL_PART.findall(sentence))
    ]
    left = {name: value for name, value in reason.figures.items() if name not in optional}
    return replace(reason, figures=left, states="") if optional else None


def stated_points(reason: Reason) -> float:
    """Return the points by which the actions differ according to a reason, 0 if it states none.

    A circle counts as a point.
    """
    more, less = (
        fsum(_amount(reason, name) for name in names.split(" + ")) for names in reason.states.partition(" - ")[::2]
    )
    return more - less


def _amount(reason: Reason, name: str) -> float:
    value = reason.figures.get(name, 0.0)
    return fsum(value.values()) if isinstance(value, Mapping) else float(value)


def select(candidates: Sequence[WeightedReason], loss: float) -> tuple[Reason, ...]:
    """Return the reasons that carry a loss in points, the gains of the better action first.

    If all of them only say what is wrong with the other action, the aim of the better one follows. Empty if there are
    no candidates.
    """
    aims = tuple(reason for _, reason in candidates if reason.role & Role.AIM)[:1]
    others = [each for each in candidates if not each[1].role & Role.AIM]
    carrying = _carrying(others, loss)
    if aims and carrying == (MANY_SMALL,):
        carrying = tuple(reason for _, reason in sorted(others, key=_rank)[:1])
    return (*carrying, *aims) if aims and all(reason.role & Role.HARM for reason in carrying) else carrying


def _carrying(candidates: Sequence[WeightedReason], loss: float) -> tuple[Reason, ...]:
    if not candidates:
        return ()
    overall = tuple(each for each in candidates if each[1].role & Role.OVERALL)
    shares = CARRYING_SHARE, OVERALL_SHARE
    common = tuple(each for share in shares for each in overall if each[0] >= share * loss)[:1]
    candidates = [each for each in candidates if not each[1].role & Role.OVERALL]
    if not candidates:
        told = (MANY_SMALL,) if loss <= MOST_MANY_SMALL else (without_points(reason) for _, reason in overall)
        return tuple(reason for _, reason in common) or tuple(filter(None, told))[:1]
    enough = CARRYING_SHARE * loss
    most = min(max(weight for weight, _ in candidates), loss)
    if most >= enough:
        return (min((each for each in candidates if each[0] >= CLOSE_SHARE * most), key=_rank)[1],)
    combined = _combined(candidates, loss)
    if _total(combined) < enough and common:
        with_common = common if common[0][0] >= enough else _combined([*candidates, *common], loss)
        combined = with_common if _total(with_common) >= enough else max(combined, common, key=_total)
    if _total(combined) < enough and not common and loss <= MOST_MANY_SMALL:
        return (MANY_SMALL,)
    return tuple(reason for _, reason in sorted(combined, key=lambda each: each[1].role & Role.HARM))


def _combined(candidates: Sequence[WeightedReason], loss: float) -> Sequence[WeightedReason]:
    """Return the strongest reasons about different things, as many as carry a loss, if these are not too many."""
    combined = list[WeightedReason]()
    for each in _distinct(sorted(candidates, key=lambda each: -each[0])):
        if combined and each[0] < LEAST_SHARE * loss:
            break
        combined.append(each)
        if len(combined) == MAX_COMBINED or _total(combined) >= CARRYING_SHARE * loss:
            break
    return combined


def _total(reasons: Sequence[WeightedReason]) -> float:
    return fsum(weight for weight, _ in reasons)


def _rank(candidate: WeightedReason) -> tuple[Role, float]:
    weight, reason = candidate
    return reason.role, -weight


def _distinct(candidates: Sequence[WeightedReason]) -> Iterator[WeightedReason]:
    """Yield the candidates that are about other lines, fields or things than the ones before."""
    subjects = set[str]()
    for weight, reason in candidates:
        about = set(_subjects(reason)) or {reason.kind}
        if not about & subjects:
            subjects |= about
            yield weight, reason


def _subjects(reason: Reason) -> Iterator[str]:
    """Yield the lines and fields that a reason is about."""
    for name in ("line", "field", "place"):
        if name in reason.figures:
            yield str(reason.figures[name])
    yield from reason.figures.get("lines", ())
    for name in ("line_gains", "line_losses"):
        yield from (part["line"] for part in reason.figures.get(name, ()))
