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
CERTAIN = 1 - 1e-9
"""Probability from which a field is certain, because the kept dice fill it already."""
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
    expectation: FieldExpectation, open_fields: Sequence[str], better: Entry | Keep, worse: Entry | Keep
) -> Reasons:
    """Yield the reasons why one of two actions is better."""
    match better, worse:
        case Keep(), Keep():
            yield from keep_reasons(expectation, open_fields, better, worse)
        case Entry(), Entry():
            yield from entry_reasons(expectation, better, worse)
        case Keep(), Entry():
            yield from roll_reasons(expectation, open_fields, better, worse)
        case Entry(), Keep():
            yield from stop_reason(expectation, better, worse)


def keep_reasons(expectation: FieldExpectation, open_fields: Sequence[str], better: Keep, worse: Keep) -> Reasons:
    """Yield the fields that the kept dice make likelier."""
    found = False
    for field in open_fields:
        if better.dice and FIELD_FACES.get(field, better.dice[0]) not in better.dice:
            # Points from other dice are no reason for keeping these.
            continue
        mean, other = (expectation.mean(field, *kept) for kept in (better, worse))
        if mean - other < MIN_POINTS:
            continue
        found = True
        chance, other_chance = (expectation.chance(field, *kept) for kept in (better, worse))
        figures = {"dice": better.dice, "other_dice": worse.dice, "field": field}
        if field in GRADUAL_FIELDS or chance - other_chance < MIN_PROBABILITY_DIFFERENCE:
            yield weighted(mean - other, "keep_more", mean=mean, other_mean=other, **figures)
        else:
            kind = "keep_certain" if chance >= CERTAIN else "keep_likelier"
            yield weighted(mean - other, kind, chance=chance, other_chance=other_chance, **figures)
    if not found:
        yield from two_field_reason(expectation, open_fields, better)


def two_field_reason(expectation: FieldExpectation, open_fields: Sequence[str], better: Keep) -> Reasons:
    """Yield two fields together, because no single field profits from the kept dice."""
    best_fields = sorted(open_fields, key=lambda field: expectation.mean(field) - expectation.mean(field, *better))[:2]
    if len(best_fields) == 2:
        means = [expectation.mean(field, *better) for field in best_fields]
        yield weighted(
            0.1,
            "keep_both",
            dice=better.dice,
            field=best_fields[0],
            mean=means[0],
            other_field=best_fields[1],
            other_mean=means[1],
        )


def entry_reasons(expectation: FieldExpectation, better: Entry, worse: Entry) -> Reasons:
    """Yield the comparison of each entry with the mean points of a turn in its field."""
    if better.field == worse.field:
        return
    field_mean, other_field_mean = expectation.mean(better.field), expectation.mean(worse.field)
    lead, other_lead = better.points - field_mean, worse.points - other_field_mean
    if not better.points and not worse.points:
        yield weighted(
            other_field_mean - field_mean,
            "strike",
            place=better.place,
            mean=field_mean,
            other_place=worse.place,
            other_mean=other_field_mean,
        )
        return
    if not worse.points:
        yield weighted(
            other_field_mean, "struck", place=worse.place, chance=expectation.chance(worse.field), mean=other_field_mean
        )
    elif other_lead < -MIN_BELOW_MEAN and lead > other_lead:
        yield weighted(-other_lead, "poor", place=worse.place, points=worse.points, mean=other_field_mean)
    if not better.points:
        # The points lost in this field are fewer than those lost in the other.
        yield weighted(MIN_POINTS, "cheap_strike", place=better.place, mean=field_mean)
    elif lead > MIN_POINTS:
        yield weighted(lead, "rich", place=better.place, points=better.points, mean=field_mean)
    elif lead > other_lead and worse.points:
        yield weighted(
            lead - other_lead, "less_below", place=better.place, points=better.points, mean=field_mean,
            other_place=worse.place, other_points=worse.points, other_mean=other_field_mean,
        )  # fmt: skip


def roll_reasons(expectation: FieldExpectation, open_fields: Sequence[str], better: Keep, worse: Entry) -> Reasons:
    """Yield the reasons for rolling again: the roll or a later turn in the field is worth more than the entry."""
    field_mean = expectation.mean(worse.field)
    if not worse.points:
        yield weighted(field_mean, "struck", place=worse.place, chance=expectation.chance(worse.field), mean=field_mean)
    elif worse.points < field_mean - MIN_BELOW_MEAN:
        yield weighted(field_mean - worse.points, "poor", place=worse.place, points=worse.points, mean=field_mean)
    # The field that can be entered now is a reason only if more points are to be expected there. Unlikely fields are no
    # reason.
    others = [
        field
        for field in open_fields
        if field != worse.field or not worse.points or expectation.mean(field, *better) > worse.points + MIN_POINTS
    ]
    others = (
        [field for field in others if expectation.chance(field, *better) > MIN_PROBABILITY]
        or others
        or list(open_fields)
    )
    field = max(others, key=lambda field: expectation.mean(field, *better) - expectation.mean(field))
    mean = expectation.mean(field, *better)
    gain = mean - expectation.mean(field) - worse.points + field_mean
    figures = {"dice": better.dice, "field": field, "place": worse.place, "points": worse.points}
    if field in GRADUAL_FIELDS:
        yield weighted(max(gain, MIN_POINTS), "roll_on_more", mean=mean, **figures)
    else:
        chance = expectation.chance(field, *better)
        kind = "roll_on_certain" if chance >= CERTAIN else "roll_on"
        yield weighted(max(gain, MIN_POINTS), kind, chance=chance, **figures)


def stop_reason(expectation: FieldExpectation, better: Entry, worse: Keep) -> Reasons:
    """Yield the reason for entering: the entry is worth more than the mean after rolling again."""
    mean = expectation.mean(better.field, *worse)
    if better.points > mean:
        yield weighted(
            better.points - mean, "enough", place=better.place, points=better.points, dice=worse.dice, mean=mean
        )
    elif not better.points:
        yield weighted(MIN_POINTS, "cheap_strike", place=better.place, mean=expectation.mean(better.field))
