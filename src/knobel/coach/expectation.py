"""What final score a seat can expect wherever a game stands, of one evaluator before a roll and after it."""

from typing import Any

from knobel.core import Game
from knobel.engines import Effort, engine, rollouts


def expected_points(game: Game[Any], state: Any, seat: int, effort: Effort, seed: int) -> float:
    """By rollouts with dice from a seed where the engine has them, else as hard thought about as the effort says, or
    `strong` where all rolls of a round have to be gone through first: who has a turn has looked it ahead as a whole."""
    view, playing_out = game.view(state, seat), rollouts(game)
    if playing_out is not None:
        return playing_out.expect(view, seat, seed)
    return engine(game).expect(view, seat, "strong" if game.simultaneous else effort, "points").points
