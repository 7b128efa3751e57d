"""Reasons for keeping dice, rolling or entering rather than another action in Knöffel."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil, fsum
from statistics import median
from types import MappingProxyType
from typing import Any

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.reason import NO_VALUES, Reason, Reasons, Role, Values, WeightedReason, harm, weighted
from knobel.coach.reasons.turn_outlook import Entered, TurnOutlook
from knobel.coach.reasons.turns import MIN_PROBABILITY_DIFFERENCE, Entry, Keep, compare, granted_facts
from knobel.core import Game, Move
from knobel.dice import FACES, Dice
from knobel.games.combinations import DICE, ROLLS, UPPER, kept_dice
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import (
    BONUS_FROM,
    BONUS_POINTS,
    FIELDS,
    FREE_ROLL_POINTS,
    PRINTED,
    Column,
    Knoeffel,
    Scoring,
    State,
    field_points,
    upper_sum,
)

BONUS_DICE_PER_FACE = 3
"""Number of dice of each face that together earn the bonus."""
WORTH_LATER = "worth_later", "worth_later_though"
"""The kinds of reasons that state what the rest of the game is worth if a field stays open."""
MIN_THROWN_DIFFERENCE = 0.1
"""Minimum difference in the probability of a bonus that other dice than those kept make."""
MOST_OPEN_FACES = 4
"""Open faces of a column up to which one of them is kept for the bonus."""
FREE_ROLL_LOSES = Reason("free_roll_loses", {}, Role.HARM)
"""Said of a free roll where fewer points were lost than it costs."""
NOTHING_KNOWN: Mapping[int, Sequence[float]] = MappingProxyType({})


@cache
def field_expectation(scoring: Scoring = PRINTED) -> FieldExpectation:
    """Return the expected points of a turn in each field, jokers apart."""

    def points(field: str, dice: Dice) -> int:
        return field_points(field, dice, scoring)

    return FieldExpectation(FIELDS, points, saving=False)


def expectation_of(game: Knoeffel) -> FieldExpectation:
    """Return the expected points of a turn by the rules of a game."""
    return field_expectation(game.scoring)


def preparation(game: Game[Any]) -> Iterator[None]:
    """Compute in steps the values that the first reasons need."""
    assert isinstance(game, Knoeffel), "this is about Knöffel"
    return expectation_of(game).preparation()


def reasons(game: Game[Any], view: State, seat: int, better: str, worse: str, values: Values = NO_VALUES) -> Reasons:
    """Yield the reasons for one action rather than the other."""
    assert isinstance(game, Knoeffel), "this is about Knöffel"
    chances = expectation_of(game)
    outlook = outlook_of(game, view, seat, chances, values)
    actions = [parse_action(game, view, seat, action, outlook) for action in (better, worse)]
    due = due_to_bonus(outlook, values[better] - values[worse], *actions) if values else 0.0
    bonus = list(bonus_reasons(game, view, seat, better, worse, due))
    told = min(due, max((weight for weight, _ in bonus), default=0.0))
    if worse[0] == "f" and "." not in worse and "." in better:
        # After a free roll fewer columns are left, so the open fields do not say what it brings.
        yield free_roll_reason(game, chances, view, kept_dice(worse), actions[0])
    else:
        # The bonus is a reason of its own.
        yield from (
            (weight - told if reason.kind in WORTH_LATER else weight, reason)
            for weight, reason in compare(outlook, *actions)
        )
        yield from face_reasons(view.sheets[seat], due, *actions)
    if earns_extra(game, view, seat, better) and not earns_extra(game, view, seat, worse):
        yield weighted(EXTRA_POINTS, "joker", points=EXTRA_POINTS)
    yield from bonus


def facts(game: Game[Any], view: State, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield the advantages that the better action gives up."""
    assert isinstance(game, Knoeffel), "this is about Knöffel"
    outlook = outlook_of(game, view, seat, expectation_of(game), NO_VALUES)
    yield from granted_facts(outlook, *(parse_action(game, view, seat, action, outlook) for action in (better, worse)))


def outlook_of(game: Knoeffel, view: State, seat: int, chances: FieldExpectation, values: Values) -> TurnOutlook:
    """Return the open fields, each with the value that remains for later turns after its best entry."""
    columns = view.sheets[seat]
    fields = [field for field in FIELDS if any(counts_in(game, columns[i], field) for i in game.open_columns(view))]
    previews = game.previews(view, seat)
    entries = {
        action: Entered(action.partition(".")[0], previews[action].writes or 0, value)
        for action, value in values.items()
        if "." in action
    }
    return TurnOutlook.of(chances, fields, entries)


def earns_extra(game: Knoeffel, view: State, seat: int, action: str) -> bool:
    """True if an action enters a joker for extra points."""
    if "." not in action:
        return False
    before, after = view.sheets[seat], game.apply(view, Move(seat, action)).sheets[seat]
    return sum(column.extra_jokers for column in after) > sum(column.extra_jokers for column in before)


def counts_in(game: Knoeffel, column: Column, field: str) -> bool:
    """True if dice for a field can score in a column: it is free, or it is the Knöffel field and jokers earn more."""
    points = column.points[FIELDS.index(field)]
    return points is None or (field == "kn" and points > 0 and game.options["joker"] != "none")


def free_roll_reason(
    game: Knoeffel, chances: FieldExpectation, view: State, kept: Dice, better: Entry | Keep
) -> WeightedReason:
    """Return the cost of a free roll, with the most points that it adds to a field on average if these are fewer.

    The result can only be entered in a column with a free roll left.

    :param better: the entry instead; its points are stated, if it brings any.
    """
    columns = view.sheets[view.seat]
    costs = free_roll_costs(game, columns)
    paying = [column for i, column in enumerate(columns) if not column.full and game.has_free_roll(columns, i)]
    gains = {
        field: chances.mean(field, kept, 1) - game.field_points(field, view.dice)
        for field in FIELDS
        if any(counts_in(game, column, field) for column in paying)
    }
    field = max(gains, key=gains.__getitem__)
    entry: dict[str, Any] = {}
    if isinstance(better, Entry) and better.points:
        entry = {"place": better.place, "points": better.points}
    if 0 < gains[field] < costs:
        figures = {"cost_points": costs, "field": field, "mean": gains[field], "dice": kept, **entry}
        return weighted(costs, "free_roll_gain", "cost_points - mean", Role.HARM, FREE_ROLL_LOSES, **figures)
    turns = sum(column.points.count(None) for column in columns) - 1
    by_column = [game.free_rolls_left(columns, i) for i, column in enumerate(columns) if not column.full]
    left = by_column[0] if game.shared_free_rolls else sum(by_column)
    if turns:
        return harm(costs, "free_roll_kept", "cost_points", cost_points=costs, count=min(left, turns), **entry)
    return weighted(costs, "free_roll_costs", "cost_points", Role.HARM, FREE_ROLL_LOSES, cost_points=costs, **entry)


def free_roll_costs(game: Knoeffel, columns: tuple[Column, ...]) -> int:
    """Return the minimum number of points that a free roll costs now."""
    used = [
        columns[game.paying_column(i)].free_rolls_used
        for i, column in enumerate(columns)
        if not column.full and game.has_free_roll(columns, i)
    ]
    return min(FREE_ROLL_POINTS[n] - FREE_ROLL_POINTS[n + 1] for n in used)


def parse_action(game: Knoeffel, view: State, seat: int, action: str, outlook: TurnOutlook) -> Entry | Keep:
    """Return an action in the form that Knöffel and Kniffeliger share."""
    if "." not in action:
        return Keep(kept_dice(action), max(ROLLS - view.rolls, 1))
    points = game.preview(view, seat, action).writes
    assert points is not None, "an entry writes a number"
    place = action if len(view.sheets[seat]) > 1 else action.partition(".")[0]
    field = action.partition(".")[0]
    return Entry(field, place, points, outlook.worth(action, field, points))


def due_to_bonus(outlook: TurnOutlook, lost: float, better: Entry | Keep, worse: Entry | Keep) -> float:
    """Return the points of a loss that the bonus explains: those that the fields on their own do not explain.

    Only the bonus makes the rest of the game depend on the points of an entry.
    """
    mean = outlook.expectation.mean
    due = 0.0
    if isinstance(better, Keep):
        other, reference = (worse.dice, 0.0) if isinstance(worse, Keep) else (None, worse.worth)
        due = lost - fsum(outlook.contributions(better.dice, other, better.rolls, reference).values())
    if isinstance(worse, Entry):
        usual = (
            better.worth - better.points + mean(better.field)
            if isinstance(better, Entry)
            else median(later + mean(field) for field, later in outlook.later.items())
        )
        due = max(due, usual - (worse.worth - worse.points + mean(worse.field)))
    return min(max(due, 0.0), BONUS_POINTS)


def bonus_reasons(game: Knoeffel, view: State, seat: int, better: str, worse: str, due: float) -> Reasons:
    """Yield the effects of an entry on the bonus of its column, compared with another action.

    :param due: the points of the loss that the bonus explains (`due_to_bonus`).
    """
    if "." in better and "." not in worse:
        yield from sure_bonus_reason(game, view, seat, better, worse)
    if "." not in worse:
        return
    columns = view.sheets[seat]
    ways = [game.apply(view, Move(seat, each)).sheets[seat] if "." in each else columns for each in (better, worse)]
    if "." in better:
        yield from free_roll_column_reason(game, columns, better, worse)
    chances = [tuple(map(chance_of_bonus, columns)) for columns in zip(*ways, strict=True)]
    gains = [chance - other_chance for chance, other_chance in chances]
    least, lost = gains.index(min(gains)), dict[str, Any]()
    if gains[least] <= -MIN_PROBABILITY_DIFFERENCE:
        lost = {"other_column": least + 1, "lost_chance": chances[least][0], "sure_chance": chances[least][1]}
    for number, (better_column, worse_column) in enumerate(zip(*ways, strict=True), 1):
        reached, other_reached = upper_sum(better_column) >= BONUS_FROM, upper_sum(worse_column) >= BONUS_FROM
        if reached and not other_reached:
            yield weighted(BONUS_POINTS / 2, "bonus", column=number, points=BONUS_POINTS)
        elif bonus_is_possible(better_column) and not bonus_is_possible(worse_column):
            yield harm(
                max(4.0, due),
                "bonus_lost",
                column=number,
                points=BONUS_POINTS,
                place=worse,
                missing=BONUS_FROM - upper_sum(worse_column),
            )
        elif bonus_is_possible(better_column) and not (reached or other_reached):
            chance, other_chance = chances[number - 1]
            if min(gains[number - 1], fsum(gains)) >= MIN_PROBABILITY_DIFFERENCE:
                yield weighted(
                    worth_of_bonus(fsum(gains), due), "bonus_chance", column=number, points=BONUS_POINTS,
                    chance=chance, other_chance=other_chance, **lost,
                )  # fmt: skip


def worth_of_bonus(gain: float, due: float) -> float:
    """Return the points that a likelier bonus explains, at most twice the ones that its probability shows."""
    return min(max(BONUS_POINTS * gain, due), 2 * BONUS_POINTS * gain)


def sure_bonus_reason(game: Knoeffel, view: State, seat: int, entry: str, roll: str) -> Reasons:
    """Yield the bonus that an entry makes sure, rather than another roll for which the dice kept do not suffice."""
    columns, after = view.sheets[seat], game.apply(view, Move(seat, entry)).sheets[seat]
    for index, (before, then) in enumerate(zip(columns, after, strict=True)):
        if upper_sum(before) < BONUS_FROM <= upper_sum(then):
            face = int(entry[0])
            kept = upper_sum(before) + face * kept_dice(roll).count(face)
            if kept < BONUS_FROM or (roll[0] == "f" and not game.has_free_roll(columns, index)):
                yield weighted(BONUS_POINTS / 2, "bonus", column=index + 1, points=BONUS_POINTS)


def free_roll_column_reason(game: Knoeffel, columns: tuple[Column, ...], better: str, worse: str) -> Reasons:
    """Yield the free rolls that the column of the other entry still has, if both strike the same field."""
    (field, _, column), (other_field, _, other) = better.partition("."), worse.partition(".")
    if field != other_field or game.shared_free_rolls:
        return
    left, other_left = (game.free_rolls_left(columns, int(each) - 1) for each in (column, other))
    if left < other_left:
        yield weighted(
            float(other_left - left), "column_free_roll", count=other_left, other_count=left,
            column=int(other), other_column=int(column), field=field,
        )  # fmt: skip


def face_reasons(columns: Sequence[Column], due: float, better: Entry | Keep, worse: Entry | Keep) -> Reasons:
    """Yield the columns for whose bonus the better dice bring enough of an open face more often.

    If several faces are open, it is the probability of the bonus when this turn is played for one of them, and a whole
    turn for each other one.

    :param due: the points of the loss that the bonus explains.
    """
    if not isinstance(better, Keep) or not isinstance(worse, Keep):
        return
    for number, column in enumerate(columns, 1):
        open_faces = [face for face in FACES if column.points[face - 1] is None]
        missing = BONUS_FROM - upper_sum(column)
        if missing <= 0 or not 0 < len(open_faces) <= MOST_OPEN_FACES or not bonus_is_possible(column):
            continue
        alone = len(open_faces) == 1
        for face in open_faces if alone else sorted({*open_faces} & {*better.dice}):
            chance, other_chance = (
                chance_of_bonus(column, {face: chances_of_counts(keep, face)}) for keep in (better, worse)
            )
            gain, kept = chance - other_chance, face in better.dice or not better.dice
            if gain >= (MIN_PROBABILITY_DIFFERENCE if kept else MIN_THROWN_DIFFERENCE):
                yield weighted(
                    BONUS_POINTS * gain if alone else min(due, worth_of_bonus(gain, due)),
                    "keep_bonus" if alone else "keep_for_bonus",
                    column=number, points=BONUS_POINTS, number=face,
                    dice=better.dice, other_dice=worse.dice, chance=chance, other_chance=other_chance,
                    **({"missing_points": missing, "count": ceil(missing / face)} if alone else {}),
                )  # fmt: skip


def chance_of_bonus(column: Column, known: Mapping[int, Sequence[float]] = NOTHING_KNOWN) -> float:
    """Return the probability of the bonus of a column if a whole turn is played for each open face alone.

    :param known: by face the probabilities of 0 to 5 dice of it, in place of those of a whole turn.
    """
    sums = {upper_sum(column): 1.0}
    for face in FACES:
        if column.points[face - 1] is not None:
            continue
        chances = known.get(face) or chances_of_counts(Keep((), ROLLS), face)
        after = defaultdict[int, float](float)
        for before, share in sums.items():
            for count, chance in enumerate(chances):
                after[before + face * count] += share * chance
        sums = after
    return fsum(share for points, share in sums.items() if points >= BONUS_FROM)


def chances_of_counts(keep: Keep, face: int) -> Sequence[float]:
    """Return the probabilities of 0 to 5 dice of a face, if all rolls left are used for it."""
    thrown = 1 - (5 / 6) ** keep.rolls
    thrown_later = 1 - (5 / 6) ** (keep.rolls - 1)
    chances = [1.0 if die == face else thrown_later for die in keep.dice]
    chances += [thrown] * (DICE - len(chances))
    found = [1.0] + [0.0] * DICE
    for chance in chances:
        found = [chance * less + (1 - chance) * same for less, same in zip([0.0, *found], found, strict=False)]
    return found


def bonus_is_possible(column: Column) -> bool:
    """True if the bonus is earned or still possible."""
    left = sum(DICE * face for face in range(1, 7) if column.points[face - 1] is None)
    return upper_sum(column) + left >= BONUS_FROM


def bonus_lead(column: Column) -> int:
    """Return the points of the upper half, less three of each face that is filled."""
    return sum(
        points - BONUS_DICE_PER_FACE * face
        for face, points in enumerate(column.points[: len(UPPER)], 1)
        if points is not None
    )
