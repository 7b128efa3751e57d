"""Reasons that Knöffel and Kniffeliger share: which dice to keep, whether to roll again, which field to enter."""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.reason import Reasons, weighted
from knobel.dice import FACES, Dice

MIN_POINTS = 0.3
"""Minimum number of points that is a reason."""
MIN_BELOW_MEAN = 1.0
"""Points below the mean from which an entry is poor."""
MIN_PROBABILITY = 0.05
"""Probability below which a result is not mentioned."""
MIN_PROBABILITY_DIFFERENCE = 0.005
"""Minimum difference in probability that is a reason."""
FIELD_FACES = {f"{face}s": face for face in FACES}
"""The face that counts in each field for one number."""
GRADUAL_FIELDS = *FIELD_FACES, "ch"
"""Fields whose points are not all or nothing."""


class Entry(NamedTuple):
    """An entry of points in a field. `place` is the field with its column, if there are several."""

    field: str
    place: str
    points: int


class Keep(NamedTuple):
    """Keeping dice, with the number of rolls left."""

    dice: Dice
    rolls: int


def compare(
    pursuit: FieldExpectation, open_fields: Sequence[str], better: Entry | Keep, worse: Entry | Keep
) -> Reasons:
    """Yield the reasons why one of two actions is better."""
    match better, worse:
        case Keep(), Keep():
            yield from keep_reasons(pursuit, open_fields, better, worse)
        case Entry(), Entry():
            yield from entry_reasons(pursuit, better, worse)
        case Keep(), Entry():
            yield from roll_reasons(pursuit, open_fields, better, worse)
        case Entry(), Keep():
            yield from stop_reason(pursuit, better, worse)


def keep_reasons(pursuit: FieldExpectation, open_fields: Sequence[str], better: Keep, worse: Keep) -> Reasons:
    """Yield the fields that the kept dice make likelier."""
    found = False
    for field in open_fields:
        if better.dice and FIELD_FACES.get(field, better.dice[0]) not in better.dice:
            # Points from other dice are no reason for keeping these.
            continue
        mean, other = (pursuit.mean(field, *kept) for kept in (better, worse))
        if mean - other < MIN_POINTS:
            continue
        found = True
        chance, other_chance = (pursuit.chance(field, *kept) for kept in (better, worse))
        figures = {"dice": better.dice, "other_dice": worse.dice, "field": field}
        if field in GRADUAL_FIELDS or chance - other_chance < MIN_PROBABILITY_DIFFERENCE:
            yield weighted(mean - other, "keep_more", mean=mean, other_mean=other, **figures)
        else:
            yield weighted(mean - other, "keep_likelier", chance=chance, other_chance=other_chance, **figures)
    if not found:
        yield from two_field_reason(pursuit, open_fields, better)


def two_field_reason(pursuit: FieldExpectation, open_fields: Sequence[str], better: Keep) -> Reasons:
    """Yield two fields together, because no single field profits from the kept dice."""
    above = sorted(open_fields, key=lambda field: pursuit.mean(field) - pursuit.mean(field, *better))[:2]
    if len(above) == 2:
        means = [pursuit.mean(field, *better) for field in above]
        yield weighted(0.1, "keep_both", dice=better.dice, field=above[0], mean=means[0], other_field=above[1],
                      other_mean=means[1])  # fmt: skip


def entry_reasons(pursuit: FieldExpectation, better: Entry, worse: Entry) -> Reasons:
    """Yield the comparison of each entry with the mean points of a turn in its field."""
    if better.field == worse.field:
        return
    par, other_par = pursuit.mean(better.field), pursuit.mean(worse.field)
    lead, other_lead = better.points - par, worse.points - other_par
    if not better.points and not worse.points:
        yield weighted(
            other_par - par, "strike", place=better.place, mean=par, other_place=worse.place, other_mean=other_par
        )
        return
    if not worse.points:
        yield weighted(other_par, "struck", place=worse.place, chance=pursuit.chance(worse.field), mean=other_par)
    elif other_lead < -MIN_BELOW_MEAN and lead > other_lead:
        yield weighted(-other_lead, "poor", place=worse.place, points=worse.points, mean=other_par)
    if not better.points:
        # The points lost in this field are fewer than those lost in the other.
        yield weighted(MIN_POINTS, "cheap_strike", place=better.place, mean=par)
    elif lead > MIN_POINTS:
        yield weighted(lead, "rich", place=better.place, points=better.points, mean=par)
    elif lead > other_lead and worse.points:
        yield weighted(
            lead - other_lead, "less_below", place=better.place, points=better.points, mean=par,
            other_place=worse.place, other_points=worse.points, other_mean=other_par,
        )  # fmt: skip


def roll_reasons(pursuit: FieldExpectation, open_fields: Sequence[str], better: Keep, worse: Entry) -> Reasons:
    """Yield the reasons for rolling again: the roll or a later turn in the field is worth more than the entry."""
    par = pursuit.mean(worse.field)
    if not worse.points:
        yield weighted(par, "struck", place=worse.place, chance=pursuit.chance(worse.field), mean=par)
    elif worse.points < par - MIN_BELOW_MEAN:
        yield weighted(par - worse.points, "poor", place=worse.place, points=worse.points, mean=par)
    # The field that can be entered now is a reason only if more points are to be expected there. Unlikely fields are no
    # reason.
    others = [
        field
        for field in open_fields
        if field != worse.field or not worse.points or pursuit.mean(field, *better) > worse.points + MIN_POINTS
    ]
    others = (
        [field for field in others if pursuit.chance(field, *better) > MIN_PROBABILITY] or others or list(open_fields)
    )
    field = max(others, key=lambda field: pursuit.mean(field, *better) - pursuit.mean(field))
    mean = pursuit.mean(field, *better)
    gain = mean - pursuit.mean(field) - worse.points + par
    figures = {"dice": better.dice, "field": field, "place": worse.place, "points": worse.points}
    if field in GRADUAL_FIELDS:
        yield weighted(max(gain, MIN_POINTS), "roll_on_more", mean=mean, **figures)
    else:
        yield weighted(max(gain, MIN_POINTS), "roll_on", chance=pursuit.chance(field, *better), **figures)


def stop_reason(pursuit: FieldExpectation, better: Entry, worse: Keep) -> Reasons:
    """Yield the reason for entering: the entry is worth more than the mean after rolling again."""
    mean = pursuit.mean(better.field, *worse)
    if better.points > mean:
        yield weighted(
            better.points - mean, "enough", place=better.place, points=better.points, dice=worse.dice, mean=mean
        )
    elif not better.points:
        yield weighted(MIN_POINTS, "cheap_strike", place=better.place, mean=pursuit.mean(better.field))
