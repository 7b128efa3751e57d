"""What actions of Knöffel are worth, on solved columns (`knobel.engines.knoeffel.solve`).

Played alone, column after column, this is optimal. Columns that are free to choose are worth more together than apart,
which is composed; `master` looks one turn further ahead, which corrects part of what that leaves out.

To win is to end above the others: what a turn may end in is then worth the chance that the sheet beats theirs, with
the mean and the variance of what everybody still scores; who has one turn left is known to play it for the win.
"""

from functools import cache, cached_property, lru_cache
from random import Random
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.engine import Aim, Effort
from knobel.engines.knoeffel.policy import Policy, Utility, last_turn, mean_only
from knobel.engines.knoeffel.values import NEVER, worth
from knobel.engines.shared.adapter import Adapter
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.chances import MARGIN, Chance, curve
from knobel.engines.shared.five_dice import KEEPS, ROLL, five_dice
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import keep_text
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State, upper_sum

SLIPS = {"beginner": 3.0, "casual": 1.2}
"""How far weak levels err, in points."""

TIE = 1e-7
"""What a point counts beside the chance to win: it decides where that is won or lost already."""


def evaluator(effort: Effort, aim: Aim) -> Any:
    """Values of the actions of Knöffel."""
    return KnoeffelEvaluator(deep=effort == "master", to_win=aim == "win")


class KnoeffelEvaluator:
    """Looks the turn ahead to its end; a `deep` one, another turn."""

    def __init__(self, *, deep: bool, to_win: bool) -> None:
        self.deep = deep
        self.to_win = to_win

    def evaluate(self, game: Game[Any], view: State, seat: int, rng: Random) -> dict[str, float]:
        assert isinstance(game, Knoeffel), "this is about Knöffel only"
        policy = policies(five_is_full_house=game.options["five_is_full_house"])
        sequential = game.options["columns"] == "sequential"
        sheet = standing(policy, view.sheets[seat], sequential=sequential)
        means, variances = (end[0] for end in policy.ends(sheet.open[None]))
        if self.deep:
            means = means + sheet.moved[:, policy.outcomes.field, policy.outcomes.rank]
        utility: Utility = mean_only
        if self.to_win and len(view.sheets) > 1:
            utility = chance_against(policy, (*view.sheets[:seat], *view.sheets[seat + 1 :]), sequential=sequential)
        means, variances = sheet.rest + means, sheet.rest_variance + variances
        ends = utility(means, variances)
        if utility is not mean_only:
            ends = ends + TIE * means
        return actions(policy, view, sheet, np.where(means > NEVER / 2, ends, NEVER))


EXACT_OTHERS = 7
"""With more other seats than these, their last turns are taken like all others."""


class Standing:
    """A sheet as values know it: the columns that are `open` to entries (columns, 3), the mean and the variance of what
    the `rest` has, scores already entered among it; and of the final score."""

    def __init__(self, policy: Policy, columns: tuple[Column, ...], *, sequential: bool) -> None:
        self.policy = policy
        numbers = np.array([self.numbers(policy, column) for column in columns])
        where = [i for i, column in enumerate(columns) if not column.full]
        if sequential:
            where = where[:1]
        self.where = where
        self.open = numbers[where]
        apart = [i for i in range(len(columns)) if i not in where]
        values, variances = policy.worth.columns(numbers[apart])
        self.rest = float(values.sum()) + sum(points or 0 for column in columns for points in column.points)
        self.rest_variance = float(variances.sum())
        open_value, open_variance = policy.worth.sheets(self.open[None])
        self.mean = self.rest + float(open_value[0])
        self.variance = self.rest_variance + float(open_variance[0])
        self.last = sum(points is None for column in columns for points in column.points) == 1

    @staticmethod
    def numbers(policy: Policy, column: Column) -> tuple[int, int, int]:
        """A column as arrays know it."""
        filled = sum(1 << i for i, points in enumerate(column.points) if points is not None)
        return filled, policy.worth.column.upper_class(filled, upper_sum(column)), column.free_rolls_used

    @cached_property
    def moved(self) -> Array:
        """How far a second turn ahead moves what comes after each entry; see `Policy.deeper`."""
        return self.policy.deeper(self.open)

    def beaten_by(self, scores: Array, *, exact: bool) -> Array:
        """The chance that each final score beats this sheet's; a tie is half."""
        if self.last and exact:
            return last_turn(self.policy, self.open, self.rest, scores)
        return curve(scores, self.mean, self.variance)


@lru_cache(maxsize=1024)
def standing(policy: Policy, columns: tuple[Column, ...], *, sequential: bool) -> Standing:
    """A sheet as values know it; sheets stay the same through a turn."""
    return Standing(policy, columns, sequential=sequential)


@lru_cache(maxsize=64)
def chance_against(policy: Policy, sheets: tuple[tuple[Column, ...], ...], *, sequential: bool) -> Chance:
    """The chance to beat those who have these sheets with a final score."""
    others = [standing(policy, columns, sequential=sequential) for columns in sheets]
    around = [(other.mean, other.variance**0.5) for other in others]
    first = int(min(mean - MARGIN * spread for mean, spread in around)) - 1
    end = int(max(mean + MARGIN * spread for mean, spread in around)) + 2
    scores = np.arange(first, end)
    exact = len(others) <= EXACT_OTHERS
    return Chance(first, (other.beaten_by(scores, exact=exact) for other in others))


def actions(policy: Policy, view: State, sheet: Standing, ends: Array) -> dict[str, float]:
    """What every action is worth, if each end of the turn is worth so much (columns, outcomes, 2)."""
    roll = ROLL[view.dice]
    worth = {}
    for i, place in enumerate(sheet.where):
        column = view.sheets[view.seat][place]
        for field, name in enumerate(FIELDS):
            paid = int(view.rolls > THROWS)
            if column.points[field] is None and column.free_rolls_used + paid < len(policy.worth.column.free_points):
                worth[f"{name}.{place + 1}"] = float(ends[i, policy.outcomes.of[roll, field], paid])
    if view.rolls > THROWS:
        return worth
    keeps = policy.turn(np.moveaxis(ends.max(axis=0), 1, 0))[view.rolls - 1]
    if view.rolls == THROWS and not (sheet.open[:, 2] + 1 < len(policy.worth.column.free_points)).any():
        return worth
    dice = five_dice()
    for keep in dice.part[dice.part_start[roll] : dice.part_start[roll + 1] - 1]:
        worth[keep_text("f" if view.rolls == THROWS else "k", KEEPS[keep])] = float(keeps[keep])
    return worth


@cache
def policies(*, five_is_full_house: bool) -> Policy:
    """What plays on the shipped values, read once."""
    return Policy(worth(five_is_full_house=five_is_full_house))


def engine(game: Game[Any]) -> Adapter:
    """The engine of a game."""
    return Adapter(game, evaluator, SLIPS)
