"""Reasons that Knöffel and Kniffeliger share: what to keep, whether to roll again, where to enter."""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.coach.reasons.pursuit import Pursuit
from knobel.coach.reasons.reason import Reasons, weighed
from knobel.dice import FACES, Dice

LEAST = 0.3
"""Points that make a reason."""
POOR = 1.0
"""Points below the mean that are few."""
UNLIKELY = 0.05
"""What comes no oftener is hardly hoped for."""
LIKELIER = 0.005
"""A difference in the chance that makes one."""
NUMBERS = {f"{face}s": face for face in FACES}
"""The face that counts in a field of one number."""
CERTAIN = *NUMBERS, "ch"
"""Fields in which points are no question of all or nothing."""


class Entry(NamedTuple):
    """So many points in a field; `place` says which one, also among columns."""

    field: str
    place: str
    points: int


class Keep(NamedTuple):
    """These dice are kept, and so many rolls are left."""

    dice: Dice
    rolls: int


def compare(pursuit: Pursuit, open_fields: Sequence[str], better: Entry | Keep, worse: Entry | Keep) -> Reasons:
    """Why one of two ways to go on is better."""
    match better, worse:
        case Keep(), Keep():
            yield from keeps(pursuit, open_fields, better, worse)
        case Entry(), Entry():
            yield from entries(pursuit, better, worse)
        case Keep(), Entry():
            yield from roll_on(pursuit, open_fields, better, worse)
        case Entry(), Keep():
            yield from enough(pursuit, better, worse)


def keeps(pursuit: Pursuit, open_fields: Sequence[str], better: Keep, worse: Keep) -> Reasons:
    """What the dice kept make likelier."""
    found = False
    for field in open_fields:
        if better.dice and NUMBERS.get(field, better.dice[0]) not in better.dice:
            # What other dice may bring is no merit of these.
            continue
        mean, other = (pursuit.mean(field, *kept) for kept in (better, worse))
        if mean - other < LEAST:
            continue
        found = True
        chance, other_chance = (pursuit.chance(field, *kept) for kept in (better, worse))
        figures = {"dice": better.dice, "other_dice": worse.dice, "field": field}
        if field in CERTAIN or chance - other_chance < LIKELIER:
            yield weighed(mean - other, "keep_more", mean=mean, other_mean=other, **figures)
        else:
            yield weighed(mean - other, "keep_likelier", chance=chance, other_chance=other_chance, **figures)
    if not found:
        yield from serves(pursuit, open_fields, better)


def serves(pursuit: Pursuit, open_fields: Sequence[str], better: Keep) -> Reasons:
    """No field alone is better served; several together are."""
    above = sorted(open_fields, key=lambda field: pursuit.mean(field) - pursuit.mean(field, *better))[:2]
    if len(above) == 2:
        means = [pursuit.mean(field, *better) for field in above]
        yield weighed(0.1, "keep_both", dice=better.dice, field=above[0], mean=means[0], other_field=above[1],
                      other_mean=means[1])  # fmt: skip


def entries(pursuit: Pursuit, better: Entry, worse: Entry) -> Reasons:
    """What a turn for either field brings on average, and what the dice bring now."""
    if better.field == worse.field:
        return
    par, other_par = pursuit.mean(better.field), pursuit.mean(worse.field)
    lead, other_lead = better.points - par, worse.points - other_par
    if not better.points and not worse.points:
        yield weighed(
            other_par - par, "strike", place=better.place, mean=par, other_place=worse.place, other_mean=other_par
        )
        return
    if not worse.points:
        yield weighed(other_par, "struck", place=worse.place, chance=pursuit.chance(worse.field), mean=other_par)
    elif other_lead < -POOR and lead > other_lead:
        yield weighed(-other_lead, "poor", place=worse.place, points=worse.points, mean=other_par)
    if not better.points:
        # Less is lost with it than is given away in the other.
        yield weighed(LEAST, "cheap_strike", place=better.place, mean=par)
    elif lead > LEAST:
        yield weighed(lead, "rich", place=better.place, points=better.points, mean=par)
    elif lead > other_lead and worse.points:
        yield weighed(
            lead - other_lead, "less_below", place=better.place, points=better.points, mean=par,
            other_place=worse.place, other_points=worse.points, other_mean=other_par,
        )  # fmt: skip


def roll_on(pursuit: Pursuit, open_fields: Sequence[str], better: Keep, worse: Entry) -> Reasons:
    """To roll again makes more of the turn than the entry, or more of the field in another turn."""
    par = pursuit.mean(worse.field)
    if not worse.points:
        yield weighed(par, "struck", place=worse.place, chance=pursuit.chance(worse.field), mean=par)
    elif worse.points < par - POOR:
        yield weighed(par - worse.points, "poor", place=worse.place, points=worse.points, mean=par)
    # What can be entered now is kept, but is no reason unless there is more to come; nor is what hardly ever comes.
    others = [
        field
        for field in open_fields
        if field != worse.field or not worse.points or pursuit.mean(field, *better) > worse.points + LEAST
    ]
    others = [field for field in others if pursuit.chance(field, *better) > UNLIKELY] or others or list(open_fields)
    field = max(others, key=lambda field: pursuit.mean(field, *better) - pursuit.mean(field))
    mean = pursuit.mean(field, *better)
    gain = mean - pursuit.mean(field) - worse.points + par
    figures = {"dice": better.dice, "field": field, "place": worse.place, "points": worse.points}
    if field in CERTAIN:
        yield weighed(max(gain, LEAST), "roll_on_more", mean=mean, **figures)
    else:
        yield weighed(max(gain, LEAST), "roll_on", chance=pursuit.chance(field, *better), **figures)


def enough(pursuit: Pursuit, better: Entry, worse: Keep) -> Reasons:
    """What there is is more than rolling again makes of it."""
    mean = pursuit.mean(better.field, *worse)
    if better.points > mean:
        yield weighed(
            better.points - mean, "enough", place=better.place, points=better.points, dice=worse.dice, mean=mean
        )
    elif not better.points:
        yield weighed(LEAST, "cheap_strike", place=better.place, mean=pursuit.mean(better.field))
