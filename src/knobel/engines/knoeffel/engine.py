"""The Knöffel engine, which evaluates positions and actions on solved columns (`knobel.engines.knoeffel.solve`).

For columns played alone in sequence this is optimal. Columns that can be filled in any order are worth more together
than apart; that gain is estimated from pairs of columns. The effort `master` looks one turn further ahead, which
corrects part of the error of the estimate.
"""

import hashlib
from collections.abc import Iterable
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.engine import POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.knoeffel.search import Plan, Search, TurnLookahead, forecast, look_ahead, variant_search
from knobel.engines.knoeffel.values import ExpectedResult, sheet_options
from knobel.engines.knoeffel.variants import variant_of
from knobel.engines.knoeffel.winning import beat_all_probability, plan_to_win
from knobel.engines.shared import weights
from knobel.engines.shared.base_engine import BaseEngine
from knobel.engines.shared.five_dice import KEEP_NUMBER, ROLL_NUMBER
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import kept_dice
from knobel.games.knoeffel import FIELDS, Knoeffel, State

VERSION = 7
"""Version of the package, increased whenever its results change with the same data."""


NEWER_OPTIONS = "knoeffel_points", "joker"
"""Options that were added since the version was last increased."""


class KnoeffelEngine(BaseEngine):
    """Looks ahead to the end of the turn; `master` looks ahead one more turn.

    Values of columns are stored in steps of 1/250 of a point, so exact `points` have an error of at most 0.002 for each
    column. Points are exact if every sheet at the end of the look-ahead has only one open column: always with
    `columns=1` and `sequential`, and when few fields are left. With `knoeffel` set to `player`, or `free_rolls` to a
    value other than `column`, they are exact for the last open column. The probability of winning is exact, to 1e-4,
    for two seats on the last turn.
    """

    noise_scales = MappingProxyType(
        {"beginner": 3.1, "casual": 2.35, "intermediate": 1.72, "advanced": 1.13, "expert": 0.65}
    )

    def __init__(self, game: Knoeffel) -> None:
        """Create the engine of a game.

        :raises FileNotFoundError: if the trained data is missing.
        """
        self.game = game
        self.options = sheet_options(game)
        self.variant = variant_of(game)
        data = hashlib.sha256(weights.path(game.name).read_bytes()).hexdigest()
        self.stamp = f"{game.name} {VERSION} {stamped_options(game)} {data}"

    @cached_property
    def search(self) -> Search:
        """The search on the tables of the variant, loaded or solved on first use."""
        return variant_search(self.variant)

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""
        ahead = self.lookahead(view, seat, effort)
        actions = self.game.legal(view, seat)
        exact = is_exact(ahead.result, effort)
        choosing = self.plan_values(ahead.points, view, actions)
        forecasts = self.plan_values(self.forecast(view, seat, effort), view, actions)
        # No choice is expected to score more than the one that the engine would make.
        most = forecasts[choosing.index(max(choosing))]
        points = [min(point, most) for point in forecasts]
        if aim == "points" or len(view.sheets) == 1:
            return {
                action: Evaluation(point, None, exact=exact, win_exact=False, merit=merit)
                for action, point, merit in zip(actions, points, choosing, strict=True)
            }
        plan = self.plan_to_win(view, seat, effort)
        merits = self.plan_values(plan, view, actions)
        win_exact = is_win_exact(ahead.result, view, seat)
        return {
            action: Evaluation(point, remove_point_weight(merit, point), exact=exact, win_exact=win_exact, merit=merit)
            for action, point, merit in zip(actions, points, merits, strict=True)
        }

    def expect_roll(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll.

        While another seat has its turn, this is the value of the seat's sheet before its next turn.
        """
        if all(column.full for column in view.sheets[seat]):
            return self.expect_full(view, seat, aim)
        ahead = self.lookahead(view, seat, effort)
        plan, win = self.forecast(view, seat, effort), None
        points = self.value_before_roll(plan, view, seat)
        if aim == "win" and len(view.sheets) > 1:
            win = remove_point_weight(self.value_before_roll(self.plan_to_win(view, seat, effort), view, seat), points)
        return Evaluation(
            points,
            win,
            exact=is_exact(ahead.result, effort),
            win_exact=is_win_exact(ahead.result, view, seat),
            merit=points,
        )

    def expect_full(self, view: State, seat: int, aim: Aim) -> Evaluation:
        """Return the evaluation of a full sheet while other seats still play."""
        points = self.game.score(view, seat)
        if aim == "points":
            return Evaluation(points, None, exact=True, win_exact=False, merit=points)
        others = (*view.sheets[:seat], *view.sheets[seat + 1 :])
        chance = beat_all_probability(self.search, others, self.options)(np.array(points), np.array(0.0))
        win_exact = len(others) == 1 and not view.rolls
        return Evaluation(points, float(chance), exact=True, win_exact=win_exact, merit=points)

    def lookahead(self, view: State, seat: int, effort: Effort) -> TurnLookahead:
        """Return the look-ahead for the seat's turn."""
        return look_ahead(self.search, view.sheets[seat], self.options, deep=effort == "master")

    def forecast(self, view: State, seat: int, effort: Effort) -> Plan:
        """Return the seat's choices in its turn for points, with the points that they are expected to score."""
        return forecast(self.search, view.sheets[seat], self.options, deep=effort == "master")

    def plan_to_win(self, view: State, seat: int, effort: Effort) -> Plan:
        """Return the seat's choices in its turn with their probabilities of winning."""
        return plan_to_win(self.search, view.sheets, seat, self.options, deep=effort == "master")

    def plan_values(self, plan: Plan, view: State, actions: Iterable[str]) -> list[float]:
        """Return the values in a plan of the actions of the seat to decide."""
        # Under these rules the columns open to entries are the first columns that are not full.
        not_full = [i for i, column in enumerate(view.sheets[view.seat]) if not column.full]
        entries = plan.ends[:, self.search.outcomes.of[ROLL_NUMBER[view.dice]], int(view.rolls > THROWS)]
        values = []
        for action in actions:
            field, _, column = action.partition(".")
            if column:
                values.append(float(entries[not_full.index(int(column) - 1), FIELDS.index(field)]))
            else:
                values.append(float(plan.keeps[view.rolls - 1][KEEP_NUMBER[kept_dice(action)]]))
        return values

    @staticmethod
    def value_before_roll(plan: Plan, view: State, seat: int) -> float:
        """Return the value of the turn that the seat is about to begin, or in which it is about to roll."""
        if view.seat == seat and view.rolls:
            return float(plan.keeps[view.rolls - 1][KEEP_NUMBER[view.kept]])
        return plan.start


def stamped_options(game: Knoeffel) -> dict[str, Any]:
    """Return the options of a game without those in `NEWER_OPTIONS` that have their defaults.

    Results from before there were these options are still valid.
    """
    usual = {option.name: option.default for option in game.option_list if option.name in NEWER_OPTIONS}
    return {name: value for name, value in game.options.items() if name not in usual or value != usual[name]}


def is_exact(sheet: ExpectedResult, effort: Effort) -> bool:
    """True if every sheet that is looked ahead to has at most one open column, and no option is estimated."""
    if sheet.estimated:
        return False
    entries = 2 if effort == "master" else 1
    return len(sheet.where) == 1 or sheet.turns - entries < 2


def is_win_exact(sheet: ExpectedResult, view: State, seat: int) -> bool:
    """True if this is the seat's last turn, and the other seat's last turn is played against its score."""
    return len(view.sheets) == 2 and view.seat == seat and sheet.turns == 1


def remove_point_weight(merit: float, points: float) -> float:
    """Return the probability of winning, given a merit that also contains `POINT_WEIGHT` for each point."""
    return min(max(merit - POINT_WEIGHT * points, 0.0), 1.0)


def engine(game: Game[Any]) -> KnoeffelEngine:
    """Return the engine of a game."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return KnoeffelEngine(game)
