"""What positions of Knöffel and the actions in them are worth, on solved columns (`knobel.engines.knoeffel.solve`).

Played alone, column after column, this is optimal. Columns that are free to choose are worth more together than apart,
which is composed; `master` looks one turn further ahead, which corrects part of what that leaves out.
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
"""Rises whenever this package says something else of the same data."""
HOPED = 0.146
"""By so many points a turn that is left the values of two columns are too high, as those of the best choice among
estimates are: a game is worth 550.8 by them, and 547.0 when played."""


class KnoeffelEngine:
    """Looks the turn ahead to its end; `master`, another turn.

    Values of columns are kept in steps of 1/250 of a point. So exact `points` are exact to 0.002 for each column, and
    they are exact wherever what is looked ahead to has but one open column: with `columns=1` and `sequential` always,
    and with few fields left. With `knoeffel` or `free_rolls` set to `player` they are exact for the last open column.
    The chance to win is exact, to 1e-4, for two seats on the last turn.
    """

    slips = MappingProxyType({"beginner": 3.0, "casual": 1.2})

    def __init__(self, game: Knoeffel) -> None:
        """:raises FileNotFoundError: if the trained data is missing."""
        self.game = game
        self.options = sheet_options(game)
        data = hashlib.sha256(weights.path(game.name).read_bytes()).hexdigest()
        self.stamp = f"{game.name} {VERSION} {game.options} {data}"

    @cached_property
    def search(self) -> Search:
        """What looks ahead, loaded when it is first asked."""
        return shipped_search(five_is_full_house=self.game.options["five_is_full_house"])

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """See `Engine`."""
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
        """See `Engine`. While another seat has its turn, this is what the seat's sheet is worth before its next one."""
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
        """What a full sheet is worth while others still play."""
        points = self.game.score(view, seat)
        if aim == "points":
            return Evaluation(points, None, exact=True, win_exact=False, merit=points)
        others = (*view.sheets[:seat], *view.sheets[seat + 1 :])
        chance = beats_all(self.search, others, self.options)(np.array(points), np.array(0.0))
        win_exact = len(others) == 1 and not view.rolls
        return Evaluation(points, float(chance), exact=True, win_exact=win_exact, merit=points)

    def ahead(self, view: State, seat: int, effort: Effort) -> Ahead:
        """The seat's turn looked ahead."""
        return look_ahead(self.search, view.sheets[seat], self.options, deep=effort == "master")

    def plan_to_win(self, view: State, seat: int, effort: Effort) -> Plan:
        """What the seat can do in its turn is worth in chances to win."""
        return plan_to_win(self.search, view.sheets, seat, self.options, deep=effort == "master")

    def read(self, plan: Plan, view: State, actions: Iterable[str]) -> list[float]:
        """What the actions of the seat that is to decide are worth in a plan."""
        # Under these rules the columns that are open to entries come first of those that are not full.
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
        """What the turn is worth that the seat is about to begin, or in which it is about to roll."""
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
    """By how many points what is looked ahead to is too high."""
    return HOPED * sheet.turns if len(sheet.where) == 2 and not is_exact(sheet, effort) else 0.0


def is_win_exact(sheet: Standing, view: State, seat: int) -> bool:
    """Whether this is the seat's last turn, and the other one's is known to be played against its score."""
    return len(view.sheets) == 2 and view.seat == seat and sheet.turns == 1


def without_tie(merit: float, points: float) -> float:
    """The chance to win, from that and `TIE` for each point."""
    return min(max(merit - TIE * points, 0.0), 1.0)


def engine(game: Game[Any]) -> KnoeffelEngine:
    """The engine of a game."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return KnoeffelEngine(game)
