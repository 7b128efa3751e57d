"""Reasons for keeping dice, rolling, entering or using an action die rather than another action in Kniffeliger."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import fsum
from typing import Any

from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.reason import NO_VALUES, Reason, Reasons, Values, WeightedReason, harm, weighted
from knobel.coach.reasons.turn_outlook import Entered, TurnOutlook
from knobel.coach.reasons.turns import MIN_BELOW_MEAN, Entry, Keep, compare, granted_facts
from knobel.core import Game, Move
from knobel.dice import Dice
from knobel.engines.kniffeliger.action_dice import ACTION_DIE_VALUES, STEAL
from knobel.engines.kniffeliger.last_phase import best_plays, ending, is_last_phase
from knobel.games.combinations import ROLLS, kept_dice
from knobel.games.kniffeliger import ACTION_DICE, ROWS, SHIFTING_DICE, Kniffeliger, Sheet, Stage, State, row_points

ACTION_DIE_WEIGHT = 1.0
"""Weight of keeping an action die."""
MAX_WAIT = len(ACTION_DIE_VALUES[STEAL]) - 1
"""Number of turns from which a steal is not worth more."""
EARNING_DIVISOR = 3
"""Divisor of the sums of five dice that earn an action die.

If at least one die is rolled again, the sum is divisible by 3 in exactly a third of the rolls, for any kept dice.
"""
RISKLESS = frozenset({"entry_stays", "risks_nothing", "risks_nothing_mean", "stays_safe"})
"""Kinds of reasons by which rolling on risks no points; it may risk an action die."""
LAST_ROUNDS = 3
"""Number of rounds to come in which a reason names the sheet that a swap would bring."""
SHEET_WEIGHT = 0.1
"""Weight of a point by which a sheet is worth more that another seat can take again."""
MIN_OPEN_DIFFERENCE = 3.0
"""Minimum difference in the mean points of the open rows that is a reason."""


@cache
def field_expectation(*, five_is_full_house: bool) -> FieldExpectation:
    """Return the expected points of a turn in each row."""

    def points(row: str, dice: Dice) -> int:
        return row_points(row, dice, five_is_full_house=five_is_full_house)

    return FieldExpectation(ROWS, points, saving=True)


def preparation(game: Game[Any]) -> Iterator[None]:
    """Compute in steps the values that the first reasons need."""
    return field_expectation(five_is_full_house=game.options["five_is_full_house"]).preparation()


def reasons(game: Game[Any], view: State, seat: int, better: str, worse: str, values: Values = NO_VALUES) -> Reasons:
    """Yield the reasons for one action rather than the other."""
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger"
    chances = field_expectation(five_is_full_house=game.options["five_is_full_house"])
    outlook = outlook_of(game, view, seat, chances, values)
    if view.stage is Stage.ROLLED and better.partition(".")[0] in ACTION_DICE and values:
        # It leaves the own dice as they are: what the other action loses, it loses by them.
        better = max((action for action in values if action in ROWS or action[0] == "k"), key=values.__getitem__)
        if better == worse:
            return
    better_action, worse_action = (parse_action(game, view, seat, action, outlook) for action in (better, worse))
    if better_action is not None and worse_action is not None:
        total = sum(view.dice)
        die = {"number": total} if game.rounds_to_come(view) and not total % EARNING_DIVISOR else {}
        for weight, reason in compare(outlook, better_action, worse_action):
            risks_die = die and reason.kind in RISKLESS
            yield weight, replace(reason, figures={**reason.figures, **die}) if risks_die else reason
        yield from earning_reason(game, view, better, worse)
        return
    lost = values.get(better, 0.0) - values.get(worse, 0.0)
    if "shift" in (better, worse) or "swap" in (better[:4], worse[:4]):
        yield from sheet_reason(game, chances, view, seat, better, worse, lost)
    if worse_action is None:
        yield from misuse_reasons(game, chances, view, worse, lost)
    if better_action is None:
        yield from use_reason(game, chances, view, better)


def facts(game: Game[Any], view: State, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield the advantages that the better action gives up."""
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger"
    chances = field_expectation(five_is_full_house=game.options["five_is_full_house"])
    outlook = outlook_of(game, view, seat, chances, NO_VALUES)
    yield from granted_facts(outlook, *(parse_action(game, view, seat, action, outlook) for action in (better, worse)))


def outlook_of(game: Kniffeliger, view: State, seat: int, chances: FieldExpectation, values: Values) -> TurnOutlook:
    """Return the rows that can be filled, each with the value that remains for later turns after its entry."""
    entries = {
        row: Entered(row, game.preview(view, seat, row).gain, value) for row, value in values.items() if row in ROWS
    }
    return TurnOutlook.of(chances, [row for row in ROWS if view.sheets[seat].can_fill(row)], entries)


def parse_action(game: Kniffeliger, view: State, seat: int, action: str, outlook: TurnOutlook) -> Entry | Keep | None:
    """Return an action in the form that Knöffel and Kniffeliger share, None for action dice."""
    if action in ROWS:
        points = game.preview(view, seat, action).gain
        return Entry(action, action, points, outlook.worth(action, action, points))
    if action[0] == "k":
        return Keep(kept_dice(action), ROLLS - view.rolls)
    if action == "roll":
        return Keep((), ROLLS)
    return None


def sheet_reason(
    game: Kniffeliger, chances: FieldExpectation, view: State, seat: int, better: str, worse: str, lost: float
) -> Reasons:
    """Yield the differences between the sheets that the seat holds after the actions.

    They include a seat that can take the better sheet again in this phase.

    :param lost: the points that the worse action loses.
    """
    ends = [game.apply(view, Move(seat, action)) for action in (better, worse)]
    if is_last_phase(game, view):
        yield from final_sheet_reason(game, view, seat, *ends, swapped=worse.startswith("swap"))
        return
    sheets = [end.sheets[seat] for end in ends]
    points, other = (sheet.total for sheet in sheets)
    owner = owner_of(view, seat, sheets[0])
    mean, other_mean = (fsum(chances.mean(row) for row in ROWS if sheet.is_open(row)) for sheet in sheets)
    open_rows, other_open = (sum(map(sheet.is_open, ROWS)) for sheet in sheets)
    figures = {"points": points, "other_points": other}
    if points > other:
        yield weighted(points - other, "sheet" if owner == seat else "sheet_of", "", seat=owner, **figures)
    if mean > other_mean + MIN_OPEN_DIFFERENCE and open_rows > other_open:
        yield weighted(
            mean - other_mean,
            "open_rows",
            "mean - other_mean",
            count=open_rows,
            mean=mean,
            other_count=other_open,
            other_mean=other_mean,
        )
    if points + mean < other + other_mean:
        takers = [
            (other_seat, die)
            for other_seat in game.seats_after(view, seat)
            for die in ("swap", "shift")
            if view.hands[other_seat][ACTION_DICE.index(die)]
        ]
        if takers:
            yield weighted(
                max(SHEET_WEIGHT * (other + other_mean - points - mean), lost), "taken_again", "other_points - points",
                seat=takers[0][0], die=takers[0][1], **figures,
            )  # fmt: skip


def owner_of(view: State, seat: int, sheet: Sheet) -> int:
    """Return the seat that holds a sheet now; of equal ones the own seat."""
    return seat if sheet == view.sheets[seat] or sheet not in view.sheets else view.sheets.index(sheet)


def final_sheet_reason(
    game: Kniffeliger, view: State, seat: int, better: State, worse: State, *, swapped: bool
) -> Reasons:
    """Yield the sheets that the seat finally holds after actions of the last phase, or who answers the worse one.

    :param swapped: the worse action is a swap, which can be taken back.
    """
    place = game.final_order(better).index(seat)
    points, other = (ending(game, end).totals[place] for end in (better, worse))
    answer = next(
        (
            each
            for each in best_plays(game, worse)
            if each[1].seat != seat and each[1].sheets[seat] != each[2].sheets[seat]
        ),
        None,
    )
    if answer is None:
        owner = owner_of(view, seat, better.sheets[seat])
        kind = "sheet" if owner == seat else "sheet_of"
        if (points, other) != (better.sheets[seat].total, worse.sheets[seat].total):
            kind = "final_sheet"
        yield weighted(points - other, kind, "", seat=owner, points=points, other_points=other)
        return
    action, before, after = answer
    back = swapped and better.sheets[before.seat] == after.sheets[before.seat] != before.sheets[before.seat]
    kind = "answered_shift" if action == "shift" else "swapped_back" if back else "answered_swap"
    yield harm(points - other, kind, seat=before.seat, points=other, other_points=points)


def use_reason(game: Kniffeliger, chances: FieldExpectation, view: State, action: str) -> Reasons:
    """Yield the reason for using an action die."""
    die, _, where = action.partition(".")
    victim, _, row = where.partition(".")
    if not row:
        return
    points = view.sheets[int(victim)].at(row)
    if die == "steal":
        assert points is not None, "only filled rows are stolen"
        yield weighted(
            points, "steal", "points - mean", seat=int(victim), field=row, points=points, mean=chances.mean(row),
            **blocker(game, view, row),
        )  # fmt: skip
    elif points is not None:
        yield weighted(points, "cross_points", seat=int(victim), field=row, points=points)
    else:
        mean = chances.mean(row)
        held = view.sheets[view.seat].at(row)
        if die == "cross" and held and view.hands[int(victim)][STEAL]:
            # Only an open row can take what is stolen.
            yield weighted(mean, "cross_guards", seat=int(victim), field=row, points=held)
        figures: dict[str, Any] = {"mean": mean, "chance": chances.chance(row)}
        turns = game.rounds_to_come(view) + (int(victim) in game.seats_after(view, view.seat))
        if die == "cross" and sum(map(view.sheets[int(victim)].is_open, ROWS)) <= turns:
            # Without an entry a turn earns no action die either.
            figures["turn_count"] = turns
        yield weighted(mean, die, seat=int(victim), field=row, **figures)


def blocker(game: Kniffeliger, view: State, row: str) -> dict[str, Any]:
    """Return a seat that can close a row of the own sheet before the next turn, and its action die, if there is one."""
    if not game.rounds_to_come(view):
        return {}
    closing = [die for die in ("cross", "freeze") if row in game.targets(view, die, view.sheets[view.seat])]
    holding = (
        (seat, die) for die in closing for seat in game.opponents(view) if view.hands[seat][ACTION_DICE.index(die)]
    )
    return next(({"other_seat": seat, "die": die} for seat, die in holding), {})


def misuse_reasons(game: Kniffeliger, chances: FieldExpectation, view: State, action: str, lost: float) -> Reasons:
    """Yield the reasons against using an action die in this way, which loses this number of points."""
    die, _, where = action.partition(".")
    victim, _, row = where.partition(".")
    rounds = game.rounds_to_come(view)
    if row:
        points = view.sheets[int(victim)].at(row)
        mean = chances.mean(row)
        if die == "steal" and points is not None and points < mean - MIN_BELOW_MEAN:
            yield harm(
                mean - points, "steal_poor", "mean - points", seat=int(victim), field=row, points=points, mean=mean
            )
        elif die != "steal" and points is None:
            yield harm(
                ACTION_DIE_WEIGHT / 2,
                f"{die}_little",
                seat=int(victim),
                field=row,
                mean=mean,
                chance=chances.chance(row),
            )
    if die == "end" or not rounds or game.dice_perish:
        return
    if die == "steal":
        yield from taken_reason(game, view, lost)
        gain, later = steal_gain(chances, view, where), ACTION_DIE_VALUES[STEAL][min(rounds, MAX_WAIT)][0]
        if gain < later:
            kind = "steal_waits" if gain >= 0 else "steal_loses"
            figures = {"mean": abs(gain), "other_mean": later, "count": rounds}
            yield harm(later - gain, kind, "other_mean", **figures)
    elif die in SHIFTING_DICE:
        # In the phase in which it can be played, its later use is all that is lost.
        yield waiting_die(game, view, action, max(ACTION_DIE_WEIGHT, lost))
    else:
        yield harm(ACTION_DIE_WEIGHT, "die_waits", die=die, count=rounds)


def waiting_die(game: Kniffeliger, view: State, action: str, weight: float = ACTION_DIE_WEIGHT) -> WeightedReason:
    """Return that a shift or a swap decides only in the last round, with the points of the sheet that it would bring.

    The last seat of that round answers all others, and nobody answers it.
    """
    die, _, other = action.partition(".")
    giver = int(other) if other else (view.seat - 1) % game.seats(view)
    figures = {
        "die": die, "count": game.rounds_to_come(view), "seat": giver,
        "sheet_points": view.sheets[giver].total, "own_points": view.sheets[view.seat].total,
    }  # fmt: skip
    return harm(weight, "last_swap_waits" if game.final_order(view)[-1] == view.seat else "swap_waits", **figures)


def taken_reason(game: Kniffeliger, view: State, weight: float) -> Reasons:
    """Yield the seat that can take the own sheet in the end, with the points that were stolen."""
    others = [seat for seat in reversed(game.final_order(view)) if seat != view.seat]
    takers = [(seat, "swap") for seat in others if view.hands[seat][ACTION_DICE.index("swap")]]
    following = (view.seat + 1) % game.seats(view)
    takers += [(following, "shift")] if view.hands[following][ACTION_DICE.index("shift")] else []
    if takers:
        seat, die = takers[0]
        yield harm(weight, "steal_taken", seat=seat, die=die)


def earning_reason(game: Kniffeliger, view: State, better: str, worse: str) -> Reasons:
    """Yield the action die that the sum of the dice earns, if it is entered now.

    In the last rounds a reason names the sheet that a swap would bring, or bring back.
    """
    rounds = game.rounds_to_come(view)
    if not rounds:
        return
    total = sum(view.dice)
    figures: dict[str, Any] = {"number": total}
    richest = max(range(len(view.sheets)), key=lambda seat: view.sheets[seat].total)
    points, own = view.sheets[richest].total, view.sheets[view.seat].total
    if rounds <= LAST_ROUNDS:
        other = {"seat": richest, "sheet_points": points, "own_points": own}
        figures |= other if points > own else {"best_points": own}
    if better in ROWS and worse[0] == "k" and not total % EARNING_DIVISOR:
        yield weighted(ACTION_DIE_WEIGHT, "sum_earns", **figures)
    elif worse in ROWS and better[0] == "k" and total % EARNING_DIVISOR:
        yield weighted(ACTION_DIE_WEIGHT / EARNING_DIVISOR, "sum_for_die", **figures)


def steal_gain(chances: FieldExpectation, view: State, where: str) -> float:
    """Return the points by which a stolen row (`1.fh`) exceeds those of an own turn for it."""
    victim, _, row = where.partition(".")
    return (view.sheets[int(victim)].at(row) or 0) - chances.mean(row)


def win_reasons(game: Game[Any], view: State, _seat: int, better: str, worse: str) -> Reasons:
    """Yield the reasons that count for winning but not for points: action dice, and the seats that can reply."""
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger"
    rounds = game.rounds_to_come(view)
    if not rounds:
        return
    yield from earning_reason(game, view, better, worse)
    if worse.startswith("steal") and not game.dice_perish:
        yield from taken_reason(game, view, ACTION_DIE_WEIGHT)
    if better == "end" and worse.startswith(SHIFTING_DICE) and not game.dice_perish:
        yield waiting_die(game, view, worse)
