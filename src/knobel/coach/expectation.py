"""Expected final score of a seat in any position. One evaluator is used before and after a roll."""

from typing import Any

from knobel.core import Game
from knobel.engines import Effort, engine, rollouts

SIMULTANEOUS: Effort = "strong"
"""Effort in simultaneous games, where all rolls of a round must be evaluated."""


def expected_points(game: Game[Any], state: Any, seat: int, effort: Effort, seed: int) -> float:
    """Return the expected final score of a seat.

    If the engine has rollouts, they are used, with dice from the seed. Otherwise the engine evaluates with the given
    effort, but with `SIMULTANEOUS` in simultaneous games. The turn-based engines evaluate a whole turn anyway.
    """
    view, playing_out = game.view(state, seat), rollouts(game)
    if playing_out is not None:
        return playing_out.expect(view, seat, seed)
    return engine(game).expect(view, seat, SIMULTANEOUS if game.simultaneous else effort, "points").points
