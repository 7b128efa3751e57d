"""Bridges the evaluators of before until each game has its engine."""

from random import Random
from typing import Any

from knobel.core import Decide, Game, Over
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best, settled


class Adapter:
    def __init__(self, game: Game[Any], evaluator: Any, slips: Any) -> None:
        self.game, self.evaluator, self.slips, self.stamp = game, evaluator, slips, ""

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        values = self.evaluator(effort, aim).evaluate(self.game, view, seat, rng or Random(1))
        rest = [action for action in self.game.legal(view, seat) if action not in values]
        return {a: Evaluation(v, None, exact=False, win_exact=False, merit=v) for a, v in values.items()} | {
            a: Evaluation(0.0, None, exact=False, win_exact=False, merit=NOT_CONSIDERED) for a in rest
        }

    def expect(self, view: Any, seat: int, effort: Effort = "master") -> Evaluation:
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            return best(self.evaluate(view, seat, effort))
        raise NotImplementedError
