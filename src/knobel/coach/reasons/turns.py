"""Reasons that Knöffel and Kniffeliger share: which dice to keep, whether to roll again, which field to enter."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from operator import itemgetter
from typing import Any, NamedTuple

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.reason import Reason, Reasons, Role, WeightedReason, harm, weighted
from knobel.coach.reasons.turn_outlook import Ending, TurnOutlook
from knobel.dice import FACES, Dice
from knobel.games.combinations import DICE

MIN_POINTS = 0.3
"""Minimum number of points that is a reason."""
MIN_BELOW_MEAN = 1.0
"""Points below the mean from which an entry is poor."""
MIN_PROBABILITY = 0.05
"""Probability below which a result is not mentioned."""
MIN_PROBABILITY_DIFFERENCE = 0.02
"""Minimum difference in probability that is a reason."""
CERTAIN = 1 - 1e-9
"""Probability from which a field is certain, because the kept dice fill it already."""
FIELD_FACES = {f"{face}s": face for face in FACES}
"""The face that counts in each field for one number."""
GRADUAL_FIELDS = *FIELD_FACES, "ch"
"""Fields whose points are not all or nothing."""
STRAIGHTS = "ss", "ls"
SAME_KIND = "3k", "4k", "kn"
MAX_SAFE_PROBABILITY = 0.98
"""Probability of an entry as good as the one made up to which rolling again is a risk."""
MIN_ELSEWHERE = 0.4
"""Minimum probability of another entry for the reason that a field stays open."""
ALMOST_CERTAIN = 0.985
"""Probability from which a field counts as one that stays free."""
EQUAL_MEANS = 0.005
"""Mean points that differ by less count as equal."""
MIN_EARLY_SHARE = 1 / 3
"""Minimum share of the loss that a turn for a field brings of which an early entry costs more."""
MIN_MADE = 25
"""Points from which a made combination is named rather than its points."""
MIN_NAMED_DIFFERENCE = 0.02
"""Minimum difference between two probabilities that are stated."""
MIN_GIVEN_UP = 0.3
"""Minimum probability of a combination that is given up to tell it."""
MIN_NAMED_ENDING = 0.05
"""Minimum probability of a field in which a turn ends to name it."""
NOW_SHARE = 0.6
"""Share of the loss that an entry of few points explains, unless something definite does."""
MIN_AIM = 5
"""Minimum mean points of an ending that is an aim beside another one."""
AIM_SHARE = 0.6
"""Share of the points of a turn that the fields which are named as its aim bring."""
MAX_NAMED_FIELDS = 3
"""Maximum number of fields that are named together."""


class Entry(NamedTuple):
    """An entry of points in a field. `place` is the field with its column, if there are several.

    `worth`: the points and the expected points of all later turns, up to the constant of `TurnOutlook.later`.
    """

    field: str
    place: str
    points: int
    worth: float


class Keep(NamedTuple):
    """Keeping dice, with the number of rolls left."""

    dice: Dice
    rolls: int


def granted_facts(outlook: TurnOutlook, better: Entry | Keep | None, worse: Entry | Keep | None) -> Iterator[Reason]:
    """Yield the dearest combination for which the dice that the worse action keeps are much better."""
    if not isinstance(better, Keep) or not isinstance(worse, Keep):
        return
    expectation, given_up = outlook.expectation, list[tuple[float, Mapping[str, Any]]]()
    for field in outlook.fields:
        points, chance, other = fixed(expectation, field), *(expectation.chance(field, *k) for k in (better, worse))
        if points and other - chance >= MIN_GIVEN_UP:
            figures = {"other_dice": worse.dice, "field": field, "chance": chance, "other_chance": other, **points}
            given_up.append((points["made_points"] * (other - chance), figures))
    if given_up:
        yield Reason("likelier_though", max(given_up, key=itemgetter(0))[1])


def is_made(entry: Entry) -> bool:
    """True if the dice already make a combination that is worth much."""
    return entry.field not in GRADUAL_FIELDS and entry.points >= MIN_MADE


def compare(outlook: TurnOutlook, better: Entry | Keep, worse: Entry | Keep) -> Reasons:
    """Yield the reasons why one of two actions is better."""
    match better, worse:
        case Keep(), Keep():
            yield from keep_reasons(outlook, better, worse)
        case Entry(), Entry():
            yield from entry_reasons(outlook, better, worse)
        case Keep(), Entry():
            yield from roll_reasons(outlook, better, worse)
        case Entry(), Keep():
            yield from stop_reason(outlook, better, worse)


def keep_reasons(outlook: TurnOutlook, better: Keep, worse: Keep) -> Reasons:
    """Yield the fields that the kept dice make likelier, each with its contribution to the difference."""
    expectation = outlook.expectation
    contributions = outlook.contributions(better.dice, worse.dice, better.rolls)
    for field in outlook.fields:
        if not is_kept_for(field, better.dice):
            continue
        if expectation.mean(field, *better) - expectation.mean(field, *worse) >= MIN_POINTS:
            weight = contributions[field]
            if field not in GRADUAL_FIELDS and expectation.chance(field, *better) >= CERTAIN:
                weight += spared_endings(outlook, contributions, better, worse)
            found = field_reason(outlook, field, better, worse, weight)
            if found:
                yield found
    yield from extra_dice_reasons(outlook, contributions, better, worse)
    yield from turn_reason(outlook, better, worse)
    yield from aim_reason(outlook, contributions, better, worse)


def is_kept_for(field: str, dice: Dice) -> bool:
    """True unless it is by other dice than those kept that a field gets its points."""
    if field in STRAIGHTS:
        return len(set(dice)) == len(dice)
    return not dice or FIELD_FACES.get(field, dice[0]) in dice


def turn_reason(outlook: TurnOutlook, better: Keep, worse: Keep | Entry) -> Reasons:
    """Yield the mean points with which the turn ends, if the other action brings fewer, but any."""
    if isinstance(worse, Entry) and not worse.points:
        return
    figures: dict[str, Any] = {"dice": better.dice, "mean": (mean := outlook.mean_points(*better))}
    if isinstance(worse, Entry):
        gain, kind = mean - worse.points, "turn_brings"
        figures |= {"place": worse.place, "points": worse.points}
    else:
        gain, kind = mean - (other := outlook.mean_points(*worse)), "turn_mean"
        figures |= {"other_dice": worse.dice, "other_mean": other}
    if gain >= MIN_POINTS:
        states = "mean - points" if isinstance(worse, Entry) else "mean - other_mean"
        yield weighted(gain, kind, states, Role.OVERALL, **figures)


def aim_reason(outlook: TurnOutlook, contributions: Mapping[str, float], better: Keep, worse: Keep | Entry) -> Reasons:
    """Yield the fields in which the turn may end with many points, if the better dice are kept; not how many.

    Fields that other kept dice fill about as often are no reason.

    :param contributions: the contributions of the fields to the difference, in points.
    """
    endings = (each for each in outlook.endings(*better) if each.chance >= MIN_NAMED_ENDING)
    found = [each for each in endings if is_kept_for(each.field, better.dice)]
    if isinstance(worse, Keep):
        others = {each.field: each.chance for each in outlook.endings(*worse)}
        found = [each for each in found if each.chance - others.get(each.field, 0.0) >= MIN_NAMED_DIFFERENCE]
    elif worse.points:
        # The field of the entry is no aim of rolling on.
        found = [each for each in found if each.field != worse.field]
    found = sorted(found, key=lambda each: -each.chance * each.points)
    named = most_of([each for each in found if each.points >= MIN_AIM or each == found[0]])
    if named:
        weight = max(fsum(contributions[each.field] for each in named), MIN_POINTS)
        figures: dict[str, Any] = {"dice": better.dice, **other_ending(outlook, better, named)}
        if len(named) == 1 and better.dice:
            [only] = named
            yield weighted(weight, "aim_at", "", Role.AIM, **figures, field=only.field, chance=only.chance)
            return
        likeliest = sorted(named, key=lambda each: -each.chance)
        figures["ends"] = [{"field": each.field, "chance": each.chance} for each in likeliest]
        yield weighted(weight, "aim", "", Role.AIM, **figures)


def other_ending(outlook: TurnOutlook, keep: Keep, named: Sequence[Ending]) -> dict[str, str]:
    """Return the field in which the turn most often ends apart from those named, if it is likelier than one of them.

    It is a `struck_field` if it is struck more often than filled.
    """
    fields = {each.field for each in named}
    others = {field: chance for field, chance in outlook.chances_to_end(*keep).items() if field not in fields}
    most = max(others, key=others.__getitem__, default="")
    if not most or others[most] <= min(each.chance for each in named):
        return {}
    filled = {each.field: each.chance for each in outlook.endings(*keep)}
    is_struck = filled.get(most, 0.0) < others[most] / 2
    return {"struck_field" if is_struck else "other_field": most}


def most_of(endings: Sequence[Ending]) -> Sequence[Ending]:
    """Return the first endings of some that together bring most of the points."""
    enough = AIM_SHARE * fsum(each.chance * each.points for each in endings)
    for count in range(1, MAX_NAMED_FIELDS):
        if fsum(each.chance * each.points for each in endings[:count]) >= enough:
            return endings[:count]
    return endings[:MAX_NAMED_FIELDS]


def spared_endings(outlook: TurnOutlook, contributions: Mapping[str, float], better: Keep, worse: Keep) -> float:
    """Return the points by which a certain field spares the turn from ending in other fields."""
    chances, other_chances = (outlook.chances_to_end(*keep) for keep in (better, worse))
    return fsum(
        points for field, points in contributions.items() if points > 0 and chances[field] < other_chances[field]
    )


def field_reason(outlook: TurnOutlook, field: str, better: Keep, worse: Keep, gain: float) -> WeightedReason | None:
    """Return the effect of the better dice on a field, None if there is none to tell.

    Probabilities are those of the turn as it is then played best.

    :param gain: the contribution of the field to the difference, in points.
    """
    expectation = outlook.expectation
    mean, other_mean = (expectation.mean(field, *keep) for keep in (better, worse))
    figures: dict[str, Any] = {"dice": better.dice, "other_dice": worse.dice, "field": field}
    face = FIELD_FACES.get(field)
    if face is not None:
        held, other_held = better.dice.count(face), worse.dice.count(face)
        figures |= {"mean": mean, "other_mean": other_mean, "count": held, "other_count": other_held}
        if held > other_held:
            return weighted(
                gain, "holds_more" if other_held else "holds_face", "mean - other_mean", number=face, **figures
            )
        thrown = {"count": DICE - len(better.dice), "other_count": DICE - len(worse.dice)}
        if thrown["count"] > thrown["other_count"]:
            return weighted(gain, "throws_more", "mean - other_mean", **figures | thrown)
    brings_more = weighted(
        gain, "keep_more", "mean - other_mean", **(figures | {"mean": mean, "other_mean": other_mean})
    )
    possible, other_possible = (expectation.chance(field, *keep) for keep in (better, worse))
    # The turn may enter more often what the other dice make more often.
    if field in GRADUAL_FIELDS or other_possible > possible:
        return brings_more
    chance, other_chance = (outlook.chance_made(field, *keep) for keep in (better, worse))
    if not other_possible:
        other_chance = 0.0
    if chance - other_chance < (MIN_NAMED_DIFFERENCE if other_possible else MIN_PROBABILITY):
        return brings_more if expectation.fixed_points(field) is None else None
    shown = {"chance": chance, "other_chance": other_chance, **figures, **fixed(expectation, field)}
    if possible >= CERTAIN:
        return weighted(gain, "keep_certain", **shown)
    if not other_possible:
        return weighted(gain, "keep_opens", **shown)
    equal, other_equal = (max(map(keep.dice.count, keep.dice), default=0) for keep in (better, worse))
    if field in SAME_KIND and equal > other_equal and worse.dice:
        return weighted(gain, "keep_equal", count=equal, **shown)
    if field in STRAIGHTS:
        return weighted(gain, "keep_straight", **shown)
    if field in SAME_KIND and len(better.dice) < len(worse.dice):
        shown |= {"count": DICE - len(better.dice), "other_count": DICE - len(worse.dice)}
        return weighted(gain, "throws_for_kind", **shown)
    return weighted(gain, "keep_likelier", **shown)


def fixed(expectation: FieldExpectation, field: str) -> dict[str, int]:
    """Return the points of a field as a figure, if it always brings the same."""
    points = expectation.fixed_points(field)
    return {} if points is None else {"made_points": points}


def extra_dice_reasons(outlook: TurnOutlook, contributions: Mapping[str, float], better: Keep, worse: Keep) -> Reasons:
    """Yield the reasons from dice that only the other action keeps."""
    extra = tuple((Counter(worse.dice) - Counter(better.dice)).elements())
    missing = tuple((Counter(better.dice) - Counter(worse.dice)).elements())
    mean, fields = outlook.expectation.mean, outlook.fields
    gains = {field: mean(field, *better) - mean(field, *worse) for field in fields}
    losses = [field for field, gain in gains.items() if gain < -EQUAL_MEANS]
    if extra and not missing and not losses:
        kept = {"other_dice": better.dice} if better.dice else {}
        yield harm(fsum(contributions.values()), "useless_dice", dice=extra, count=len(extra), **kept)
    if extra and not missing and losses:
        most, least = max(gains, key=gains.__getitem__), min(gains, key=gains.__getitem__)
        if -gains[least] < gains[most]:
            yield harm(
                contributions[most] + contributions[least], "extra_helps_less", "other_mean - mean",
                dice=extra, field=least, mean=-gains[least], other_field=most, other_mean=gains[most],
            )  # fmt: skip


def strike_reason(outlook: TurnOutlook, entry: Entry) -> WeightedReason:
    """Return the mean points that are given up by striking a field."""
    mean = outlook.expectation.mean(entry.field)
    cheapest = all(mean <= outlook.expectation.mean(field) for field in outlook.fields)
    kind = "cheapest_strike" if cheapest else "cheap_strike"
    return weighted(MIN_POINTS, kind, "mean", place=entry.place, mean=mean)


def struck_reason(expectation: FieldExpectation, better: Entry, struck: Entry) -> WeightedReason:
    """Return the mean points of a turn for the struck field; if these are too many, the points of the other entry."""
    mean = expectation.mean(struck.field)
    made = {} if struck.field in GRADUAL_FIELDS else {"chance": expectation.chance(struck.field)}
    points = {"place": better.place, "points": better.points, "other_place": struck.place}
    fewer = Reason("points_now_alone", points | made) if better.points else None
    figures: dict[str, Any] = {"place": struck.place, "mean": mean, **made}
    if not made:
        return weighted(mean, "struck_gradual", "mean", Role.HARM, fewer, **figures)
    return weighted(mean, "struck", "mean", Role.HARM, fewer, **figures)


def now_costs_later(better: Entry, worse: Entry, later: float, role: Role) -> Reason | None:
    """Return that an entry brings more now and less later, which together make the difference; None if it does not.

    :param later: the points that the rest of the game brings more after the better entry.
    """
    if not worse.points or later >= -MIN_POINTS:
        return None
    figures = {
        "place": better.place, "points": better.points, "other_place": worse.place, "other_points": worse.points,
        "later_mean": -later,
    }  # fmt: skip
    return Reason("now_costs_later", figures, role, "points - other_points + later_mean")


def entry_reasons(outlook: TurnOutlook, better: Entry, worse: Entry) -> Reasons:
    """Yield the points of each entry, compared with the other one and with the mean points of a turn in its field."""
    expectation = outlook.expectation
    later = (better.worth - better.points) - (worse.worth - worse.points)
    if later > MIN_POINTS:
        kind = "worth_later" if better.points or worse.points else "strike_worth"
        states, usual = "mean", None if better.points else strike_reason(outlook, better)[1]
        figures: dict[str, Any] = {"place": better.place, "other_place": worse.place, "mean": later}
        if 0 < better.points < worse.points:
            kind = "worth_later_though"
            figures |= {"points": better.points, "other_points": worse.points}
            states = "mean + points - other_points"
        yield weighted(later, kind, states, Role.SUMMARY, usual, **figures)
    if better.points > worse.points:
        role = Role.GAIN if is_made(better) else Role.SUMMARY
        net = now_costs_later(better, worse, later, role)
        kinds = ("made_now", "made_now_alone") if is_made(better) else ("points_now", "points_now_alone")
        yield weighted(
            better.points - worse.points, kinds[not worse.points],
            "points - other_points" if worse.points or is_made(better) else "", role, net,
            place=better.place, points=better.points,
            other_place=worse.place, other_points=worse.points,
        )  # fmt: skip
    if better.field == worse.field:
        return
    field_mean, other_field_mean = expectation.mean(better.field), expectation.mean(worse.field)
    lead, other_lead = better.points - field_mean, worse.points - other_field_mean
    if not better.points and not worse.points:
        yield weighted(
            max(other_field_mean - field_mean, later) if other_field_mean > field_mean else 0.0,
            "strike",
            "other_mean - mean",
            place=better.place,
            mean=field_mean,
            other_place=worse.place,
            other_mean=other_field_mean,
        )
        return
    if not worse.points:
        yield struck_reason(expectation, better, worse)
    elif other_lead < -MIN_BELOW_MEAN and lead > other_lead:
        yield harm(-other_lead, "poor", "mean - points", place=worse.place, points=worse.points, mean=other_field_mean)
    if not better.points:
        # The points lost in this field are fewer than those lost in the other.
        yield strike_reason(outlook, better)
    elif is_made(better) and better.points > worse.points:
        # That the dice make it is said already.
        return
    elif lead > MIN_POINTS:
        yield weighted(lead, "rich", "points - mean", place=better.place, points=better.points, mean=field_mean)
    elif lead > other_lead and worse.points and other_field_mean > field_mean + MIN_POINTS:
        yield weighted(
            lead - other_lead, "less_below", "other_mean - mean", place=better.place, points=better.points,
            mean=field_mean, other_place=worse.place, other_points=worse.points, other_mean=other_field_mean,
        )  # fmt: skip


def roll_reasons(outlook: TurnOutlook, better: Keep, worse: Entry) -> Reasons:
    """Yield the reasons for rolling again: the roll or a later turn in the field is worth more than the entry."""
    expectation = outlook.expectation
    contributions = outlook.contributions(better.dice, None, better.rolls, worse.worth)
    yield from early_reasons(outlook, better, worse, fsum(contributions.values()))
    safe = expectation.chance(worse.field, *better) >= CERTAIN and expectation.fixed_points(worse.field) is not None
    if worse.points and safe:
        yield harm(fsum(contributions.values()), "stays_safe", dice=better.dice, place=worse.place)
    elif worse.points:
        yield stays_open(outlook, better, worse, fsum(contributions.values()))
    for field, gain in contributions.items():
        if gain > 0:
            yield from roll_reason(outlook, field, better, worse, gain, safe=safe and worse.points > 0)
    yield from turn_reason(outlook, better, worse)
    yield from aim_reason(outlook, contributions, better, worse)


def stays_open(outlook: TurnOutlook, better: Keep, worse: Entry, gain: float) -> WeightedReason:
    """Return what the turn brings instead of an entry, and what the fields that stay open are worth in later turns.

    The two differences add up to the gain. If the turn brings about as much, it is told how likely the field of the
    entry stays open, and the mean points of a turn for it.

    :param gain: the value of rolling again above the value of the entry, in points.
    """
    weight, turn = NOW_SHARE * max(gain, MIN_POINTS), outlook.mean_points(*better)
    figures: dict[str, Any] = {"dice": better.dice, "place": worse.place, "points": worse.points}
    chance = 1 - outlook.chances_to_end(*better).get(worse.field, 0.0)
    later = worse.points - turn + gain
    free = {"chance": chance} if chance < ALMOST_CERTAIN else {}
    if outlook.entered and turn <= worse.points - MIN_POINTS:
        alone = Reason("stays_open", {**figures, "chance": chance})
        states = "mean + later_mean - points"
        both = {**figures, **free, "mean": turn, "later_mean": later}
        return weighted(weight, "open_later", states, Role.HARM, alone, **both)
    if turn >= worse.points + MIN_POINTS:
        if outlook.entered and later <= -MIN_POINTS and chance > 0:
            states = "mean - points + later_mean"
            return harm(weight, "turn_costs_later", states, **figures, mean=turn, later_mean=-later)
        if outlook.entered and later >= MIN_POINTS:
            alone = Reason("turn_brings", {**figures, "mean": turn}, Role.HARM, "mean - points")
            states = "mean + later_mean - points"
            both = {**figures, **free, "mean": turn, "later_mean": later}
            return weighted(weight, "open_later", states, Role.HARM, alone, **both)
        if outlook.entered or chance < MIN_ELSEWHERE:
            return harm(weight, "turn_brings", "mean - points", **figures, mean=turn)
    mean = outlook.expectation.mean(worse.field)
    figures |= free
    if mean <= worse.points:
        return harm(weight, "stays_open", **figures)
    return harm(weight, "stays_open", "mean - points", mean=mean, **figures)


def early_reasons(outlook: TurnOutlook, better: Keep, worse: Entry, gain: float) -> Reasons:
    """Yield the cost of an entry of too few points while rolls are left, and the fields in which the turn would end.

    :param gain: the value of rolling again above the value of the entry, in points.
    """
    mean = outlook.expectation.mean(worse.field)
    figures = {"place": worse.place, "points": worse.points, "count": better.rolls}
    if not worse.points or worse.points < mean - MIN_BELOW_MEAN:
        cost = mean - worse.points
        if cost >= MIN_EARLY_SHARE * gain:
            # In the turns that are left, the field would bring more than in one.
            cost = max([cost, *(value - worse.worth for value in outlook.entered.values())])
        yield harm(cost, "poor_early" if worse.points else "struck_early", "mean - points", mean=mean, **figures)
    face = FIELD_FACES.get(worse.field)
    if face is not None and 0 < worse.points <= face * better.dice.count(face):
        kept_mean = outlook.expectation.mean(worse.field, *better)
        yield weighted(
            kept_mean - worse.points,
            "entry_stays",
            "mean - points",
            Role.OVERALL,
            dice=better.dice,
            mean=kept_mean,
            **figures,
        )


def roll_reason(outlook: TurnOutlook, field: str, better: Keep, worse: Entry, gain: float, *, safe: bool) -> Reasons:
    """Yield the effect of rolling again on a field: its points, or the probability that the dice make it.

    :param gain: the contribution of the field to the value of rolling again above the value of the entry, in points.
    :param safe: the kept dice hold the points of the entry.
    """
    expectation = outlook.expectation
    mean, chance = expectation.mean(field, *better), outlook.chance_made(field, *better, worse.worth)
    figures = {"dice": better.dice, "field": field, "place": worse.place, "points": worse.points}
    if field == worse.field and worse.points:
        if mean > worse.points + MIN_POINTS:
            yield weighted(gain, "improves", "mean - points", mean=mean, **figures)
        return
    if field in GRADUAL_FIELDS:
        # The sentence shows both figures: more than their difference it does not explain.
        shown = min(gain, mean - worse.points)
        if shown <= 0:
            return
        if safe:
            yield weighted(gain, "risks_nothing_mean", "mean - points", mean=mean, **figures)
        elif mean > expectation.mean(field) + MIN_POINTS:
            figures["other_mean"] = expectation.mean(field)
            yield weighted(shown, "roll_on_better", "mean - points", mean=mean, **figures)
        return
    if expectation.chance(field, *better) >= CERTAIN:
        yield weighted(gain, "roll_on_certain", chance=1.0, **figures)
    elif chance >= MIN_PROBABILITY and (safe or not worse.points):
        figures |= fixed(expectation, field)
        yield weighted(gain, "risks_nothing" if safe else "roll_on", chance=chance, **figures)


def stop_reason(outlook: TurnOutlook, better: Entry, worse: Keep) -> Reasons:
    """Yield the reasons for entering: the entry is worth more than the mean after rolling again, or than its turn."""
    expectation = outlook.expectation
    mean = expectation.mean(better.field, *worse)
    if not better.points:
        yield strike_reason(outlook, better)
        return
    figures = {"place": better.place, "points": better.points, "dice": worse.dice}
    chance = outlook.chance_of_worth(better.worth, *worse)
    certain = max(chance, expectation.chance(better.field, *worse)) >= MAX_SAFE_PROBABILITY
    if better.points > mean and not certain and better.field not in GRADUAL_FIELDS:
        yield weighted(better.points - mean, "enough_risk", chance=chance, **figures)
    elif better.points > mean:
        yield weighted(better.points - mean, "enough", "points - mean", mean=mean, **figures)
    lead = better.points - expectation.mean(better.field)
    if lead > MIN_POINTS and not is_made(better):
        yield weighted(
            lead, "rich", "points - mean", place=better.place, points=better.points, mean=better.points - lead
        )
