"""The Knöffel engine, which evaluates positions and actions on solved columns (`knobel.engines.knoeffel.solve`).

For columns played alone in sequence this is optimal. Columns that can be filled in any order are worth more together
than apart; that gain is estimated from pairs of columns. The effort `master` looks one turn further ahead, which
corrects part of the error of the estimate.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Decide, Game, Over
from knobel.engines.engine import Aim, Effort, Evaluation, best, settled
from knobel.engines.knoeffel.search import Ahead, Plan, Search, look_ahead, shipped_search
from knobel.engines.knoeffel.values import Standing, sheet_options
from knobel.engines.knoeffel.winning import TIE, beats_all, plan_to_win
from knobel.engines.shared import weights
from knobel.engines.shared.five_dice import KEEP, ROLL
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import kept_dice
from knobel.games.knoeffel import FIELDS, Knoeffel, State

VERSION = 2
"""Version of the package, increased whenever its results change with the same data."""
HOPED = 0.146
"""Overestimate of two columns' values for each remaining turn, in points.

The values are too high because they are maxima over estimates: the estimated value of a game is 550.8, its mean score
when played is 547.0.
"""


class KnoeffelEngine:
    """Looks ahead to the end of the turn; `master` looks ahead one more turn.

    Values of columns are stored in steps of 1/250 of a point, so exact `points` have an error of at most 0.002 for each
    column. Points are exact if every sheet at the end of the look-ahead has only one open column: always with
    `columns=1` and `sequential`, and when few fields are left. With `knoeffel` or `free_rolls` set to `player` they are
    exact for the last open column. The probability of winning is exact, to 1e-4, for two seats on the last turn.
    """

    slips = MappingProxyType({"beginner": 3.0, "casual": 1.2})

    def __init__(self, game: Knoeffel) -> None:
        """Create the engine of a game.

        :raises FileNotFoundError: if the trained data is missing.
        """
        self.game = game
        self.options = sheet_options(game)
        data = hashlib.sha256(weights.path(game.name).read_bytes()).hexdigest()
        self.stamp = f"{game.name} {VERSION} {game.options} {data}"

    @cached_property
    def search(self) -> Search:
        """The search on the shipped tables, loaded on first use."""
        return shipped_search(five_is_full_house=self.game.options["five_is_full_house"])

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""
        ahead = self.ahead(view, seat, effort)
        actions = self.game.legal(view, seat)
        exact, hoped = is_exact(ahead.standing, effort), hope(ahead.standing, effort)
        points = [point - hoped for point in self.read(ahead.points, view, actions)]
        if aim == "points" or len(view.sheets) == 1:
            return {
                action: Evaluation(point, None, exact=exact, win_exact=False, merit=point)
                for action, point in zip(actions, points, strict=True)
            }
        plan = self.plan_to_win(view, seat, effort)
        merits = self.read(plan, view, actions)
        win_exact = is_win_exact(ahead.standing, view, seat)
        return {
            action: Evaluation(point, without_tie(merit, point), exact=exact, win_exact=win_exact, merit=merit)
            for action, point, merit in zip(actions, points, merits, strict=True)
        }

    def expect(self, view: State, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """Return the evaluation of a position, see `Engine`.

        While another seat has its turn, this is the value of the seat's sheet before its next turn.
        """
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            worth = self.evaluate(view, seat, effort, aim)
            points = max(evaluation.points for evaluation in worth.values())
            return replace(best(worth), points=points, merit=points)
        if all(column.full for column in view.sheets[seat]):
            return self.expect_full(view, seat, aim)
        ahead = self.ahead(view, seat, effort)
        points, win = self.before_roll(ahead.points, view, seat) - hope(ahead.standing, effort), None
        if aim == "win" and len(view.sheets) > 1:
            win = without_tie(self.before_roll(self.plan_to_win(view, seat, effort), view, seat), points)
        return Evaluation(
            points,
            win,
            exact=is_exact(ahead.standing, effort),
            win_exact=is_win_exact(ahead.standing, view, seat),
            merit=points,
        )

    def expect_full(self, view: State, seat: int, aim: Aim) -> Evaluation:
        """Return the evaluation of a full sheet while other seats still play."""
        points = self.game.score(view, seat)
        if aim == "points":
            return Evaluation(points, None, exact=True, win_exact=False, merit=points)
        others = (*view.sheets[:seat], *view.sheets[seat + 1 :])
        chance = beats_all(self.search, others, self.options)(np.array(points), np.array(0.0))
        win_exact = len(others) == 1 and not view.rolls
        return Evaluation(points, float(chance), exact=True, win_exact=win_exact, merit=points)

    def ahead(self, view: State, seat: int, effort: Effort) -> Ahead:
        """Return the look-ahead for the seat's turn."""
        return look_ahead(self.search, view.sheets[seat], self.options, deep=effort == "master")

    def plan_to_win(self, view: State, seat: int, effort: Effort) -> Plan:
        """Return the seat's choices in its turn with their probabilities of winning."""
        return plan_to_win(self.search, view.sheets, seat, self.options, deep=effort == "master")

    def read(self, plan: Plan, view: State, actions: Iterable[str]) -> list[float]:
        """Return the values in a plan of the actions of the seat to decide."""
        # Under these rules the columns open to entries are the first columns that are not full.
        not_full = [i for i, column in enumerate(view.sheets[view.seat]) if not column.full]
        entries = plan.ends[:, self.search.outcomes.of[ROLL[view.dice]], int(view.rolls > THROWS)]
        worth = []
        for action in actions:
            field, _, column = action.partition(".")
            if column:
                worth.append(float(entries[not_full.index(int(column) - 1), FIELDS.index(field)]))
            else:
                worth.append(float(plan.keeps[view.rolls - 1][KEEP[kept_dice(action)]]))
        return worth

    @staticmethod
    def before_roll(plan: Plan, view: State, seat: int) -> float:
        """Return the value of the turn that the seat is about to begin, or in which it is about to roll."""
        if view.seat == seat and view.rolls:
            return float(plan.keeps[view.rolls - 1][KEEP[view.kept]])
        return plan.start


def is_exact(sheet: Standing, effort: Effort) -> bool:
    """True if every sheet that is looked ahead to has at most one open column, and no option is estimated."""
    if sheet.estimated:
        return False
    entries = 2 if effort == "master" else 1
    return len(sheet.where) == 1 or sheet.turns - entries < 2


def hope(sheet: Standing, effort: Effort) -> float:
    """Return the overestimate of the values at the end of the look-ahead, in points."""
    return HOPED * sheet.turns if len(sheet.where) == 2 and not is_exact(sheet, effort) else 0.0


def is_win_exact(sheet: Standing, view: State, seat: int) -> bool:
    """True if this is the seat's last turn, and the other seat's last turn is played against its score."""
    return len(view.sheets) == 2 and view.seat == seat and sheet.turns == 1


def without_tie(merit: float, points: float) -> float:
    """Return the probability of winning, given a merit that also contains `TIE` for each point."""
    return min(max(merit - TIE * points, 0.0), 1.0)


def engine(game: Game[Any]) -> KnoeffelEngine:
    """Return the engine of a game."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return KnoeffelEngine(game)
