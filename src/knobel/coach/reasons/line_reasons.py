"""Reasons from single lines of a grid: how a number helps or harms them, in Knister and Knaster."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from knobel.coach.reasons.line_changes import MIN_DIFFERENCE, GridScoring, LineChange, figures_of, worth
from knobel.coach.reasons.line_expectation import LineExpectation, missing_numbers
from knobel.coach.reasons.reason import Reasons, Role, WeightedReason, chance_of_any, harm, roll_count, weighted
from knobel.games.grid import SIZE, SUMS, fits_straight

MAX_NAMED_NUMBERS = 3
"""Maximum number of missing numbers of a combination that are named."""
MIN_SHARED_GAIN = 0.3
"""Minimum gain of each of several lines that a number helps."""
OWN_CHANCES = frozenset({"builds_chance", "harms_chance"})
"""Kinds of reasons whose figures are probabilities of a line on its own."""
MIN_SHOWN_SHARE = 1 / 3
"""Minimum share of the points of a line that the combination explains which is named beside them."""
MAX_WAYS = 26
"""Maximum number of rolls, of 36, that a reason names as completing a line, if there is a choice."""
MIN_SUITED = 0.5
"""Points by which a number that suits a line better than another brings more there."""
MIN_SUITED_WAYS = 6
"""Minimum number of the 36 rolls that show a number which suits a line better."""
MIN_HOPE = 0.05
"""Minimum probability of a combination that is named as a hope."""
ALMOST_CERTAIN = 0.99
"""Probability from which the number of rolls left does not matter."""


class OtherLineKinds(NamedTuple):
    """The kinds of reasons about a line that changes together with others, and their role.

    `with_numbers`, `impossible` and `empty` name a combination, `bare` only the points. With `impossible`, the line can
    no longer get it.
    """

    with_numbers: str
    impossible: str
    bare: str
    empty: str
    role: Role


GAINED = OtherLineKinds("strengthens", "strengthens", "line_gains", "good_start", Role.GAIN)
LOST = OtherLineKinds("weakens", "rules_out", "line_loses", "bad_start", Role.HARM)


def gain_reasons(scoring: GridScoring, changes: Sequence[LineChange]) -> Reasons:
    """Yield how a number helps lines; for a line that gains most together with others, by how much."""
    for change in changes:
        found = build_reason(scoring, change) if change.gain >= MIN_DIFFERENCE else None
        if found is None or understates(scoring, change, found):
            found = changed_with_others(scoring, change, GAINED, gains=True)
        if found:
            yield found


def harm_reasons(scoring: GridScoring, changes: Sequence[LineChange]) -> Reasons:
    """Yield how a number harms lines; for a line that loses most together with others, by how much."""
    for change in changes:
        found = harm_reason(scoring, change) if -change.gain >= MIN_DIFFERENCE else None
        if found is None or understates(scoring, change, found):
            found = changed_with_others(scoring, change, LOST, gains=False)
        if found:
            yield found


def changed_with_others(
    scoring: GridScoring, change: LineChange, kinds: OtherLineKinds, *, gains: bool
) -> WeightedReason | None:
    """Return the combination that a number makes likelier or less likely in a line, or only the value of the line.

    The engine's values of a line and of its crossing lines can be separated only in part: a first number moves points
    between them. A line is therefore a reason only if it gains or loses on its own, too, at least half of the points
    that are told, or if other numbers suit it clearly better; of a first number no points are stated.
    """
    if change.weight < MIN_SHARED_GAIN:
        return None
    likelier, other = (change.after, change.before) if gains else (change.before, change.after)
    combination, *chances = scoring.expectation.main_difference(likelier, other, change.rolls)
    if not gains and change.gain >= 0:
        return better_number_reason(scoring, change)
    if gains != (change.gain > 0) or not change.gain:
        return None
    if change.before:
        if scoring.unit_points * abs(change.gain) < change.weight / 2:
            # Most of it belongs to the lines that cross it.
            return None if gains else better_number_reason(scoring, change)
        found = chance_reason(scoring, change, kinds, combination, (chances[0], chances[1]))
        return found or bare_reason(kinds, change)
    return chance_reason(scoring, change, kinds, combination, (chances[0], chances[1]))


def better_number_reason(scoring: GridScoring, change: LineChange) -> WeightedReason | None:
    """Return a number that suits a line better than one that helps it on its own, None if there is none.

    The numbers that suit it clearly better are named, if they are likely together.
    """
    if not change.before or len(change.after) == SIZE:
        return None
    least = MIN_SUITED / (scoring.unit_points * scoring.factors[change.line])
    outs = suited_numbers(scoring, change, least)
    if (ways := sum(map(roll_count, outs))) < MIN_SUITED_WAYS:
        return None
    aim = scoring.expectation.main_difference
    aims = {aim((*change.before, number), change.after, change.rolls)[0] for number in outs}
    return harm(
        change.weight, "better_number", line=change.line, cell=change.cell, number=change.number,
        numbers=sorted(change.before), outs=outs, ways=ways, **({"combination": aims.pop()} if len(aims) == 1 else {}),
    )  # fmt: skip


def suited_numbers(scoring: GridScoring, change: LineChange, least: float) -> list[int]:
    """Return the numbers that would bring a line at least so much more than the one entered, the likeliest of many."""
    value = scoring.expectation.value
    now = value(change.after, change.rolls)
    gains = {number: value((*change.before, number), change.rolls) - now for number in SUMS}
    suited = sorted(filter(lambda number: gains[number] >= least, SUMS), key=lambda n: -roll_count(n) * gains[n])
    return sorted(suited[:MAX_NAMED_NUMBERS])


def chance_reason(
    scoring: GridScoring, change: LineChange, kinds: OtherLineKinds, combination: str, chances: tuple[float, float]
) -> WeightedReason | None:
    """Return a reason with both probabilities of the combination, None if they explain little."""
    chance, other_chance = chances
    gain = (chance - other_chance) * scoring.expectation.values[combination]
    shown = scoring.unit_points * scoring.factors[change.line] * gain
    if gain < MIN_DIFFERENCE or (change.before and shown < MIN_SHOWN_SHARE * change.weight):
        return None
    figures = figures_of(scoring, change, combination) | {"chance": chance, "other_chance": other_chance}
    role, means = kinds.role | Role.BARE_VALUE, {"numbers": sorted(change.before), "mean": change.weight}
    if not change.before:
        return weighted(change.weight, kinds.empty, "", role, **figures | means)
    _, alone = changed_chance(change, kinds.role, figures)
    kind = kinds.with_numbers if other_chance else kinds.impossible
    return weighted(change.weight, kind, "mean", role, alone, **figures | means)


def changed_chance(change: LineChange, role: Role, figures: Mapping[str, Any]) -> WeightedReason:
    """Return that a number makes a combination likelier or, with the role of a harm, less likely."""
    kind = "builds_chance" if role is Role.GAIN else "harms_chance" if figures["other_chance"] else "ruins_chance"
    numbers = {"numbers": sorted(change.before)} if change.before else {}
    return weighted(change.weight, kind, "", role, **figures, **numbers)


def understates(scoring: GridScoring, change: LineChange, found: WeightedReason) -> bool:
    """True if the means of a reason about a line on its own show less than half of the line's contribution."""
    return found[1].kind in OWN_CHANCES and scoring.unit_points * abs(change.gain) < change.weight / 2


def bare_reason(kinds: OtherLineKinds, change: LineChange) -> WeightedReason:
    """Return by how much a line with numbers is worth more or less, by the values of the engine."""
    return weighted(
        change.weight, kinds.bare, "mean", kinds.role | Role.BARE_VALUE, line=change.line, cell=change.cell,
        number=change.number, mean=change.weight, numbers=sorted(change.before),
    )  # fmt: skip


def build_reason(scoring: GridScoring, change: LineChange) -> WeightedReason:
    """Return how a number helps a line."""
    expectation, before, after = scoring.expectation, change.before, change.after
    combination, chance, other_chance = expectation.main_difference(after, before, change.rolls)
    figures = figures_of(scoring, change, combination)
    if len(after) == SIZE:
        return weighted(change.weight, "completes", **figures)
    if len(after) == SIZE - 1:
        return last_number_reason(scoring, change)
    needed = missing_numbers(after, combination)
    # Of a full house, one number alone does not name the other pair.
    named = 0 < len(needed) <= MAX_NAMED_NUMBERS and (combination != "full_house" or len(set(after)) > 1)
    equal = before.count(change.number)
    if equal and named and not combination.startswith("straight"):
        return weighted(change.weight, "pairs_up" if equal == 1 else "third_equal", needed=needed, **figures)
    if before and named and combination.startswith("straight"):
        return weighted(change.weight, "fits_straight", numbers=sorted(before), needed=needed, **figures)
    return changed_chance(change, Role.GAIN, figures | {"chance": chance, "other_chance": other_chance})


def last_number_reason(scoring: GridScoring, change: LineChange) -> WeightedReason:
    """Return the numbers that complete a line of four, with the minimum value of the line with them.

    Of the possible values, the one that makes most of the mean is named, if it is not nearly certain.
    """
    values = {number: scoring.expectation.now((*change.after, number)) for number in SUMS}
    ways_by_value = {
        value: sum(roll_count(number) for number in SUMS if values[number] >= value)
        for value in values.values()
        if value
    }
    value = max(ways_by_value, key=lambda value: (ways_by_value[value] <= MAX_WAYS, value * ways_by_value[value]))
    outs, ways = [number for number in SUMS if values[number] >= value], ways_by_value[value]
    figures = {
        "line": change.line,
        "number": change.number,
        "cell": change.cell,
        "worth": {scoring.unit: scoring.factors[change.line] * value},
        "outs": outs,
        "ways": ways,
    }
    made = {scoring.expectation.kind(tuple(sorted((*change.after, number)))) for number in outs}
    kinds = "one_missing", "one_missing_ways"
    if len(made) == 1:
        kinds = "one_missing_for", "one_missing_ways_for"
        figures["combination"] = made.pop()
    chance = chance_of_any(ways, change.left)
    if not scoring.all_rolls_enter or chance > ALMOST_CERTAIN:
        return weighted(change.weight, kinds[1], **figures)
    return weighted(change.weight, kinds[0], count=change.left, chance=chance, **figures)


def completing_numbers(expectation: LineExpectation, numbers: tuple[int, ...], combination: str) -> list[int]:
    """Return the fifth numbers that make a line of four worth as much as that combination."""
    return [number for number in SUMS if expectation.now((*numbers, number)) == expectation.values[combination]]


def harm_reason(scoring: GridScoring, change: LineChange) -> WeightedReason | None:
    """Return how a number harms a line, None if there is nothing definite to tell."""
    expectation, before, after = scoring.expectation, change.before, change.after
    combination, chance, other_chance = expectation.main_difference(before, after, change.rolls)
    figures = figures_of(scoring, change, combination)
    if len(after) == SIZE:
        return closing_reason(scoring, change, figures)
    less_likely = changed_chance(change, Role.HARM, figures | {"chance": chance, "other_chance": other_chance})
    if not before:
        return less_likely
    needed = missing_numbers(before, combination)
    named = 0 < len(needed) <= MAX_NAMED_NUMBERS
    if combination.startswith("straight") and named and chance >= MIN_HOPE and not fits_straight(after):
        return harm(change.weight, "breaks_straight", numbers=sorted(before), needed=needed, **figures)
    if len(before) == 1 and combination.startswith("straight") and not other_chance and not fits_straight(after):
        kind = "same_number" if change.number in before else "too_far"
        return harm(change.weight, kind, other_number=before[0], chance=chance, **figures)
    (most, times), *_ = Counter(before).most_common()
    best, value = expectation.best(after)
    if value and value < expectation.values[combination] and len(before) > 1:
        rest = {"other_combination": best, "other_worth": worth(scoring, change.line, best)}
        if times > 1 and change.number != most and named:
            kind = "spoils_pair" if times == 2 else "spoils_three"
            return harm(change.weight, kind, other_number=most, needed=needed, **rest, **figures)
        most_now, _ = expectation.best(before)
        return harm(change.weight, "caps", chance=chance, **rest, **figures_of(scoring, change, most_now))
    if not other_chance and value >= expectation.values[combination]:
        # Another combination that is worth as much is still possible.
        return None
    return less_likely


def closing_reason(scoring: GridScoring, change: LineChange, figures: dict[str, Any]) -> WeightedReason:
    """Return the combination of a line that the entry fills, and the combination that other numbers would make."""
    outs = completing_numbers(scoring.expectation, change.before, figures["combination"])
    figures = figures | {"outs": outs, "ways": sum(map(roll_count, outs))}
    if len({scoring.expectation.kind(tuple(sorted((*change.before, number)))) for number in outs}) > 1:
        del figures["combination"]
    shown = scoring.expectation.kind(change.after)
    if shown is None or not scoring.expectation.now(change.after):
        return harm(change.weight, "closes_empty", **figures)
    return harm(
        change.weight, "closes_low", **figures, other_combination=shown, other_worth=worth(scoring, change.line, shown)
    )
