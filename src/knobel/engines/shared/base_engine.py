"""Base class of the engines of all games."""

from abc import ABC, abstractmethod
from dataclasses import replace
from random import Random
from typing import Any

from knobel.core import Decide, Game, Over
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best_evaluation, final_evaluation


class BaseEngine(ABC):
    """An `Engine` with three kinds of positions in `expect`: the end, a decision of the seat, or any other one."""

    game: Game[Any]

    @abstractmethod
    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""

    @abstractmethod
    def expect_roll(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of a position before a roll or while other seats decide."""

    def expect(self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """Return the evaluation of a position, see `Engine`."""
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return final_evaluation(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            return self.expect_decision(view, seat, effort, aim)
        return self.expect_roll(view, seat, effort, aim)

    def expect_decision(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the points of a player who plays for points, and the probability of a player who plays to win."""
        evaluations = self.evaluate(view, seat, effort, aim)
        points = max(each.points for each in evaluations.values() if each.merit > NOT_CONSIDERED)
        return replace(best_evaluation(evaluations), points=points, merit=points)
