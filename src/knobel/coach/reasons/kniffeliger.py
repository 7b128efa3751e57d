"""Reasons for keeping dice, rolling, entering or using an action die rather than another action in Kniffeliger."""

from functools import cache
from typing import Any

from knobel.coach.reasons.pursuit import Pursuit
from knobel.coach.reasons.reason import Reasons, weighed
from knobel.coach.reasons.turns import Entry, Keep, compare
from knobel.core import Game, Move
from knobel.dice import Dice
from knobel.games.combinations import ROLLS, kept_dice
from knobel.games.kniffeliger import ROUNDS, ROWS, State, row_points

DIE = 1.0
"""Weight of keeping an action die."""


@cache
def pursuit(*, five_is_full_house: bool) -> Pursuit:
    """Return the expected points of a turn in each row."""

    def points(row: str, dice: Dice) -> int:
        return row_points(row, dice, five_is_full_house=five_is_full_house)

    return Pursuit(ROWS, points, saving=True)


def reasons(game: Game[Any], view: State, seat: int, better: str, worse: str) -> Reasons:
    """Yield the reasons for one action rather than the other."""
    chances = pursuit(five_is_full_house=game.options["five_is_full_house"])
    mine = view.sheets[seat]
    here, there = way(game, view, seat, better), way(game, view, seat, worse)
    if here is not None and there is not None:
        yield from compare(chances, [row for row in ROWS if mine.can_fill(row)], here, there)
        return
    if "shift" in (better, worse) or "swap" in (better[:4], worse[:4]):
        yield from sheets(game, view, seat, better, worse)
    if there is None:
        yield from unwise(chances, view, worse)
    if here is None:
        yield from wise(chances, view, better)


def way(game: Game[Any], view: State, seat: int, action: str) -> Entry | Keep | None:
    """Return an action in the form that Knöffel and Kniffeliger share, None for action dice."""
    if action in ROWS:
        return Entry(action, action, game.preview(view, seat, action).gain)
    if action[0] == "k":
        return Keep(kept_dice(action), ROLLS - view.rolls)
    if action == "roll":
        return Keep((), ROLLS)
    return None


def sheets(game: Game[Any], view: State, seat: int, better: str, worse: str) -> Reasons:
    """Yield the difference between the sheets that the seat holds after the actions."""
    points, other = (game.score(game.apply(view, Move(seat, action)), seat) for action in (better, worse))
    if points != other:
        kind = "sheet" if points > other else "sheet_to_come"
        yield weighed(abs(points - other), kind, points=points, other_points=other)


def wise(chances: Pursuit, view: State, action: str) -> Reasons:
    """Yield the reason for using an action die."""
    die, _, where = action.partition(".")
    victim, _, row = where.partition(".")
    if not row:
        return
    points = view.sheets[int(victim)].at(row)
    if die == "steal":
        assert points is not None, "only filled rows are stolen"
        yield weighed(points, "steal", seat=int(victim), field=row, points=points, mean=chances.mean(row))
    elif points is not None:
        yield weighed(points, "cross_points", seat=int(victim), field=row, points=points)
    else:
        mean = chances.mean(row)
        yield weighed(mean, die, seat=int(victim), field=row, mean=mean, chance=chances.chance(row))


def unwise(chances: Pursuit, view: State, action: str) -> Reasons:
    """Yield the reasons against using an action die in this way."""
    die, _, where = action.partition(".")
    victim, _, row = where.partition(".")
    rounds = ROUNDS - view.round
    if row:
        points = view.sheets[int(victim)].at(row)
        mean = chances.mean(row)
        if die == "steal" and points is not None and points < mean:
            yield weighed(mean - points, "steal_poor", seat=int(victim), field=row, points=points, mean=mean)
        elif die != "steal" and points is None:
            yield weighed(DIE / 2, f"{die}_little", seat=int(victim), field=row, mean=mean)
    if die != "end" and rounds:
        yield weighed(DIE, "die_waits", die=die, count=rounds)
